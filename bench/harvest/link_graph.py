"""The link graph of a saved blog: its pages, what each links to, and which of them are posts."""

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from bench.corpus import read_gold
from bench.harvest.lab import load_server
from bench.judge import load_judge
from blogforever.dom.page_links import page_links
from blogforever.dom.parsed_page import try_parse
from blogforever.model.page import Page
from blogforever.sources.feeds.discover import find_feeds
from blogforever.sources.sitemap_locations import usual_sitemaps
from blogforever.urls.normalize import post_key

MOST_PAGES = 4_000
_MOST_REDIRECTS = 5
_PORT = 8100
_ADDRESS = re.compile(r"https?://[^\s<>\"']+")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkGraph:
    """Page 0 is the start page; all others can be reached from it."""

    slug: str
    addresses: tuple[str, ...]
    links: tuple[tuple[int, ...], ...]
    is_post: tuple[bool, ...]
    has_path: bool
    """A link, a feed or a sitemap leads from the start page to a post."""


def read_graph(corpus: Path, about: dict[str, Any], place: int) -> LinkGraph:
    """The graph of one blog, read without a network from what the corpus' server would answer."""
    served = load_server(corpus).Blog(corpus, about, f"127.0.1.{place % 250 + 1}", _PORT)
    judge, gold = load_judge(corpus), read_gold(corpus, about["slug"])
    posts = {judge.key(post["url"]) for post in gold["posts"]}
    waiting = deque([served.start])
    numbers: dict[str, int] = {}
    addresses: list[str] = []
    named: list[tuple[str, ...]] = []
    seen = {post_key(served.start)}
    while waiting and len(addresses) < MOST_PAGES:
        asked = waiting.popleft()
        address, body = _fetch(served, asked)
        if body is None:
            continue
        known = numbers.setdefault(post_key(address), len(addresses))
        numbers[post_key(asked)] = known
        if known < len(addresses):
            continue
        links = _links(body, address)
        addresses.append(address)
        named.append(links)
        for link in links:
            if urlsplit(link).netloc == urlsplit(served.start).netloc and post_key(link) not in seen:
                seen.add(post_key(link))
                waiting.append(link)
    is_post = tuple(judge.key(address) in posts for address in addresses)
    return LinkGraph(
        slug=about["slug"],
        addresses=tuple(addresses),
        links=tuple(
            tuple(dict.fromkeys(numbers[key] for key in map(post_key, links) if key in numbers)) for links in named
        ),
        is_post=is_post,
        has_path=any(is_post) or any(judge.key(address) in posts for address in _named_by_sources(served)),
    )


def _named_by_sources(served: Any) -> set[str]:
    """Every address in the feeds and sitemaps that the start page or custom lead to."""
    start, body = _fetch(served, served.start)
    feeds = [found.address for found in find_feeds((body or b"").decode("utf-8", "replace"), address=start)]
    named: set[str] = set()
    for source in (*feeds, *usual_sitemaps(start, platform=None), urljoin(start, "/robots.txt")):
        status, _, content = served.answer(urlsplit(source).path or "/")
        if status == 200:
            named.update(_ADDRESS.findall(content.decode("utf-8", "replace")))
    return named


def _fetch(served: Any, address: str) -> tuple[str, bytes | None]:
    for _ in range(_MOST_REDIRECTS):
        status, headers, body = served.answer(urlsplit(address).path or "/")
        if status == 301:
            address = urljoin(address, headers["Location"])
            continue
        is_page = status == 200 and "html" in headers.get("Content-Type", "")
        return address, body if is_page else None
    return address, None


def _links(body: bytes, address: str) -> tuple[str, ...]:
    parsed = try_parse(Page(content=body, address=address))
    return page_links(parsed.document, address).links if parsed else ()
