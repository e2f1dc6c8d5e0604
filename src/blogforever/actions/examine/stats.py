"""Statistics over feeds: those of an archive, or those that an OPML file lists [OS 3.2].

An archive's feeds are read from its captures; nothing is fetched. Those of a file are fetched once each, as politely as
a harvest fetches them.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from blogforever.actions._archive import OpenArchive, list_blogs
from blogforever.actions._crawl.blog_lists import ListedBlog, read_opml
from blogforever.actions._crawl.contact import contact
from blogforever.actions._crawl.one_page import fetch_page
from blogforever.actions._crawl.supervisor import Stop, signals_to
from blogforever.actions._files.feed_charts import feed_charts
from blogforever.actions._files.file_io import write_text
from blogforever.errors import BlogforeverError, NotInArchive, UnreadableFile
from blogforever.model.archive import ArchivedBlog
from blogforever.model.blog import KnownFeed
from blogforever.model.feed import Feed
from blogforever.model.harvest import HarvestOptions, Render
from blogforever.schedule.feed_facts import FeedFacts, FeedLook
from blogforever.schedule.feed_statistics import FeedStatistics, summarise
from blogforever.sources.decompress import decompress
from blogforever.sources.feeds.parse import parse_feed
from blogforever.sources.platforms import platform_of_generator
from blogforever.store.queries.blogs import find_blog
from blogforever.store.queries.captured_feeds import captured_feeds, publication_dates
from blogforever.text.charsets import charset_of
from blogforever.urls.normalize import host_of

__all__ = ["FeedStatistics", "archive_statistics", "opml_statistics", "statistics_record", "write_charts"]

_AT_ONCE = 4
_LARGEST = 16_000_000
_OK = 200
_UNKNOWN = "unknown"

Watch = Callable[[int, int], None]
"""Called with how many feeds were read, and how many there are."""


def archive_statistics(archive: OpenArchive, blogs: Sequence[str] = ()) -> FeedStatistics:
    """Of the main feeds of these blogs, or of all. Raises NotInArchive, AmbiguousBlog."""
    chosen = [find_blog(archive.database, name) for name in blogs] or list(list_blogs(archive))
    facts = [
        _captured(archive, known, feed)
        for known in {blog.id: blog for blog in chosen}.values()
        for feed in _main(known)
    ]
    if not facts:
        problem = "none of these blogs has a feed" if blogs else "none of the archive's blogs has a feed"
        raise NotInArchive(archive.database.subject, problem, "Give feeds of the web with --opml FILE.")
    return summarise(facts, datetime.now(UTC))


def opml_statistics(file: Path | str, options: HarvestOptions, *, watch: Watch | None = None) -> FeedStatistics:
    """Of all feeds that the file lists; each is fetched once. Raises UnreadableFile."""
    listed = [blog for blog in read_opml(file) if blog.feed]
    if not listed:
        next_step = "Each outline needs an xmlUrl: export the file from a feed reader."
        raise UnreadableFile(str(file), "does not list any feed", next_step)
    options, stop = _quick(options), Stop()
    by_host: dict[str, list[ListedBlog]] = {}
    for blog in listed:
        by_host.setdefault(host_of(blog.feed or ""), []).append(blog)
    facts: list[FeedFacts] = []
    with signals_to(stop), ThreadPoolExecutor(_AT_ONCE) as pool:
        # Feeds of one host are fetched one after another, as it is used to.
        for found in pool.map(partial(_fetch_all, options=options, stop=stop), by_host.values()):
            facts += found
            if watch is not None:
                watch(len(facts), len(listed))
    if stop.requests:
        raise KeyboardInterrupt
    return summarise(facts, datetime.now(UTC))


def statistics_record(statistics: FeedStatistics) -> dict[str, Any]:
    """The statistics for JSON, each feed with how regular it is."""
    record = asdict(statistics)
    for row, intervals in zip(record["intervals"], statistics.intervals, strict=True):
        row["regularity"] = intervals.regularity
    return record


def write_charts(statistics: FeedStatistics, folder: Path | str) -> tuple[Path, ...]:
    """The charts as SVG files in the folder, which is made if need be. Raises UnreadableFile."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"is not a folder and cannot be made ({(error.strerror or 'unknown reason').lower()})"
        raise UnreadableFile(str(folder), problem, "Name another folder with --charts.") from error
    written = []
    for name, picture in feed_charts(statistics).items():
        write_text(place / name, picture)
        written.append(place / name)
    return tuple(written)


def _quick(options: HarvestOptions) -> HarvestOptions:
    """The contact is asked for once, not by every thread."""
    return replace(options, contact=contact(options.contact), render=Render.NEVER)


def _fetch_all(listed: Sequence[ListedBlog], options: HarvestOptions, stop: Stop) -> list[FeedFacts]:
    return [_fetched(blog, options, stop) for blog in listed if not stop.requests]


def _fetched(listed: ListedBlog, options: HarvestOptions, stop: Stop) -> FeedFacts:
    address = listed.feed or listed.address
    folder = {"folder": listed.folder} if listed.folder else {}
    try:
        page = fetch_page(address, options, stop=stop).page
    except BlogforeverError as error:
        return FeedFacts(address=address, groups=folder, vanished=error.problem)
    except KeyboardInterrupt:  # the whole is ended by whoever started the threads
        return FeedFacts(address=address, vanished="interrupted")
    try:
        feed = parse_feed(page.content, address=address, charset=page.charset)
    except BlogforeverError as error:
        return FeedFacts(address=address, groups=folder, unparsable=error.problem)
    platform = platform_of_generator(feed.generator or "") or _UNKNOWN
    groups = folder | {"platform": platform, "language": _language(feed.language)}
    return _facts(address, feed, groups, looks=(), published=())


def _main(blog: ArchivedBlog) -> Iterator[KnownFeed]:
    """The feed that the blog is followed by."""
    feeds = sorted(blog.blog.feeds, key=lambda feed: feed.role != "main")
    yield from [feed for feed in feeds if feed.role != "comments"][:1]


def _captured(archive: OpenArchive, blog: ArchivedBlog, known: KnownFeed) -> FeedFacts:
    platform = blog.blog.platform.name if blog.blog.platform else _UNKNOWN
    groups = {"platform": platform, "language": _language(blog.blog.language)}
    looks: list[FeedLook] = []
    feed: Feed | None = None
    vanished = unparsable = None
    for exchange in captured_feeds(archive.database, blog.id, known.address):
        vanished = f"HTTP status {exchange.status}" if exchange.status >= 400 else None
        if exchange.status != _OK:
            continue
        content = decompress(exchange.body, exchange.header("Content-Encoding") or "", _LARGEST)
        charset = charset_of(exchange.header("Content-Type") or "")
        try:
            feed, unparsable = parse_feed(content, address=known.address, charset=charset), None
        except BlogforeverError as error:
            unparsable = error.problem
        else:
            looks.append(FeedLook(at=exchange.at, entries=_ids(feed)))
    if vanished or unparsable or feed is None:
        format_known = known.format or "unknown"
        gone = vanished if vanished or unparsable or known.format else known.reason or "it was never fetched"
        return FeedFacts(
            address=known.address, groups=groups, format=format_known, entries=known.entries, vanished=gone,
            unparsable=unparsable, published=publication_dates(archive.database, blog.id),
        )  # fmt: skip
    published = publication_dates(archive.database, blog.id)
    return _facts(known.address, feed, groups, looks=tuple(looks), published=published)


def _facts(
    address: str, feed: Feed, groups: dict[str, str], *, looks: tuple[FeedLook, ...], published: tuple[str, ...]
) -> FeedFacts:
    shown = tuple(entry.dated.iso for entry in feed.entries if entry.dated)
    return FeedFacts(
        address=address, groups=groups, format=feed.format, entries=len(feed.entries),
        time_elements=feed.time_elements, published=published or shown, looks=looks,
    )  # fmt: skip


def _ids(feed: Feed) -> frozenset[str]:
    return frozenset(name for entry in feed.entries if (name := entry.id or entry.address))


def _language(written: str | None) -> str:
    """The language without its country."""
    return (written or "").replace("_", "-").partition("-")[0].strip().lower() or _UNKNOWN
