"""NewCrawl: a blog's address in, records out [BF 4.5]. Callbacks only translate between Scrapy and the harvest."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import Any, cast

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from twisted.python.failure import Failure

from blogforever.crawl import settling
from blogforever.crawl.browsing import Browsing, Stopping
from blogforever.crawl.downloader import LONGEST_SILENCE, Ending, PoliteDownloader
from blogforever.crawl.feed_posts import NO_ARCHIVE
from blogforever.crawl.fetching import Answer
from blogforever.crawl.gate import NotOfTheWeb, check_address
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.memory import NOT_KEPT
from blogforever.crawl.opening import open_blog
from blogforever.crawl.pages import captured_at, header, headers_of, may_be_page, media_type, page_of
from blogforever.crawl.patience import is_for_now
from blogforever.crawl.robots import Robots
from blogforever.crawl.robots_rules import Forbidden, RobotsUnreadable
from blogforever.crawl.settings import LARGEST_MEDIA, LARGEST_PAGE, MEDIA_PATIENCE
from blogforever.crawl.trouble import is_for_good, say, say_status
from blogforever.errors import ArchiveBusy, BadArchive, NotABlog, Unreachable
from blogforever.frontier.lines import Kind, Line
from blogforever.model.harvest import State
from blogforever.model.ledger import Outcome, Witness
from blogforever.model.page import Page

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SAVE_EVERY = 2.0
"""Seconds."""
_ENDS_ALL = (ArchiveBusy, BadArchive)
"""What no other address would fare better with."""


class NewCrawl(Spider):
    """Harvests one blog. What it finds goes to the sink; `report` holds the end in figures."""

    name = "new"

    def __init__(self, harvest: Harvest, spent: float = 0.0) -> None:
        """`spent`: the seconds that earlier attempts at the same harvest took; the limit of time covers them too."""
        super().__init__()
        self.harvest = harvest
        self.failure: Exception | None = None
        """What ended the harvest, to be raised when the crawl is over."""
        self.state = State.INTERRUPTED
        self.browsing = Browsing(
            harvest, self._download, lambda: self._has_ended or not getattr(self.crawler, "crawling", True)
        )
        self._opened = False
        """The first steps are over; pages that come before would be read without rules."""
        self._settled = False
        self._has_ended = False
        """A limit was reached: nothing more is asked."""
        self._saved = monotonic()
        self._began = self._saved - spent

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "NewCrawl":
        """As Scrapy makes it."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.when_idle, signals.spider_idle)
        crawler.signals.connect(spider.browsing.close, signals.spider_closed)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """The first steps, one after another; then the scheduler takes over."""
        if self.harvest.wishes.max_time is not None:
            left = max(0.0, self.harvest.wishes.max_time - self.seconds)
            asyncio.get_running_loop().call_later(left, self.end_early)
        try:
            await open_blog(self.harvest, self._fetch, self._sitemaps)
        except Stopping:
            pass
        except Exception as error:  # noqa: BLE001 - Scrapy would only log it: it is raised when the crawl is over
            self.failure = None if self._has_ended else error
            if not self._has_ended and isinstance(error, (NotABlog, Unreachable)):
                self.state = State.FAILED
        self._opened = True
        nothing: tuple[Request, ...] = ()
        for request in nothing:  # Scrapy wants an iterator; what is to be fetched is the scheduler's business
            yield request

    def next_request(self) -> Request | None:
        """The next request of the plan, once it is full and while there is time."""
        if self.failure or not self._opened or self._has_ended:
            return None
        if self.harvest.is_full():
            self.end_early()
            return None
        while (line := self.harvest.plan.next()) is not None:
            try:
                return self._request(line)
            except NotOfTheWeb as error:
                self.fail(error, line)
        return None

    async def take(self, response: Response, line: Line) -> None:
        """An answer for a line of the plan. One page that we cannot cope with never stops a blog."""
        try:
            await self._take(response, line)
            self._save_now_and_then()
        except _ENDS_ALL as error:
            self.stop(error)
        except Stopping:
            pass
        except Exception as error:  # noqa: BLE001 - the ledger names it
            self.harvest.counts.failures += 1
            self.harvest.plan.settle(line, Outcome.FAILED, f"blogforever fails on it ({type(error).__name__}: {error})")

    async def _take(self, response: Response, line: Line) -> None:
        harvest = self.harvest
        self.harvest.counts.pages += line.kind is not Kind.MEDIA
        if not self._is_answered(response, line):
            at = captured_at(response)
            if line.kind is Kind.MEDIA and NOT_KEPT in response.meta:
                harvest.plan.settle(line, Outcome.ROBOTS, NO_ARCHIVE, status=response.status)
            elif line.kind is Kind.SOURCE:
                with harvest.limit.document(line.address):
                    harvest.sources.take(line, response.body, status=response.status, headers=headers_of(response))
            elif line.kind is Kind.MEDIA:
                harvest.take_media(line, response.body, media_type(response), status=response.status, at=at)
            else:
                page = await self._page(response, line)
                with harvest.limit.document(line.address):
                    harvest.take_page(line, page, status=response.status, at=at)

    def fail(self, error: BaseException, line: Line) -> None:
        """No answer for a line of the plan."""
        if isinstance(error, _ENDS_ALL):
            self.stop(error)
            return
        if isinstance(error, Ending):  # it waits for the next harvest
            return
        if isinstance(error, Forbidden):
            reason = str(error) if isinstance(error, RobotsUnreadable) else ""
            self.harvest.plan.settle(line, Outcome.ROBOTS, reason)
            return
        self.harvest.counts.failures += 1
        largest = LARGEST_MEDIA if line.kind is Kind.MEDIA else LARGEST_PAGE
        self.harvest.plan.fail(line, say(error, largest=largest), for_now=not is_for_good(error))

    def stop(self, error: Exception) -> None:
        """Ask nothing more and keep what came; the harvest can be taken up again."""
        self.failure = self.failure or error

    def end_early(self) -> None:
        """Break off what is under way and keep what came; the next harvest goes on from here."""
        self._has_ended = True
        cast("PoliteDownloader", self.crawler.engine.downloader).break_off()

    def wait_until(self, moment: datetime, reason: str) -> None:
        """The blog's host does not want to be asked before the moment."""
        self.harvest.wait_until = moment
        self.harvest.notes.append(f"{reason}: the same command goes on after that")
        self.end_early()

    def lose_blog(self, error: Exception) -> None:
        """The blog's own host is gone."""
        problem = f"the blog went out of reach: {say(error)}"
        next_step = "What came before is safe: the same command goes on where this stopped."
        self.stop(Unreachable(self.harvest.start, problem, next_step))

    def _fail(self, failure: Failure, line: Line) -> None:
        if failure.value is not None:
            self.fail(failure.value, line)

    def when_idle(self) -> None:
        """Nothing is under way: decide what needs the whole picture, then go on with what came of that, or end."""
        if self.failure or self._settled:
            return
        try:
            self._settle()
        except DontCloseSpider:
            raise
        except Exception as error:  # noqa: BLE001 - Scrapy would only log it: it is raised when the crawl is over
            self.stop(error)

    def _settle(self) -> None:
        limited = self._has_ended or self.harvest.plan.bounds.is_full
        settling.settle(self.harvest)
        self.harvest.save()
        if (request := self.next_request()) is not None:  # media of posts that were accepted now
            self.crawler.engine.crawl(request)  # at once: Scrapy itself would look again in five seconds
            raise DontCloseSpider
        self._settled = True
        self._leave_the_dry_rest()
        left = settling.give_up(self.harvest) if limited else 0
        self.state = State.LIMIT if left or self._has_ended else State.DONE
        self.harvest.save()

    def _leave_the_dry_rest(self) -> None:
        """Pages that nobody but other pages names, where page after page brought nothing: the report names them."""
        bounds = self.harvest.plan.bounds
        if bounds.is_dry and not bounds.is_full and not self._has_ended:
            reason = f"the last {bounds.drought:,} pages had no new text"
            left = self.harvest.plan.give_up(Outcome.LIMIT, reason)
            self.harvest.notes += [f"{left:,} linked pages were left out: {reason}"] if left else []

    @property
    def seconds(self) -> float:
        """How long the harvest has run."""
        return monotonic() - self._began

    async def _fetch(self, address: str, witness: Witness, kind: Kind = Kind.PAGE) -> Answer | None:
        """Fetch an address at once, outside the plan's order, and follow its redirects."""
        plan = self.harvest.plan
        line = plan.announce(address, witness, kind=kind, hops=0)
        passed: set[int] = set()
        while not line.tries or line.number in passed:
            passed.add(line.number)
            plan.take_out_of_turn(line)
            try:
                response = await self.crawler.engine.download_async(self._request(line))
            except Ending:
                raise Stopping from None
            except Exception as error:  # noqa: BLE001 - whatever goes wrong on the wire is a line in the ledger
                self.fail(error, line)
                return None
            self.harvest.counts.pages += line.kind is not Kind.MEDIA
            if response.status not in _REDIRECTS:
                return await self._answer(response, line)
            moved = plan.redirect(line, header(response, "Location"), status=response.status)
            if moved is None:
                return None
            if moved.number in passed and moved is not line:
                plan.settle(moved, Outcome.FAILED, "redirects without end", status=response.status)
                return None
            line = moved
        return None

    async def _page(self, response: Response, line: Line) -> Page:
        """The page as it is to be read; what is not to be kept is not shown to a browser, which would keep it."""
        plain = page_of(response)
        page = plain if NOT_KEPT in response.meta else await self.browsing.show(line, response)
        return replace(page, robots_directives=plain.robots_directives)

    async def _answer(self, response: Response, line: Line) -> Answer | None:
        if response.status >= 400 and line.number:
            self.harvest.plan.settle(line, Outcome.FAILED, say_status(response.status), status=response.status)
        page = await self._page(response, line)
        ip = str(response.ip_address) if response.ip_address else None
        return Answer(
            line=line, page=page, status=response.status, headers=headers_of(response), at=captured_at(response), ip=ip
        )

    def _is_answered(self, response: Response, line: Line) -> bool:
        """True when the status alone says what became of the line."""
        plan, status = self.harvest.plan, response.status
        if status in _REDIRECTS and response.headers.get("Location"):
            plan.redirect(line, header(response, "Location"), status=status)
            return True
        if status != 200:
            self.harvest.counts.failures += 1
            plan.fail(line, say_status(status), status=status, for_now=is_for_now(status))
            return True
        if line.kind in {Kind.PAGE, Kind.POST} and not may_be_page(response):
            plan.settle(line, Outcome.NOT_A_PAGE, media_type(response) or "", status=status)
            return True
        return False

    async def _download(self, request: Request) -> Response:
        return await self.crawler.engine.download_async(request)

    def _request(self, line: Line) -> Request:
        check_address(line.address)
        meta: dict[str, Any] = {}
        if line.kind is Kind.MEDIA:
            patience = MEDIA_PATIENCE * self.harvest.wishes.timeout
            silence = self.harvest.wishes.timeout
            meta = {"download_maxsize": LARGEST_MEDIA, "download_timeout": patience, LONGEST_SILENCE: silence}
        arguments = {"line": line}
        return Request(
            line.address, callback=self.take, errback=lambda failure: self._fail(failure, line), cb_kwargs=arguments,
            dont_filter=True, meta=meta,
        )  # fmt: skip

    async def _sitemaps(self, address: str) -> tuple[str, ...]:
        robots = self.crawler.get_downloader_middleware(Robots)
        return await robots.sitemaps(address) if robots else ()

    def _save_now_and_then(self) -> None:
        if monotonic() - self._saved >= _SAVE_EVERY:
            self.harvest.save()
            self._saved = monotonic()
