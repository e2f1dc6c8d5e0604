"""Posts outside the feed in a theme that the feed does not show, and blogs without any feed, get rules of their own."""

import random
from dataclasses import replace
from statistics import mean

import pytest

from blogforever.extract.fields import Reader
from blogforever.learn.announcements import gather_announcements
from blogforever.learn.cluster_rules import FEWEST_PAGES, choose_pages, learn_group, learn_without_feed
from blogforever.learn.page_clusters import group_pages, signature
from blogforever.model.feed import FeedText
from tests.learn.blogs import learn, parsed, read_all
from tests.sample_blog.blog import HOME, make_blog

OLD = ["utility", "tables"]
NAMED = ["wordpress", "blogger", "utility"]
"""Themes that name their parts; pages without any name look all alike."""


def trees(blog, addresses):
    return [(address, parsed(blog.pages[address], address)) for address in addresses]


def groups_of(blog, addresses):
    return group_pages((address, signature(tree)) for address, tree in trees(blog, addresses))


def announcements_of(blog):
    return gather_announcements(trees(blog, blog.others))


def changed_blog(old):
    return make_blog(theme="wordpress", posts=30, feed=8, old_theme=old, old_posts=12)


def unfitting(blog, rules):
    reader = Reader(rules)
    return [address for address, tree in trees(blog, blog.pages) if reader.find_article(tree)[0] is None]


def with_old_themes(blog, rules):
    told = announcements_of(blog)
    for group in groups_of(blog, unfitting(blog, rules)):
        more = learn_group(trees(blog, choose_pages(group, told)), told, rules=rules)
        rules = replace(rules, templates=(*rules.templates, *more))
    return rules


@pytest.mark.parametrize("old", OLD)
def test_posts_in_an_old_theme_get_a_template_of_their_own(old):
    blog = changed_blog(old)
    before = learn(blog)
    after = with_old_themes(blog, before)
    assert [one.name for one in after.templates] == ["template 1", "template 2"]
    assert set(after.templates[1].pages) <= {address for address, post in blog.truth.items() if post.number in blog.old}
    assert dict(after.templates[1].usual)
    outcomes = [one for one in read_all(blog, after) if one.post.number in blog.old]
    assert all(one.read.template.name == "template 2" for one in outcomes)
    assert all(one.title and one.date for one in outcomes)
    assert mean(one.text_f1 for one in outcomes) >= 0.85


def test_the_general_extractor_is_not_better_than_the_learned_template():
    blog = changed_blog("utility")
    rules = learn(blog)
    before, after = read_all(blog, rules), read_all(blog, with_old_themes(blog, rules))
    for field in ("text_f1", "title", "authors", "date", "tags"):
        assert sum(getattr(one, field) for one in after) >= sum(getattr(one, field) for one in before) - 0.01


def test_the_order_in_which_pages_come_does_not_matter():
    blog = make_blog(theme="blogger", posts=24)
    told = announcements_of(blog)
    pages = trees(blog, blog.truth)
    wanted = learn_group(pages, told, rules=None)
    shuffled = pages[:]
    random.Random(3).shuffle(shuffled)  # noqa: S311 - any other order will do
    signatures = [(address, signature(tree)) for address, tree in pages]
    assert wanted
    assert learn_group(shuffled, told, rules=None) == wanted
    assert group_pages(signatures) == group_pages(signatures[::-1])


def test_a_theme_without_any_structure_is_left_to_the_general_extractor():
    blog = make_blog(theme="loose", posts=24)
    assert learn_group(trees(blog, blog.truth), announcements_of(blog), rules=None) == ()


def test_too_few_pages_teach_nothing():
    blog = make_blog(theme="blogger", posts=24)
    assert learn_group(trees(blog, list(blog.truth)[:2]), {}, rules=None) == ()


def test_lists_are_no_posts():
    items = "".join(
        f'<div><h2><a href="/p{n}">Post {n} of it</a></h2><p>{"Some words of it. " * 9}</p></div>' for n in range(5)
    )
    pages = [
        (f"{HOME}{name}", parsed(f"<title>{name} stories</title><body><h1>{name} stories</h1>{items}</body>".encode()))
        for name in ("sea", "land", "air", "fire")
    ]
    assert learn_group(pages, {}, rules=None) == ()


def test_archives_of_months_are_no_posts():
    pages = [
        (
            f"{HOME}{n}",
            parsed(f"<title>{month} 2004 | Notebook</title><body><p>{'Some words of it. ' * 9}</p></body>".encode()),
        )
        for n, month in enumerate(("May", "June", "July", "August"))
    ]
    assert learn_group(pages, {}, rules=None) == ()


@pytest.mark.parametrize("theme", NAMED)
def test_posts_of_one_theme_group_together_and_apart_from_other_pages(theme):
    blog = make_blog(theme=theme, posts=24)
    first = groups_of(blog, blog.pages)[0]
    assert set(first.addresses) <= set(blog.truth)
    assert len(first.addresses) >= 12


def test_themes_are_told_apart():
    blog = changed_blog("blogger")
    for group in groups_of(blog, blog.truth):
        assert len({blog.truth[address].number in blog.old for address in group.addresses}) == 1


@pytest.mark.parametrize("theme", NAMED)
def test_a_blog_without_feed_is_read_by_rules(theme):
    blog = make_blog(theme=theme, posts=24)
    told = announcements_of(blog)
    groups = [trees(blog, choose_pages(group, told)) for group in groups_of(blog, blog.pages)]
    rules = learn_without_feed(groups, told, home=HOME)
    assert rules.feed_text is FeedText.TITLES
    assert "no feed" in rules.feed_text_reason
    outcomes = read_all(blog, rules)
    assert all(one.read.template for one in outcomes)
    assert all(one.title and one.date for one in outcomes)
    assert mean(one.text_f1 for one in outcomes) >= 0.85


def test_pages_that_are_no_posts_give_no_rules():
    blog = make_blog()
    assert learn_without_feed([trees(blog, blog.others)], {}, home=HOME) is None
    assert learn_without_feed([], {}, home=HOME) is None


@pytest.mark.parametrize("empty", range(6))
def test_pages_without_any_text_do_no_harm(empty):
    prose = "Some words of an article that nobody else has written. " * 6
    pages = [
        (
            f"{HOME}2004/05/{n + 10}/story-{n}/",
            parsed(
                f"<title>Story {name}</title><body>"
                f"{'' if n < empty else f'<div id=part-{name}><p>{name} {prose}</p></div>'}</body>".encode()
            ),
        )
        for n, name in enumerate(("sea", "land", "air", "fire", "rain"))
    ]
    for template in learn_group(pages, {}, rules=None):
        assert len(template.pages) >= FEWEST_PAGES
