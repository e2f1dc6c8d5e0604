"""When the corpus' blogs published.

The gold standard states days. The time of the day is one of those in the blog's own feed, chosen by a digest of blog,
day and number, so that each run has the same; a feed without times gets the hours from 8 to 22.
"""

import hashlib
import json
import lzma
import tarfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

from blogforever.errors import BlogforeverError
from blogforever.model.feed import Feed
from blogforever.sources.feeds.parse import parse_feed

_EARLIEST, _LATEST = "1994", "2027"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedBlog:
    """A blog's posts and the size of its feed."""

    slug: str
    times: tuple[datetime, ...]
    """Oldest first."""
    entries: int


def read_blogs(corpus: Path, abouts: list[dict[str, Any]]) -> Iterator[PublishedBlog]:
    """The blogs that have a feed and enough dated posts to replay."""
    for about in abouts:
        feed = _feed(corpus, about)
        gold = json.loads(lzma.decompress((corpus / f"{about['slug']}.gold.json.xz").read_bytes()))
        days = [post["date"] for post in gold["posts"] if post.get("date")]
        times = _times(about["slug"], [day for day in days if _EARLIEST < day < _LATEST], feed)
        if feed and feed.entries and len(times) >= 5:
            yield PublishedBlog(slug=about["slug"], times=times, entries=len(feed.entries))


def _feed(corpus: Path, about: dict[str, Any]) -> Feed | None:
    """The main feed: the file of exactly that path, for feeds of categories and comments often have the same name."""
    with tarfile.open(corpus / f"{about['slug']}.tar.xz") as saved:
        for member in saved:
            if member.isfile() and member.name.removeprefix("site/") == about.get("main_feed"):
                content = saved.extractfile(member)
                try:
                    return parse_feed(content.read()) if content else None
                except BlogforeverError:
                    return None
    return None


def _times(slug: str, days: list[str], feed: Feed | None) -> tuple[datetime, ...]:
    clocks = [clock for entry in feed.entries if entry.dated and (clock := _clock(entry.dated.iso))] if feed else []
    numbers: Counter[str] = Counter()
    times = []
    for day in days:
        numbers[day] += 1
        choice, shift = (_share(f"{slug} {day} {numbers[day]} {name}") for name in ("clock", "shift"))
        start = datetime.fromisoformat(day).replace(tzinfo=UTC)
        hour = timedelta(hours=8 + 14 * choice)
        if clocks:
            hour = clocks[int(choice * len(clocks))] + timedelta(hours=shift - 0.5)
        times.append(start + hour)
    return tuple(sorted(times))


def _clock(iso: str) -> timedelta | None:
    stated = datetime.fromisoformat(iso).time() if len(iso) > len("2026-01-01") else time()
    return None if stated == time() else timedelta(hours=stated.hour, minutes=stated.minute)


def _share(name: str) -> float:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big") / 2**48
