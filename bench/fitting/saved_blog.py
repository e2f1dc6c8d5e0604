"""The pages of a saved blog as the classifier sees them, each with its features and whether people call it a post.

start page and feed -> every page that links lead to -> rules from the feed's pages -> features of each page -> cache

A harvest knows a little more than this: other feeds than the main one, the platform's own lists of posts, and the
rules of old themes that it learns when all pages are known.
"""

import json
import random
from collections import deque
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from bench.corpus import SEED, read_gold
from bench.harvest.lab import load_server
from bench.judge import load_judge
from blogforever.actions.learn import learn_rules
from blogforever.dom.page_links import page_links
from blogforever.dom.parsed_page import parse
from blogforever.errors import BlogforeverError
from blogforever.extract.fields import Reader
from blogforever.extract.post import extract, look_at
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.model.rules import RuleSet
from blogforever.sources.feeds.parse import parse_feed
from blogforever.urls.normalize import post_key

MOST_PAGES = 1_000
"""Pages read of one blog: a saved blog has at most 300, but some of them under several addresses."""
PAGES_WITHOUT_RULES = 30
"""Pages of each blog that are read without rules too: as `extract` without a feed does."""
_MOST_REDIRECTS = 5
_PORT = 8100
_FEW_WORDS = 20
"""Texts that are shorter do not show that a page is the copy of a post."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedFeatures:
    """One page."""

    address: str
    is_post: bool | None
    """By the gold; None where it does not say, and for copies of a post at another address."""
    is_named_as_post: bool
    """The feed has an entry for it."""
    features: tuple[str, ...]
    """Of the page and its address."""
    text_features: tuple[str, ...]
    """Of the article's text."""
    without_rules: tuple[str, ...] | None
    """All features when the page is read without rules; None for pages that were not chosen for that."""
    links: tuple[int, ...]
    """Places of the pages that it links to in the list of all pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedBlog:
    """All pages of one blog."""

    slug: str
    has_rules: bool
    entries: tuple[str, ...]
    """Addresses that the feed names."""
    pages: tuple[SavedFeatures, ...]


def read_saved_blog(corpus: Path, about: dict[str, Any], place: int, cache: Path) -> SavedBlog:
    """The blog from the cache, else from the corpus. `place`: its number in the index, which gives it its host."""
    file = cache / "fit" / f"{about['slug']}.json"
    archive = corpus / f"{about['slug']}.tar.xz"
    version = [archive.stat().st_size, (corpus / f"{about['slug']}.gold.json.xz").stat().st_size]
    if file.is_file():
        known = json.loads(file.read_text("utf-8"))
        if known.pop("version") == version:
            return _from_json(known)
    blog = _Walk(corpus, about, place).read()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"version": version, **asdict(blog)}), "utf-8")
    return blog


def _from_json(known: dict[str, Any]) -> SavedBlog:
    pages = tuple(
        SavedFeatures(
            **{name: tuple(value) if isinstance(value, list) else value for name, value in page.items()},
        )
        for page in known["pages"]
    )
    return SavedBlog(
        slug=known["slug"], has_rules=known["has_rules"], entries=tuple(known["entries"]), pages=pages
    )  # fmt: skip


class _Walk:
    """Reads one blog without a network, from what the corpus' server would answer."""

    def __init__(self, corpus: Path, about: dict[str, Any], place: int) -> None:
        self._served: Any = load_server(corpus).Blog(corpus, about, f"127.0.1.{place % 250 + 1}", _PORT)
        self._slug = str(about["slug"])
        self._feed = self._read_feed(about["main_feed"])
        self._judge = load_judge(corpus)
        gold = read_gold(corpus, self._slug)
        self._posts = {self._judge.key(post["url"]) for post in gold["posts"]}
        self._others = {self._judge.key(url) for url in gold.get("not_posts", ())}
        self._is_complete = bool(gold.get("complete"))

    def read(self) -> SavedBlog:
        """All pages with their features."""
        entries = tuple(dict.fromkeys(entry.address for entry in self._feed.entries if entry.address))
        pages, links = self._walk(entries)
        named = set()
        for entry in entries:
            address, _ = self._fetch(entry)
            named |= {post_key(entry), post_key(address)}
        rules = self._learn()
        reader, bare = Reader(rules), Reader(None)
        read = [_features(page, reader) for page in pages]
        copies = {text for page, (_, _, text, _) in zip(pages, read, strict=True) if self._label(page.address) and text}
        labels = [
            self._label(page.address) if not self._is_copy(page.address, text, canonical, copies) else None
            for page, (_, _, text, canonical) in zip(pages, read, strict=True)
        ]
        known = [number for number, label in enumerate(labels) if label is not None]
        random.Random(SEED).shuffle(known)  # noqa: S311 - a sample, not a secret
        chosen = set(known[:PAGES_WITHOUT_RULES])
        return SavedBlog(
            slug=self._slug,
            has_rules=rules is not None,
            entries=entries,
            pages=tuple(
                SavedFeatures(
                    address=page.address or "",
                    is_post=labels[number],
                    is_named_as_post=post_key(page.address or "") in named,
                    features=read[number][0],
                    text_features=read[number][1],
                    without_rules=sum(_features(page, bare)[:2], ()) if number in chosen else None,
                    links=links[number],
                )
                for number, page in enumerate(pages)
            ),
        )

    def _walk(self, entries: tuple[str, ...]) -> tuple[list[Page], list[tuple[int, ...]]]:
        """Every page that links lead to from the start page and the feed, and which pages each links to."""
        waiting = deque([self._served.start, *entries])
        seen = {post_key(address) for address in waiting}
        numbers: dict[str, int] = {}
        bodies: dict[bytes, int] = {}
        pages: list[Page] = []
        linked: list[tuple[str, ...]] = []
        while waiting and len(pages) < MOST_PAGES:
            asked = waiting.popleft()
            address, body = self._fetch(asked)
            links = _links(body, address) if body is not None else None
            if body is None or links is None:
                continue
            known = numbers.get(post_key(address), bodies.get(body, len(pages)))
            numbers[post_key(asked)] = numbers[post_key(address)] = bodies[body] = known
            if known < len(pages):
                continue
            pages.append(Page(content=body, address=address))
            linked.append(links)
            for link in links:
                if urlsplit(link).netloc == urlsplit(self._served.start).netloc and post_key(link) not in seen:
                    seen.add(post_key(link))
                    waiting.append(link)
        places = [dict.fromkeys(numbers[key] for key in map(post_key, links) if key in numbers) for links in linked]
        return pages, [tuple(found) for found in places]

    def _learn(self) -> RuleSet | None:
        training: dict[str, Page] = {}
        for entry in self._feed.entries:
            answers = (self._fetch(address) for address in (entry.address, *entry.aliases) if address)
            address, body = next((answer for answer in answers if answer[1] is not None), ("", None))
            if body is not None:
                training[address] = Page(content=body, address=address)
        try:
            return learn_rules(self._feed, list(training.values()))
        except BlogforeverError:
            return None

    def _read_feed(self, path: str) -> Feed:
        address = urljoin(self._served.start, f"/{path}")
        return parse_feed(self._served.answer(urlsplit(address).path)[2], address=address)

    def _fetch(self, address: str) -> tuple[str, bytes | None]:
        if urlsplit(address).netloc != urlsplit(self._served.start).netloc:
            return address, None
        for _ in range(_MOST_REDIRECTS):
            status, headers, body = self._served.answer(urlsplit(address).path or "/")
            if status == 301:
                address = urljoin(address, headers["Location"])
                continue
            return address, body if status == 200 and "html" in headers.get("Content-Type", "") else None
        return address, None

    def _label(self, address: str | None) -> bool | None:
        key = self._judge.key(address)
        return True if key in self._posts else False if self._is_complete or key in self._others else None

    def _is_copy(self, address: str | None, text: bytes, canonical: str | None, texts: set[bytes]) -> bool:
        """True for a post under another address than its own: the harvest sorts these out elsewhere."""
        if self._label(address):
            return False
        return text in texts or bool(canonical and self._judge.key(canonical) in self._posts)


def _features(page: Page, reader: Reader) -> tuple[tuple[str, ...], tuple[str, ...], bytes, str | None]:
    """Features of page and address, features of its text, a digest of the text, and its canonical address."""
    try:
        look = look_at(parse(page), reader)
        extraction = extract(look)
    except BlogforeverError:
        return (), (), b"", None
    words = extraction.post.content_text.split()
    text = (
        blake2b(" ".join(words).encode("utf-8", "replace"), digest_size=8).digest() if len(words) > _FEW_WORDS else b""
    )
    return tuple(sorted(look.features)), tuple(sorted(extraction.features - look.features)), text, look.url


def _links(body: bytes, address: str) -> tuple[str, ...] | None:
    """The page's links; None for what is not a page, or only sends on to another."""
    try:
        parsed = parse(Page(content=body, address=address))
    except BlogforeverError:
        return None
    found = page_links(parsed.document, address)
    return None if found.refresh else found.links
