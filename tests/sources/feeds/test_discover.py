"""The feeds of a page, best first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.sources.feeds.discover import find_feeds


def link(href, title="", kind="application/rss+xml"):
    return f'<link rel="alternate" type="{kind}" title="{title}" href="{href}">'


def named(html, address="http://garden.example/"):
    return [
        (feed.address.removeprefix("http://garden.example"), feed.role)
        for feed in find_feeds(html, address=address)
        if feed.role != "guess"
    ]


def test_the_main_feed_comes_before_categories_and_comments():
    html = (
        link("/comments/feed/", "Garden » Comments Feed")
        + link("/category/veg/feed/", "Garden » Veg Category Feed")
        + link("/en/feed/", "Garden in English")
        + link("/feed/", "Garden » Feed")
    )
    assert named(f"<html lang=de>{html}") == [
        ("/feed/", "main"),
        ("/en/feed/", "language"),
        ("/category/veg/feed/", "category"),
        ("/comments/feed/", "comments"),
    ]


@pytest.mark.parametrize(
    "title",
    ["Garten » Kommentar-Feed", "Jardin » Flux des commentaires", "庭 » コメントフィード", "Bahçe » yorum beslemesi"],
)
def test_comment_feeds_are_known_by_their_titles(title):
    assert named(link("/feed/2/", title)) == [("/feed/2/", "comments")]


def test_a_blog_about_comments_keeps_its_feed():
    assert named(link("/feed/", "Comment is free » Feed")) == [("/feed/", "main")]


@pytest.mark.parametrize(
    "kind",
    [
        "application/atom+xml",
        "application/rdf+xml",
        "application/feed+json",
        "text/xml",
        "application/xml",
        "application/json; charset=utf-8",
    ],
)
def test_every_feed_type_counts(kind):
    assert named(link("/feed.json", kind=kind)) == [("/feed.json", "main")]


@pytest.mark.parametrize(
    "href, kind",
    [
        ("/wp-json/wp/v2/posts/1", "application/json"),
        ("/wp-json/oembed/1.0/embed?url=x", "application/json+oembed"),
        ("/oembed?format=xml", "text/xml+oembed"),
        ("/sitemap.xml", "application/xml"),
        ("javascript:x", "application/rss+xml"),
    ],
)
def test_other_alternates_are_no_feeds(href, kind):
    assert named(link(href, kind=kind)) == []


def test_links_for_people_serve_where_none_is_declared():
    html = '<a href="/index.xml">RSS</a><a href="/about">About</a><a href="http://other.example/feed/">A friend</a>'
    assert named(html) == [("/index.xml", "main")]
    assert named(link("/feed/") + html) == [("/feed/", "main")]


def test_a_post_names_its_comment_feed():
    html = link("http://garden.example/2010/05/peas/feed/", "Garden » Peas") + link("/feed/", "Garden » Feed")
    assert named(html, "http://garden.example/2010/05/peas/")[0] == ("/feed/", "main")


def test_feeds_of_other_sites_come_after_the_blogs_own():
    assert named(link("http://other.example/feed/") + link("/blog/feed/")) == [
        ("/blog/feed/", "main"),
        ("http://other.example/feed/", "other"),
    ]


def test_base_elements_are_obeyed():
    assert named("<base href='/blog/'>" + link("feed/")) == [("/blog/feed/", "main")]


def test_guesses_come_last_and_do_not_repeat():
    found = find_feeds(link("/atom.xml"), address="http://garden.example/blog/")
    assert found[0].address == "http://garden.example/atom.xml"
    guesses = [feed.address for feed in found if feed.role == "guess"]
    assert guesses[0] == "http://garden.example/blog/feed/"
    assert "http://garden.example/feed/" in guesses
    assert "http://garden.example/atom.xml" not in guesses
    assert all(feed.reason for feed in found)


@given(st.text(max_size=80), st.text(max_size=30))
def test_any_page_and_address_will_do(html, address):
    find_feeds(f"<link rel=alternate type=application/rss+xml href='{html}'>" + html, address=address)
