"""Feeds of comments: where they are, of one post and of the whole blog. sources/comments/feed_entries.py reads them."""

import re

from blogforever.dom.tree import Document
from blogforever.model.blog import Platform
from blogforever.model.feed import FeedEntry
from blogforever.sources.feeds.discover import comment_feeds
from blogforever.text.comment_ids import comment_id
from blogforever.urls.normalize import absolute, canonical

MOST_FEEDS = 5
"""A post has one feed of its comments, at times in two or three formats."""

_WORDPRESS = ("WordPress", "WordPress.com")
_SITE_WIDE = re.compile(
    r"/comments/feed(?:/(?:atom|rss2?|rdf))?(?:/(?:index\.\w+)?)?(?:\?|$)|/feeds/comments/(?:default|full|summary)|[?&]feed=comments-\w+"
    r"|/feed/(?:atom|rss2?)/comments/?$|/comments?(?:/(?:index|atom|rss|feed))?\.(?:xml|rss|atom|rdf)$",
    re.IGNORECASE,
)
_ONE_POST = re.compile(r"[?&](?:p|page_id|cid)=\d", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,40}")
_BLOGGER_POSTS = (
    ("meta[itemprop='postId'][content]", "content"),
    ("[id^='post-body-']", "id"),
)
"""Where a page on Blogger keeps the number of its post."""
_BLOGGER_SCRIPT = re.compile(r"""["']postId["']\s?:\s?["'](\d{5,40})["']""")


def find_comment_feeds(
    document: Document, *, address: str, entry: FeedEntry | None = None, platform: Platform | None = None
) -> tuple[str, ...]:
    """The feeds of the comments on the post at `address`, best first: by its feed entry, by the page, then by habit.

    A habit of the platform counts only where it never fails: what the page or entry names needs no guessing.
    """
    page = canonical(address)
    found = [entry.comments_feed] if entry is not None and entry.comments_feed else []
    found += [feed.address for feed in comment_feeds(document, address=page) if not _is_site_wide(feed.address)]
    if not found:
        name = platform.name if platform else ""
        guess = _wordpress_feed(page) if name in _WORDPRESS else None
        if name == "Blogger" and (number := _blogger_post(document, entry)):
            guess = absolute(f"/feeds/{number}/comments/default", page)
        found = [guess] if guess else []
    return _distinct(found)


def site_comment_feeds(document: Document, *, address: str, platform: Platform | None) -> tuple[str, ...]:
    """The feeds of all comments of the blog, best first; `address` is the page that the document is."""
    page = canonical(address)
    found = [feed.address for feed in comment_feeds(document, address=page) if _is_site_wide(feed.address)]
    if not found and platform is not None:
        home = page.partition("?")[0].rpartition("/")[0] + "/"
        usual = {**dict.fromkeys(_WORDPRESS, "comments/feed/"), "Blogger": "/feeds/comments/default"}
        guess = absolute(usual[platform.name], home) if platform.name in usual else None
        found = [guess] if guess else []
    return _distinct(found)


def _is_site_wide(feed: str) -> bool:
    return _SITE_WIDE.search(feed) is not None and not _ONE_POST.search(feed)


def _wordpress_feed(page: str) -> str | None:
    """WordPress has the comments of each post at <post>/feed/; of the home page that is the feed of posts."""
    head, question, query = page.partition("?")
    if question:
        return f"{head}?feed=rss2&{query}" if _ONE_POST.search(page) else None
    return f"{head.rstrip('/')}/feed/" if head.rstrip("/").count("/") > 2 else None


def _blogger_post(document: Document, entry: FeedEntry | None) -> str | None:
    if entry is not None and entry.id and _NUMBER.fullmatch(number := comment_id(entry.id)):
        return number
    for css, attribute in _BLOGGER_POSTS:
        written = [str(node.attr(attribute) or "") for node in document.select(css)[:50]]
        numbers = {number for text in written if _NUMBER.fullmatch(number := text.rpartition("-")[2])}
        if len(numbers) == 1:  # a page of several posts is not a post
            return numbers.pop()
    scripts = (script.text for script in document.select("script:not([src])")[:100])
    return next((found[1] for text in scripts if (found := _BLOGGER_SCRIPT.search(text))), None)


def _distinct(found: list[str]) -> tuple[str, ...]:
    return tuple({canonical(address): address for address in reversed(found)}.values())[::-1][:MOST_FEEDS]
