"""A post as its feed entry tells it."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.extract.feed_entry import post_of_entry
from blogforever.model.feed import FeedEntry
from blogforever.model.post import LinkKind, Source
from blogforever.sources.feeds.parse import parse_feed
from tests.sample_blog.blog import make_blog
from tests.sample_blog.feeds import FeedShape

HERE = "http://blog.example/2010/rain"


def test_a_post_says_what_its_entry_says():
    blog = make_blog(posts=6, feed=6)
    for entry, truth in zip(parse_feed(blog.feed(FeedShape(kind="full"))).entries, blog.in_feed, strict=True):
        post = post_of_entry(entry, entry.address)
        assert (post.url, post.title, post.authors, post.tags) == (
            entry.address,
            truth.title,
            truth.authors,
            truth.tags,
        )
        assert post.content_text == entry.text
        assert post.published.day == f"{truth.published:%Y-%m-%d}"
        assert {one.value_from for one in post.evidence.values()} == {Source.FEED}
        assert post.problems == ("kept from the feed: its page could not be had",)


def test_links_and_media_are_absolute_and_scripts_are_gone():
    links = '<a href="../other">x</a> <a href="https://a.example/">y</a>'
    html = f'<p>{links}<img src="/i.png" onerror="go()"><script>go()</script></p>'
    post = post_of_entry(FeedEntry(address=HERE, html=html, text="x y"), HERE)
    assert [(link.address, link.kind) for link in post.links] == [
        ("http://blog.example/other", LinkKind.SAME_BLOG), ("https://a.example/", LinkKind.ELSEWHERE),
    ]  # fmt: skip
    assert [media.address for media in post.media] == ["http://blog.example/i.png"]
    assert "go()" not in post.content_html


def test_an_entry_that_says_nothing_makes_a_post_without_evidence():
    post = post_of_entry(FeedEntry(address=None, aliases=(HERE, "http://short.example/1")), HERE)
    assert (post.url, post.aliases, post.title, post.content_html, post.evidence) == (
        HERE, ("http://short.example/1",), None, "", {},
    )  # fmt: skip


def test_deep_markup_does_not_break_it():
    post = post_of_entry(FeedEntry(address=HERE, html="<div>" * 5_000 + "deep", text="deep"), HERE)
    assert post.content_text == "deep"


@given(st.text(max_size=200), st.text(max_size=50))
def test_any_markup_at_any_address_makes_a_post(html, address):
    post = post_of_entry(FeedEntry(address=address, html=html, text=html), address)
    assert post.url == address
