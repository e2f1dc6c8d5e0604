"""Older pages of a feed."""

# ruff: noqa: E501 - a case reads best on one line

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.blog import Platform
from blogforever.model.feed import Feed, FeedEntry
from blogforever.sources.feeds.older_pages import MOST_PAGES, longest_page, older_page
from blogforever.sources.feeds.parse import parse_feed
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"
ENTRIES = tuple(FeedEntry(address=f"{B}/{number}") for number in range(10))


def feed(**fields):
    return Feed(**({"address": None, "format": "rss20", "entries": ENTRIES} | fields))


def following(of, *fetched, new=10, platform=None):
    known = Platform(name=platform, sure=0.9) if platform else None
    found = older_page(of, fetched=tuple(B + one for one in fetched), new_entries=new, platform=known)
    return found and (found.address.removeprefix(B), found.guess)


@pytest.mark.parametrize(
    "content",
    [
        '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="/feed?2"/><entry><id>a</id></entry></feed>',
        '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="prev-archive" href="/feed?2"/><entry><id>a</id></entry></feed>',
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link rel="next" href="/feed?2"/><item/></channel></rss>',
        '{"version":"https://jsonfeed.org/version/1","next_url":"http://blog.example/feed?2","items":[{"id":"a"}]}',
    ],
)  # fmt: skip
def test_a_page_that_the_feed_names_is_next(content):
    assert following(parse_feed(content.encode(), address=f"{B}/feed"), "/feed", new=1) == ("/feed?2", False)


def test_a_feed_leads_nowhere_outside_the_blog():
    assert following(feed(next_page="http://127.0.0.1/admin"), "/feed") is None
    assert following(feed(next_page="http://new.example/f?2", home="http://new.example/"), "/feed") == (
        "http://new.example/f?2",
        False,
    )


def test_wordpress_counts_pages_in_a_parameter():
    assert following(feed(), "/feed/", platform="WordPress") == ("/feed/?paged=2", True)
    assert following(feed(generator="https://wordpress.org/?v=6.1"), "/?feed=rss2") == ("/?feed=rss2&paged=2", True)
    assert following(feed(), "/feed/", "/feed/?paged=2", platform="WordPress") == ("/feed/?paged=3", True)


def test_ghost_counts_pages_in_the_path():
    assert following(feed(), "/rss/", platform="Ghost") == ("/rss/2/", True)
    assert following(feed(), "/rss/", "/rss/2/", platform="Ghost") == ("/rss/3/", True)
    assert following(feed(), "/feed.xml", platform="Ghost") is None


def test_blogger_is_asked_for_as_many_entries_as_it_gives_on_the_blogs_own_host():
    first = longest_page(f"{B}/feeds/posts/default?alt=rss").removeprefix(B)
    assert first == "/feeds/posts/default?alt=rss&max-results=150"
    assert following(feed(), first) == ("/feeds/posts/default?alt=rss&start-index=11&max-results=150", True)
    more = feed(format="atom10", next_page="http://www.blogger.com/feeds/1/posts/default?start-index=26")
    assert following(more, "/feeds/posts/default", "/feeds/posts/default?start-index=151&max-results=150") == (
        "/feeds/posts/default?start-index=161&max-results=150",
        True,
    )
    assert following(feed(format="atom10"), "/feeds/posts/default") is None
    assert longest_page(f"{B}/feed/") == f"{B}/feed/"


@pytest.mark.parametrize("fields", [{}, {"entries": ()}])
def test_the_walk_ends_without_new_entries(fields):
    new = 0 if not fields else 5
    assert following(feed(next_page=f"{B}/feed?2", **fields), "/feed", new=new, platform="WordPress") is None


def test_the_walk_ends_where_it_was_before_and_after_many_pages():
    assert following(feed(next_page=f"{B}/feed"), "/feed", "/feed?2") is None
    many = [f"/feed?{number}" for number in range(MOST_PAGES)]
    assert following(feed(), *many, platform="WordPress") is None


def test_services_that_carry_the_feeds_of_others_have_one_page():
    at = ("http://feeds.feedburner.com/anna",)
    assert older_page(feed(), fetched=at, new_entries=3, platform=Platform(name="WordPress", sure=1.0)) is None


@given(st.lists(ADDRESSES, max_size=3), st.sampled_from(["WordPress", "Ghost", "Blogger", None]), ADDRESSES)
def test_any_addresses_are_answered_with_a_page_that_is_new(fetched, name, next_page):
    platform = Platform(name=name, sure=1.0) if name else None
    found = older_page(feed(next_page=next_page), fetched=tuple(fetched), new_entries=1, platform=platform)
    assert found is None or found.address not in fetched
    assert longest_page(longest_page(next_page)) == longest_page(next_page)
