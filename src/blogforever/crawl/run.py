"""Runs one crawl in this process, from the address to the report."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import urlsplit

# Imported first: it reads the sources of all modules that are being imported just then, which takes long for many.
import scrapy.core.downloader.contextfactory  # noqa: F401
from scrapy.crawler import CrawlerProcess
from scrapy.utils.misc import load_object
from twisted.internet import task
from twisted.python.failure import Failure

from blogforever.crawl import reporting
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.new_crawl import NewCrawl
from blogforever.crawl.reading_limit import ReadingLimit, Tell
from blogforever.crawl.resolver import PrivateBlog, private_blog
from blogforever.crawl.settings import crawl_settings
from blogforever.model.harvest import Progress, Report, State, Wishes
from blogforever.model.limits import CrawlLimits
from blogforever.model.ports import Sink

_WATCH_EVERY = 0.25
"""Seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supervision:
    """How the supervising process hears of the crawl, and what it has learned from earlier attempts at it."""

    watch: Callable[[Progress], None]
    """Hears every quarter of a second how far the crawl is."""
    tell: Tell
    """Hears which document is being read."""
    limits: CrawlLimits
    given_up: Mapping[str, str]
    """Documents that earlier attempts got stuck on."""
    spent: float
    """Seconds that earlier attempts took."""


def crawl(
    start: str,
    wishes: Wishes,
    *,
    sink: str,
    options: dict[str, Any],
    supervision: Supervision,
    now: datetime | None = None,
) -> Report:
    """Harvest the blog at `start` into the sink that is named. A process can do this once: Twisted allows no more.

    `now` is another moment than now for a harvest that is done again.

    Raises what ended the harvest before it began: Unreachable, NotABlog, BadArchive …
    """
    opened = cast("Sink", load_object(sink)(start, wishes=wishes, **options))
    logging.getLogger("scrapy").addHandler(logging.NullHandler())
    process = CrawlerProcess(crawl_settings(wishes, private=_private_blog(start, wishes)))
    crawler = process.create_crawler(NewCrawl)
    limit = ReadingLimit(supervision.limits, supervision.tell)
    this_year = (now or datetime.now(UTC)).year
    harvest = Harvest(start, wishes, opened, this_year=this_year, limit=limit, given_up=supervision.given_up)
    started = process.crawl(crawler, harvest=harvest, spent=supervision.spent)
    spider = cast("NewCrawl", crawler.spider)
    started.addErrback(_remember, spider)
    supervision.watch(replace(_progress(spider), is_stopping=False))  # at once: the first document may hang
    task.LoopingCall(lambda: supervision.watch(_progress(spider))).start(_WATCH_EVERY, now=False)
    try:
        process.start()
    finally:
        spider.harvest.notes += [*opened.notes(), *spider.browsing.notes()]
        report = reporting.report(spider.harvest, spider.state, spider.seconds)
        _end(spider, opened, report)
    supervision.watch(_progress(spider))
    return report


def _remember(failure: Failure, spider: NewCrawl) -> None:
    """Scrapy itself failed: Twisted would only log it."""
    if isinstance(failure.value, Exception):
        spider.stop(failure.value)


def _end(spider: NewCrawl, sink: Sink, report: Report) -> None:
    """Everything is saved, whatever ended the harvest; then the reason is told."""
    spider.harvest.save()
    sink.keep_blog(replace(spider.harvest.blog, feeds=tuple(spider.harvest.sources.feeds)))
    sink.close(report)
    error = spider.failure or reporting.refusal(spider.harvest, report)
    if error is not None:
        raise error


def _progress(spider: NewCrawl) -> Progress:
    counts = spider.harvest.counts
    return Progress(
        blog=spider.harvest.start, posts=counts.posts, pages=counts.pages, media=counts.media,
        failures=counts.failures, waiting=spider.harvest.plan.left, seconds=spider.seconds,
        is_stopping=not spider.crawler.crawling and spider.state is State.INTERRUPTED,
    )  # fmt: skip


def _private_blog(start: str, wishes: Wishes) -> PrivateBlog | None:
    """The blog, if it lives in a private network; offline nothing is looked up."""
    return None if wishes.offline else private_blog(urlsplit(start).hostname or "")
