"""Where comment feeds are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.tree import parse_text
from blogforever.model.blog import Platform
from blogforever.model.feed import FeedEntry
from blogforever.sources.comments.find_feeds import find_comment_feeds, site_comment_feeds

POST = "https://blog.example/2020/05/bread/"
FEED = '<link rel="alternate" type="application/rss+xml"'
WORDPRESS = f"""{FEED} title="Blog &raquo; Feed" href="https://blog.example/feed/">
{FEED} title="Blog &raquo; Comments Feed" href="https://blog.example/comments/feed/">
{FEED} title="Blog &raquo; Bread Comments Feed" href="https://blog.example/2020/05/bread/feed/">"""
BLOGGER = """<link rel="alternate" type="application/atom+xml" title="Blog - Atom" href="/feeds/posts/default">
<link rel="alternate" type="application/atom+xml" title="Blog - Atom" href="/feeds/879040/comments/default">"""


def test_a_post_has_one_feed_and_the_blog_another():
    page = parse_text(WORDPRESS)
    assert find_comment_feeds(page, address=POST) == ("https://blog.example/2020/05/bread/feed/",)
    assert site_comment_feeds(page, address=POST, platform=None) == ("https://blog.example/comments/feed/",)


def test_the_word_of_the_feed_entry_goes_first():
    entry = FeedEntry(address=POST, comments_feed="https://blog.example/2020/05/bread/feed/atom/")
    assert find_comment_feeds(parse_text(WORDPRESS), address=POST, entry=entry) == (
        "https://blog.example/2020/05/bread/feed/atom/",
        "https://blog.example/2020/05/bread/feed/",
    )


def test_a_feed_that_is_only_linked_for_people_counts_too():
    page = parse_text(f"""{FEED} href="/feed/"><a href="/2020/05/bread/feed/">RSS feed for comments on this post</a>""")
    assert find_comment_feeds(page, address=POST) == ("https://blog.example/2020/05/bread/feed/",)


def test_blogger_names_the_feed_of_each_post():
    address = "https://bread.blogspot.com/2013/09/rye.html"
    found = ("https://bread.blogspot.com/feeds/879040/comments/default",)
    assert find_comment_feeds(parse_text(BLOGGER), address=address) == found


@pytest.mark.parametrize(
    "page",
    [
        "<meta itemprop='postId' content='879040'>",
        "<div id='post-body-879040'></div>",
        "<script>var config = {'blogId': '95868', 'postId': '879040'};</script>",
    ],
)
def test_the_number_of_a_post_on_blogger_stands_in_many_places(page):
    address = "https://bread.blogspot.com/2013/09/rye.html"
    found = ("https://bread.blogspot.com/feeds/879040/comments/default",)
    assert find_comment_feeds(parse_text(page), address=address, platform=Platform(name="Blogger")) == found
    assert find_comment_feeds(parse_text(page), address=address) == ()


def test_a_page_of_several_posts_on_blogger_has_no_feed_of_its_own():
    page = parse_text("<div id='post-body-1234567'></div><div id='post-body-7654321'></div>")
    assert find_comment_feeds(page, address="https://b.blogspot.com/2013/", platform=Platform(name="Blogger")) == ()


@pytest.mark.parametrize(
    "address, found",
    [
        (POST, ("https://blog.example/2020/05/bread/feed/",)),
        ("https://blog.example/bread.html", ("https://blog.example/bread.html/feed/",)),
        ("https://blog.example/?p=5", ("https://blog.example/?feed=rss2&p=5",)),
        ("https://blog.example/", ()),
    ],
)
def test_the_habit_of_wordpress_is_used_on_wordpress_only(address, found):
    assert find_comment_feeds(parse_text(""), address=address, platform=Platform(name="WordPress")) == found
    assert find_comment_feeds(parse_text(""), address=address, platform=Platform(name="Hugo")) == ()


@pytest.mark.parametrize(
    "platform, found",
    [
        ("WordPress", ("https://blog.example/comments/feed/",)),
        ("Blogger", ("https://blog.example/feeds/comments/default",)),
        ("Hugo", ()),
    ],
)
def test_the_feed_of_all_comments_is_where_the_platform_has_it(platform, found):
    page = parse_text("")
    assert site_comment_feeds(page, address="https://blog.example/", platform=Platform(name=platform)) == found


@given(st.text(), st.text())
def test_any_page_at_any_address_is_read(html, address):
    page = parse_text(html)
    for platform in (None, Platform(name="WordPress"), Platform(name="Blogger")):
        assert isinstance(find_comment_feeds(page, address=address, platform=platform), tuple)
        assert isinstance(site_comment_feeds(page, address=address, platform=platform), tuple)
