"""A made-up blog of any size, computed page by page and served on loopback: what grows with a blog shows here.

`python -m bench.harvest.endless --posts 45300` prints its address and serves until it is ended. Home, lists of twenty,
months, tags, links to the posts before and after, and a feed with the latest fifteen: the same bytes on every run.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cached_property
from pathlib import Path
from typing import TextIO

POSTS = 45_300
"""With their lists, months and tags a little more than 50,000 pages."""
_A_LIST = 20
_IN_FEED = 15
_TAGS = 200
_YEARS = 12.5
_LAST = datetime(2026, 6, 30, 12, tzinfo=UTC)
_SYLLABLES = ("ba", "de", "fi", "go", "lu", "ma", "ne", "pi", "ro", "sa", "te", "vi", "wo", "ker", "lan", "mor", "tur")


class EndlessBlog:
    """Every page of the blog as a function of its path."""

    def __init__(self, origin: str, posts: int = POSTS) -> None:
        self.origin = origin
        self.posts = posts
        chance = random.Random(1)  # noqa: S311 - prose, not a secret
        words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(4_000)]
        self._sentences = [" ".join(chance.choices(words, k=chance.randint(8, 20))).capitalize() for _ in range(2_000)]
        self._words = words
        self._tags = sorted({f"{word}{number}" for number, word in enumerate(words[:_TAGS])})

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Status, media type and body."""
        if path == "/feed.xml":
            return 200, "application/rss+xml", self._feed().encode()
        page = self._page(path)
        if page is None:
            return 404, "text/plain", b"not found"
        return 200, "text/html; charset=utf-8", page.encode()

    def _page(self, path: str) -> str | None:
        parts = [part for part in path.split("/") if part]
        number = 1
        if len(parts) >= 2 and parts[-2] == "page" and parts[-1].isdecimal():
            parts, number = parts[:-2], int(parts[-1])
        match parts:
            case []:
                return self._list("/", range(self.posts - 1, -1, -1), number)
            case ["tag", name] if name in self._of_tag:
                return self._list(f"/tag/{name}/", self._of_tag[name], number)
            case [year, month] if number == 1 and (year, month) in self._of_month:
                posts = self._of_month[year, month]
                return self._layout(f"{year}-{month}", self._teasers(posts, sentences=0))
            case [_, _, slug] if number == 1 and (post := slug.rpartition("-")[2]).isdecimal():
                return self._post(int(post)) if int(post) < self.posts and self._path(int(post)) == path else None
        return None

    @cached_property
    def _of_tag(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for post in range(self.posts - 1, -1, -1):
            found.setdefault(self._tag(post), []).append(post)
        return found

    @cached_property
    def _of_month(self) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = {}
        for post in range(self.posts - 1, -1, -1):
            year, month, _ = self._date(post).strftime("%Y %m %d").split()
            found.setdefault((year, month), []).append(post)
        return found

    def _date(self, post: int) -> datetime:
        return _LAST - timedelta(days=365.25 * _YEARS * (self.posts - 1 - post) / self.posts)

    def _tag(self, post: int) -> str:
        return self._tags[post * 7919 % len(self._tags)]

    def _title(self, post: int) -> str:
        chance = random.Random(post)  # noqa: S311 - the same title on every run
        return " ".join(chance.choices(self._words, k=4)).capitalize()

    def _path(self, post: int) -> str:
        slug = self._title(post).lower().replace(" ", "-")
        return f"/{self._date(post):%Y/%m}/{slug}-{post}/"

    def _list(self, base: str, posts: Sequence[int], number: int) -> str | None:
        start = (number - 1) * _A_LIST
        if not 0 <= start < len(posts):
            return None
        links = [
            f'<a class="{name}" rel="{name}" href="{base}{f"page/{page}/" if page > 1 else ""}">{label}</a>'
            for name, label, page in (("prev", "Newer", number - 1), ("next", "Older", number + 1))
            if page >= 1 and (page - 1) * _A_LIST < len(posts)
        ]
        teasers = self._teasers(posts[start : start + _A_LIST], sentences=3)
        return self._layout(f"Page {number}", f'{teasers}<nav class="pages">{"".join(links)}</nav>')

    def _teasers(self, posts: Sequence[int], *, sentences: int) -> str:
        return "".join(
            f'<article class="teaser"><h2><a href="{self._path(post)}">{self._title(post)}</a></h2>'
            f"<p>{'. '.join(self._prose(post)[:sentences])}</p></article>"
            for post in posts
        )

    def _prose(self, post: int) -> list[str]:
        chance = random.Random(-post - 1)  # noqa: S311 - the same text on every run
        return chance.choices(self._sentences, k=60)

    def _article(self, post: int) -> str:
        prose = self._prose(post)
        return "".join(f"<p>{'. '.join(prose[at : at + 6])}.</p>" for at in range(0, len(prose), 6))

    def _post(self, post: int) -> str:
        date = self._date(post)
        near = [
            f'<a rel="{name}" href="{self._path(other)}">{self._title(other)}</a>'
            for name, other in (("prev", post - 1), ("next", post + 1))
            if 0 <= other < self.posts
        ]
        tag = self._tag(post)
        return self._layout(
            self._title(post),
            f'<article class="post"><h1 class="post-title">{self._title(post)}</h1>'
            f'<p class="meta">By <a class="author" href="/about/">Ada Endless</a> on '
            f'<time datetime="{date.isoformat()}">{date:%B %d, %Y}</time></p>'
            f'<div class="post-body">{self._article(post)}</div>'
            f'<p class="tags">Tags: <a rel="tag" href="/tag/{tag}/">{tag}</a></p></article>'
            f'<nav class="near">{" ".join(near)}</nav>',
        )

    @cached_property
    def _sidebar(self) -> str:
        months = "".join(f'<li><a href="/{year}/{month}/">{year}-{month}</a></li>' for year, month in self._of_month)
        return (
            f'<aside><h3>Archive</h3><ul>{months[:1400].rpartition("</li>")[0]}</li></ul><a href="/">Home</a></aside>'
        )

    def _layout(self, title: str, body: str) -> str:
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | Endless</title>'
            f'<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>'
            f'<header><p class="name"><a href="/">Endless</a></p></header><main>{body}</main>{self._sidebar}'
            f"<footer>Written by nobody.</footer></body></html>"
        )

    def _feed(self) -> str:
        items = "".join(
            f"<item><title>{self._title(post)}</title><link>{self.origin}{self._path(post)}</link>"
            f"<pubDate>{format_datetime(self._date(post))}</pubDate><category>{self._tag(post)}</category>"
            f"<description><![CDATA[{self._article(post)}]]></description></item>"
            for post in range(self.posts - 1, max(-1, self.posts - 1 - _IN_FEED), -1)
        )
        return (
            f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Endless</title>'
            f"<link>{self.origin}/</link><description>No end</description>{items}</channel></rss>"
        )


class _Connection(asyncio.Protocol):
    def __init__(self, blog: EndlessBlog, log: TextIO | None) -> None:
        self._blog = blog
        self._log = log
        self._unread = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._unread += data
        while b"\r\n\r\n" in self._unread:
            asked, self._unread = self._unread.split(b"\r\n\r\n", 1)
            path = asked.split(b" ", 2)[1].decode("latin-1").partition("?")[0]
            status, kind, body = self._blog.answer(path)
            if self._log:
                self._log.write(f"{time.time():.3f} {status} {path}\n")
            head = f"HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
            self._transport.write(head.encode() + body)  # type: ignore[attr-defined] # a Transport for TCP


async def serve(posts: int, log: TextIO | None) -> None:
    """Serve on a free port of loopback, and print the address first."""
    loop = asyncio.get_running_loop()
    blog = EndlessBlog("", posts)
    server = await loop.create_server(lambda: _Connection(blog, log), "127.0.0.1", 0)
    blog.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    print(f"{blog.origin}/", flush=True)
    await server.serve_forever()


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--posts", type=int, default=POSTS)
    parser.add_argument("--log", type=Path, help="one line for each request: time, status, path")
    options = parser.parse_args()
    log = options.log.open("w", buffering=1) if options.log else None
    asyncio.run(serve(options.posts, log))


if __name__ == "__main__":
    main()
