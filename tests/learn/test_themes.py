"""Rules learned from a feed's entries read every post of the blog, whatever its theme and whatever the feed carries."""

from functools import cache
from statistics import mean

import pytest

from blogforever.model.feed import FeedText
from tests.learn.blogs import learn, read_all
from tests.sample_blog.blog import make_blog
from tests.sample_blog.feeds import FORMATS, KINDS, FeedShape
from tests.sample_blog.themes import THEMES

TEXT_FLOORS = {
    # Without the full text the learner cannot know that links to other posts inside the article node are no article
    # when they are never the same ones: on the shortest note they are a fifth of all words.
    "wordpress": (0.94, 0.75),
    # Comments without any name, id or class around them look like paragraphs of a longer article.
    "tables": (0.85, 0.5),
    "loose": (0.88, 0.6),
}
"""Mean and lowest token F1 where the feed does not carry the full text; elsewhere it is 0.95 on every single page."""


@cache
def outcomes(theme, kind, form="rss"):
    blog = make_blog(theme=theme)
    rules = learn(blog, FeedShape(format=form, kind=kind))
    return rules, read_all(blog, rules)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("field", ["title", "authors", "date", "tags"])
def test_every_post_is_read_by_rules_from_the_feed(theme, kind, field):
    _, found = outcomes(theme, kind)
    assert [one for one in found if not getattr(one, field)] == []


@pytest.mark.parametrize("theme", THEMES)
def test_with_a_full_text_feed_every_article_is_read(theme):
    _, found = outcomes(theme, "full")
    assert min(one.text_f1 for one in found) >= 0.95


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "full"])
@pytest.mark.parametrize("theme", THEMES)
def test_with_less_than_the_full_text_most_of_every_article_is_read(theme, kind):
    _, found = outcomes(theme, kind)
    average, lowest = TEXT_FLOORS.get(theme, (0.98, 0.95))
    assert mean(one.text_f1 for one in found) >= average
    assert min(one.text_f1 for one in found) >= lowest


@pytest.mark.parametrize("form", FORMATS)
def test_the_format_of_the_feed_does_not_matter(form):
    _, found = outcomes("blogger", "full", form)
    for field in ("title", "authors", "date", "tags"):
        assert [one for one in found if not getattr(one, field)] == []
    assert min(one.text_f1 for one in found) >= 0.95


@pytest.mark.parametrize(
    "kind, expected", [("full", FeedText.FULL), ("excerpt", FeedText.EXCERPT), ("titles", FeedText.TITLES)]
)
@pytest.mark.parametrize("theme", THEMES)
def test_how_much_the_feed_carries_is_seen_from_the_pages(theme, kind, expected):
    rules, _ = outcomes(theme, kind)
    assert rules.feed_text is expected
    assert rules.feed_text_reason


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "utility"])
def test_a_summary_in_other_words_is_no_excerpt(theme):
    # The utility theme shows the summaries of other posts under every post, so there they do stand on the page.
    rules, _ = outcomes(theme, "summary")
    assert rules.feed_text is FeedText.SUMMARY


@pytest.mark.parametrize("theme", ["wordpress", "loose"])
def test_share_bars_and_related_posts_are_cut_out_of_the_article(theme):
    _, found = outcomes(theme, "full")
    for one in found:
        assert "Share" not in one.read.text
        assert "You may also like" not in one.read.text
        assert "Related" not in one.read.text


def test_title_and_byline_inside_the_article_node_are_cut_out():
    _, found = outcomes("loose", "full")
    for one in found:
        assert one.post.title not in one.read.text
        assert "Posted by" not in one.read.text


@pytest.mark.parametrize("theme", THEMES)
def test_comments_are_no_article(theme):
    _, found = outcomes(theme, "full")
    assert not [one for one in found if "My grandfather did it exactly like this" in one.read.text]


@pytest.mark.parametrize("theme", THEMES)
def test_the_rules_say_where_every_value_comes_from(theme):
    _, found = outcomes(theme, "full")
    for one in found:
        assert set(one.read.origins) == {"title", "authors", "published", "tags", "content"}


@pytest.mark.parametrize("theme", THEMES)
def test_learning_twice_gives_the_same_rules(theme):
    rules, _ = outcomes(theme, "full")
    assert learn(make_blog(theme=theme)) == rules


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("theme", THEMES)
def test_other_posts_of_the_same_theme_are_read_as_well(theme, seed):
    blog = make_blog(theme=theme, seed=seed)
    found = read_all(blog, learn(blog))
    assert min(one.text_f1 for one in found) >= 0.95
    for field in ("title", "authors", "date", "tags"):
        assert [one for one in found if not getattr(one, field)] == []
