"""Post or not, by the page alone."""

from dataclasses import replace

import pytest

from blogforever.classifier.page_model import (
    NAMED_AS_LIST,
    PageFacts,
    page_features,
    post_log_odds,
    post_probability,
    text_features,
)
from blogforever.classifier.page_weights import PAGE_WEIGHTS

POST = PageFacts(
    title="Soup for ten",
    document_title="Soup for ten | The kitchen",
    has_date=True,
    kind="article",
    declares_article=True,
    body_classes=("single", "blog"),
    extra_matches={"article": 0, "title": 0, "published": 0},
    fields_from_rules=frozenset({"title", "published", "tags"}),
)


def test_a_post_shows_what_speaks_for_it():
    features = page_features(POST)
    assert all(PAGE_WEIGHTS[feature] > 0 for feature in features)
    assert post_probability(features, with_rules=True) > 0.9


@pytest.mark.parametrize(
    "change, feature",
    [
        ({"has_date": False}, "there is no date"),
        ({"kind": "website"}, "the page calls itself a site or profile"),
        ({"body_classes": ("home",)}, "the body's class names a list"),
        ({"extra_matches": {"article": 1}}, "it matches more often than on posts"),
        ({"extra_matches": {"article": 3}}, "it matches far more often"),
        ({"extra_matches": {"article": 0, "title": 1}}, "the title rule matches more often than on posts"),
        ({"extra_matches": {"article": 0, "published": 2}}, "the date rule matches more often than on posts"),
    ],
)
def test_each_of_these_makes_a_post_less_likely(change, feature):
    features = page_features(replace(POST, **change))
    assert feature in features
    assert post_log_odds(features, with_rules=True) < post_log_odds(page_features(POST), with_rules=True)


def test_one_date_more_is_that_of_a_related_post():
    assert page_features(replace(POST, extra_matches={"article": 0, "published": 1})) == page_features(POST)


def test_rules_do_not_speak_for_a_page_that_no_template_fits():
    features = page_features(replace(POST, extra_matches=None))
    assert not any("rule" in feature for feature in features)


def test_a_title_that_the_title_element_cuts_still_stands_in_the_head():
    title = "A title that goes on for much longer than any title element would show"
    facts = replace(POST, title=title, document_title=f"{title[:45]}…")
    assert "the title stands in the head" in page_features(facts)
    assert "the title stands in the head" not in page_features(replace(facts, document_title="The kitchen"))


@pytest.mark.parametrize(
    "text, linked, expected",
    [
        ("Soup.", 0, {"hardly any text"}),
        ("Soup.", 5, {"hardly any text", "mostly links"}),
        ("今日は野菜のスープをたくさん作りました。とてもおいしかったです。", 0, set()),
        ("Soup for ten, with bread and a little salt, every day.", 0, set()),
        ("Soup for ten, with bread and a little salt, every day.", 40, {"mostly links"}),
    ],
)
def test_features_of_the_text(text, linked, expected):
    assert text_features(text, linked=linked, shows=False) == expected


def test_a_picture_makes_up_for_words():
    assert text_features("", linked=0, shows=True) == set()


def test_the_page_of_an_attached_file_is_named_like_a_list():
    assert NAMED_AS_LIST not in page_features(POST)
    facts = replace(POST, body_classes=("single", "single-attachment", "attachmentid-7"))
    assert NAMED_AS_LIST in page_features(facts)
