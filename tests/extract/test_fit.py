"""How well a page fits a blog's rules."""

import pytest

from blogforever.classifier.page_weights import PAGE_WEIGHTS
from blogforever.extract.fit import judge_fit, url_features
from blogforever.model.feed import FeedText
from blogforever.model.rules import LearnedField, RuleSet, Template

LIKE, UNLIKE, LIST = (
    "the address is like those of posts",
    "the address is unlike those of posts",
    "the address names a list",
)


def rules(*pages):
    template = Template(name="t", article=LearnedField(), pages=pages)
    return RuleSet(blog=None, title=None, feed_text=FeedText.FULL, feed_text_reason="", templates=(template,))


DATED = rules("https://b.example/2020/05/one.html", "https://b.example/2020/06/two.html")
NAMED = rules("https://b.example/posts/one/", "https://b.example/posts/two/")


@pytest.mark.parametrize(
    "known, address, expected",
    [
        (DATED, "https://b.example/2007/12/old.html", {LIKE}),
        (DATED, "https://b.example/2007/12/", {UNLIKE, LIST}),
        (DATED, "https://b.example/", {UNLIKE, LIST}),
        (DATED, "https://b.example/about.html", {UNLIKE, LIST}),
        (NAMED, "https://b.example/posts/three/index.html", {LIKE}),
        (NAMED, "https://b.example/tags/cats/", {UNLIKE, LIST}),
        (NAMED, "https://b.example/posts/", {UNLIKE}),
        (None, "https://b.example/page/2/", {LIST}),
        (None, "https://b.example/x", set()),
        (NAMED, None, set()),
    ],
)
def test_addresses_tell_posts_from_lists(known, address, expected):
    assert url_features(address, known) == expected


def test_every_feature_pulls_its_way():
    for feature, weight in PAGE_WEIGHTS.items():
        more = judge_fit({feature}, with_rules=True) > judge_fit(set(), with_rules=True)
        assert more == (weight > 0)


def test_the_fit_is_a_share():
    features = set(PAGE_WEIGHTS)
    assert 0 <= judge_fit(features, with_rules=True) <= 1
    assert 0 <= judge_fit({feature for feature in features if PAGE_WEIGHTS[feature] < 0}, with_rules=False) < 0.1
