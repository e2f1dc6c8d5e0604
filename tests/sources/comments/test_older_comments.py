"""Older pages of comment feeds."""

from blogforever.model.blog import Platform
from blogforever.model.feed import Feed, FeedEntry
from blogforever.sources.comments.feed_entries import older_comments
from blogforever.sources.feeds.older_pages import longest_page

BLOGGER = "https://bread.example/feeds/879040/comments/default"


def feed(**more):
    return Feed(address=None, format="atom10", entries=(FeedEntry(address=None),) * 25, **more)


def test_blogger_goes_on_after_the_last_entry():
    named = "https://www.blogger.com/feeds/1/879040/comments/default?start-index=26&max-results=25"
    found = older_comments(feed(next_page=named), fetched=(BLOGGER,), new_comments=25, platform=None)
    assert found.address == f"{BLOGGER}?start-index=26&max-results=150"
    assert longest_page(BLOGGER) == f"{BLOGGER}?max-results=150"


def test_the_last_page_of_blogger_names_no_other():
    assert older_comments(feed(), fetched=(BLOGGER,), new_comments=25, platform=None) is None


def test_a_page_that_the_feed_names_is_asked_for():
    named = "https://blog.example/bread/comments.atom?page=2"
    found = older_comments(
        feed(next_page=named), fetched=("https://blog.example/bread/comments.atom",), new_comments=25, platform=None
    )
    assert found.address == named


def test_wordpress_has_no_older_pages_of_comments():
    fetched = ("https://blog.example/bread/feed/",)
    platform = Platform(name="WordPress")
    assert older_comments(feed(), fetched=fetched, new_comments=25, platform=platform) is None
    named = feed(generator="https://wordpress.org/?v=6.1")
    assert older_comments(named, fetched=fetched, new_comments=25, platform=None) is None
