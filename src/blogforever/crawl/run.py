"""Runs one crawl in this process, from the address to the report."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

# Imported first: it reads the sources of all modules that are being imported just then, which takes long for many.
import scrapy.core.downloader.contextfactory  # noqa: F401
from scrapy.crawler import CrawlerProcess
from scrapy.utils.misc import load_object
from twisted.internet import task
from twisted.python.failure import Failure

from blogforever.crawl.downloader import PoliteDownloader, WatchedHandlers
from blogforever.crawl.middlewares.retry import RetryMiddleware
from blogforever.crawl.resolver import PrivateBlog, private_blog
from blogforever.crawl.settings import crawl_settings
from blogforever.crawl.spider import NewCrawl, OnePage
from blogforever.errors import Unreachable
from blogforever.harvest.engine import Harvest
from blogforever.harvest.reading_limit import ReadingLimit, ReportCurrent
from blogforever.model.harvest import CrawlLimits, HarvestOptions, Progress, Report, State
from blogforever.model.page import Page
from blogforever.model.ports import Ports

_WATCH_EVERY = 0.25
"""Seconds."""
_Spider = TypeVar("_Spider", bound=NewCrawl)
_LONG_DELAY = 2.0
"""Seconds between requests that somebody who watches should know about."""
_LONG_SILENCE = 3.0
"""Seconds without an answer, likewise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supervision:
    """How the supervising process follows the crawl, and what it has learned from earlier attempts at it."""

    watch: Callable[[Progress], None]
    """Gets the progress of the crawl every quarter of a second."""
    report_current: ReportCurrent
    """Gets the document that is being read."""
    limits: CrawlLimits
    given_up: Mapping[str, str]
    """Documents that earlier attempts got stuck on."""
    spent: float
    """Seconds that earlier attempts took."""
    before: Progress | None
    """How far the attempt before this one was; None for the first."""
    seen_private: bool | None = None
    """Whether the supervising process saw the blog's host in a private network; None if it did not look."""


def crawl(
    start: str,
    options: HarvestOptions,
    *,
    ports: str,
    arguments: dict[str, Any],
    supervision: Supervision,
    now: datetime | None = None,
) -> Report:
    """Harvest the blog at `start`. A process can do this once: Twisted allows no more.

    `ports` names what opens the captures and records that the harvest goes to, `arguments` are for it.

    `now` is another moment than now for a harvest that is done again.

    Raises what ended the harvest before it began: Unreachable, NotABlog, BadArchive …
    """
    process, spider = _prepare(NewCrawl, start, options, ports, arguments, supervision, now)
    harvest = spider.harvest
    try:
        process.start()
    finally:
        harvest.profile.notes += [*harvest.records.notes(), *spider.browser.notes()]
        report, refusal = harvest.end(spider.state, spider.seconds)
        if error := spider.failure or refusal:
            raise error
    supervision.watch(_progress(spider))
    return report


def crawl_page(
    start: str, options: HarvestOptions, *, ports: str, arguments: dict[str, Any], supervision: Supervision
) -> tuple[Page, tuple[str, ...]]:
    """The page at `start` alone, and notes about it. As above otherwise; raises Unreachable."""
    process, spider = _prepare(OnePage, start, options, ports, arguments, supervision)
    process.start()
    if spider.failure:
        raise spider.failure
    if spider.fetched is None:  # the server asks to wait, or the user stopped it
        notes = spider.harvest.profile.notes
        raise Unreachable(start, notes[-1] if notes else "the page was not fetched", "Try again later.")
    return spider.fetched.page, tuple(spider.browser.notes())


def _prepare(  # noqa: PLR0913, PLR0917 - as `crawl`
    kind: type[_Spider], start: str, options: HarvestOptions, ports: str, arguments: dict[str, Any],
    supervision: Supervision, now: datetime | None = None,
) -> tuple[CrawlerProcess, _Spider]:  # fmt: skip
    """The crawl, ready to start."""
    private = _private_blog(start, options, seen_private=supervision.seen_private)
    captures, records = cast("Ports", load_object(ports)(start, options=options, **arguments))
    logging.getLogger("scrapy").addHandler(logging.NullHandler())
    process = CrawlerProcess(crawl_settings(options, private=private))
    crawler = process.create_crawler(kind)
    limit = ReadingLimit(supervision.limits, supervision.report_current)
    harvest = Harvest(
        start, options, captures, records, now=now or datetime.now(UTC), limit=limit, given_up=supervision.given_up
    )
    if supervision.before is not None:
        harvest.go_on(supervision.before)
    started = process.crawl(crawler, harvest=harvest, spent=supervision.spent)
    spider = cast("_Spider", crawler.spider)
    started.addErrback(_remember, spider)
    supervision.watch(replace(_progress(spider), is_stopping=False))  # at once: the first document may hang
    harvest.when_phase_changes = lambda: supervision.watch(_progress(spider))
    task.LoopingCall(lambda: supervision.watch(_progress(spider))).start(_WATCH_EVERY, now=False)
    return process, spider


def _remember(failure: Failure, spider: NewCrawl) -> None:
    """Scrapy itself failed: Twisted would only log it."""
    if isinstance(failure.value, Exception):
        spider.stop(failure.value)


def _progress(spider: NewCrawl) -> Progress:
    harvest = spider.harvest
    counts, profile = harvest.counts, harvest.profile
    return Progress(
        blog=profile.start, title=profile.blog.title or "", phase=counts.phase, posts=counts.posts,
        pages=counts.pages, media=counts.media, failures=counts.failures, requests=counts.requests,
        bytes=counts.bytes, waiting=harvest.frontier.left,
        waits_for=_why_waiting(spider, profile.start), resumed=harvest.resumed,
        seconds=spider.seconds, is_stopping=not spider.crawler.crawling and spider.state is State.INTERRUPTED,
    )  # fmt: skip


def _why_waiting(spider: NewCrawl, blog: str) -> str:
    """What keeps the harvest of the blog waiting; empty while it works at its usual pace."""
    engine = getattr(spider.crawler, "engine", None)
    if engine is None:  # it is not made yet
        return ""
    address = urlsplit(blog)
    retry = spider.crawler.get_downloader_middleware(RetryMiddleware)
    if retry is not None and (left := retry.closed_for(address.netloc)) >= 1:
        return f"{left:.0f} s more, as {address.netloc} asked"
    if spider.browser.rendering:
        return "the browser"
    downloader = cast("PoliteDownloader", engine.downloader)
    silent, seconds = cast("WatchedHandlers", downloader.handlers).longest_wait()
    if seconds >= _LONG_SILENCE:
        return f"an answer, {seconds:.0f} s so far, from {urlsplit(silent).netloc}"
    delay = downloader.delay(address.hostname or "")
    return f"its delay of {delay:g} s" if delay >= _LONG_DELAY else ""


def _private_blog(start: str, options: HarvestOptions, *, seen_private: bool | None) -> PrivateBlog | None:
    """The blog, if it lives in a private network; offline nothing is looked up.

    Raises Unreachable for a host whose name is public at one look and private at the next: that is how an attacker
    would have the guard of private networks lifted.
    """
    if options.offline:
        return None
    found = private_blog(urlsplit(start).hostname or "")
    if seen_private is not None and seen_private != (found is not None):
        problem = "it is an address of a private network" if found else "it was an address of a private network before"
        raise Unreachable(start, problem, "If you trust the blog, give the IP address of its server.")
    return found
