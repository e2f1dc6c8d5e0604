"""Blogforever itself, through the doors that everyone has: learn from the feed, then read any page of the blog."""

import html
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from urllib.parse import unquote, urlsplit

from bench.corpus import Blog, SavedPage
from bench.peers import Record
from blogforever.actions._files.records import as_record
from blogforever.actions.extract import extract_post
from blogforever.actions.learn import learn_rules
from blogforever.errors import BlogforeverError
from blogforever.learn.pairs import MOST_PAGES
from blogforever.model.feed import Feed, FeedText
from blogforever.model.page import Page
from blogforever.model.rules import RuleSet
from blogforever.sources.feeds.parse import parse_feed

NAME = "blogforever"
TRAINING_PAGES = MOST_PAGES
"""Of the pages that its feed links to, blogforever learns from at most so many, spread over the feed."""
EXCERPT_WORDS = 55
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]|[^\W_]+")


def read_feed(blog: Blog) -> Feed | None:
    """The blog's main feed; None when its bytes are none."""
    try:
        return parse_feed(blog.feed_file.read_bytes(), address=blog.feed_address)
    except BlogforeverError:
        return None


def cut_feed(feed: Feed) -> Feed:
    """A full-text feed as its excerpt: the first words of each entry without markup, as WordPress cuts them.

    The cut texts go through the parser again, so that they are cleaned and judged as any feed's are.
    """
    if feed.text_kind is not FeedText.FULL:
        return feed
    items = [
        {
            "id": str(number),
            "url": entry.address or "",
            "title": entry.title or "",
            "content_html": _excerpt(entry.text),
        }
        for number, entry in enumerate(feed.entries)
    ]
    whole = {"version": "https://jsonfeed.org/version/1.1", "title": feed.title or "", "items": items}
    cut = parse_feed(json.dumps(whole).encode(), address=feed.address)
    entries = (
        replace(old, html=new.html, text=new.text, summary="", truncated=new.truncated)
        for old, new in zip(feed.entries, cut.entries, strict=True)
    )
    return replace(feed, entries=tuple(entries), text_kind=cut.text_kind, text_kind_reason=cut.text_kind_reason)


def training_pages(blog: Blog, feed: Feed, most: int | None = None) -> list[Page]:
    """The pages of the feed's entries, or of its first `most`, as far as they were saved."""
    by_key = {_key(page.url): page for page in blog.pages}
    found: dict[str, Page] = {}
    for entry in feed.entries:
        for address in filter(None, (entry.address, *entry.aliases)):
            page = by_key.get(_key(address))
            if page and page.url not in found and (most is None or len(found) < most):
                found[page.url] = as_page(page)
                break
    return list(found.values())


def learn(blog: Blog, feed: Feed | None) -> RuleSet | None:
    """The blog's rules; None when there is nothing to learn from."""
    if feed is None:
        return None
    try:
        return learn_rules(feed, training_pages(blog, feed))
    except BlogforeverError:
        return None


def read_posts(pages: Iterable[SavedPage], rules: RuleSet | None) -> list[Record]:
    """The record of each page as `blogforever extract` would print it; the address alone where it is refused."""
    return [_read_post(page, rules) for page in pages]


def as_page(page: SavedPage) -> Page:
    """The saved page as blogforever takes it. No charset: nobody knows what the server said."""
    return Page(content=page.content(), address=page.address)


def _read_post(page: SavedPage, rules: RuleSet | None) -> Record:
    try:
        return dict(as_record(extract_post(as_page(page), rules)))
    except BlogforeverError:
        return {"type": "post", "url": page.address}


def _excerpt(text: str) -> str:
    """The first words and a mark; in Chinese, Japanese and Korean each character counts, as WordPress counts there."""
    ends = [word.end() for word in _WORD.finditer(text)]
    cut = text[: ends[EXCERPT_WORDS - 1]] + " […]" if len(ends) > EXCERPT_WORDS else text
    return html.escape(" ".join(cut.split()), quote=False)


@cache
def _key(address: str) -> str:
    """An address without host, query, doubled slashes, extension and index: feeds and saved files differ in these."""
    path = re.sub(r"/{2,}", "/", unquote(urlsplit(address).path)) or "/"
    path = re.sub(r"(/index)?\.(html?|php)$", "", path).rstrip("/")
    return path or "/"
