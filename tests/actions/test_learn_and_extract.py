"""The public way from a feed and pages to posts."""

import pytest

from blogforever.actions.extract import extract_pages, extract_post, read_fields
from blogforever.actions.learn import learn, learn_rules
from blogforever.errors import NothingToLearnFrom
from blogforever.model.feed import Feed
from blogforever.model.page import Page, Problem
from blogforever.model.post import Post
from blogforever.sources.feeds.parse import parse_feed
from tests.actions import small_blog


def page(number):
    return Page(content=small_blog.post(number), address=small_blog.address(number))


@pytest.fixture(scope="module")
def rules():
    return learn_rules(parse_feed(small_blog.feed()), [page(number) for number in range(1, 9)])


def test_rules_read_a_post_that_the_feed_does_not_know(rules):
    post = extract_post(page(12), rules)
    assert post.title == small_blog.title(12)
    assert post.published.iso == "2020-12-14"
    assert post.authors == ("Ada Example",)
    assert all(paragraph in post.content_text for paragraph in small_blog.paragraphs(12))
    assert "Share this" not in post.content_text
    assert post.fit > 0.5


def test_the_fast_way_reads_the_same(rules):
    fields, post = read_fields(page(12), rules), extract_post(page(12), rules)
    assert (fields.title, fields.text, fields.tags) == (post.title, post.content_text, post.tags)


@pytest.mark.parametrize(
    "content, address",
    [(small_blog.home(), small_blog.HOME), (small_blog.about(), f"{small_blog.HOME}about/")],
)
def test_pages_that_are_no_posts_fit_badly(rules, content, address):
    assert extract_post(Page(content=content, address=address), rules).fit < 0.5


def test_what_is_usual_is_remembered(rules):
    assert dict(rules.templates[0].usual)["article"] >= 1
    assert rules.hosts == ("blog.example",)


def test_one_bad_page_never_stops_the_rest(rules):
    pages = [page(1), Page(content=b"", name="empty.html"), page(2)]
    first, bad, second = extract_pages(pages, rules)
    assert isinstance(first, Post)
    assert isinstance(bad, Problem)
    assert "empty.html" in bad.message
    assert second.title == small_blog.title(2)


def test_unreadable_training_pages_are_left_out_and_named():
    pages = [page(number) for number in range(1, 9)] + [Page(content=b"\x00" * 50 + b"\x01" * 50, name="bin.html")]
    lesson = learn(parse_feed(small_blog.feed()), pages)
    assert [problem.subject for problem in lesson.problems] == ["bin.html"]
    assert lesson.rules.templates


def test_pages_of_another_blog_teach_nothing():
    with pytest.raises(NothingToLearnFrom, match="among the 1 pages"):
        learn_rules(parse_feed(small_blog.feed()), [Page(content=b"<p>Hello", address="https://other.example/x")])


def test_a_feed_without_entries_says_so():
    with pytest.raises(NothingToLearnFrom, match=r"^Small Blog: has no entries\."):
        learn_rules(parse_feed(small_blog.feed([])), [page(1)])
    with pytest.raises(NothingToLearnFrom, match=r"^the feed: has no entries\."):
        learn_rules(Feed(address=None, format="rss20"), [page(1)])
