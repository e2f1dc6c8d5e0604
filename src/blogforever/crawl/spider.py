"""NewCrawl: a blog's address in, records out [BF 4.5]. Callbacks only translate between Scrapy and the harvest."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from time import monotonic
from typing import Any, cast

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from twisted.python.failure import Failure

from blogforever.crawl.browser_bridge import BrowserBridge, Stopping
from blogforever.crawl.downloader import LONGEST_SILENCE, PoliteDownloader
from blogforever.crawl.errors import Ending, Forbidden, NotAWebUrl, RobotsUnreadable, describe_error, is_permanent
from blogforever.crawl.middlewares.private_networks import check_address
from blogforever.crawl.middlewares.replay import NOT_KEPT
from blogforever.crawl.middlewares.retry import is_temporary
from blogforever.crawl.middlewares.robots import RobotsMiddleware
from blogforever.crawl.responses import REDIRECTS, captured_at, header, headers_of, may_be_page, media_type, page_of
from blogforever.crawl.settings import LARGEST_MEDIA, MEDIA_TIMEOUTS
from blogforever.errors import ArchiveBusy, BadArchive, NotABlog, Unreachable
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.harvest.bootstrap import fetch_start
from blogforever.harvest.engine import Harvest
from blogforever.harvest.fetch import FetchResult, ReceivedPage, describe_status
from blogforever.model.harvest import Phase, State
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.page import LARGEST_PAGE

_SAVE_EVERY = 2.0
"""Seconds."""
_FATAL = (ArchiveBusy, BadArchive)
"""Errors that no other address would fare better with."""


class NewCrawl(Spider):
    """Harvests one blog. `state` says how it ended, `failure` what ended it."""

    name = "new"

    def __init__(self, harvest: Harvest, spent: float = 0.0) -> None:
        """`spent`: the seconds that earlier attempts at the same harvest took; the limit of time covers them too."""
        super().__init__()
        self.harvest = harvest
        self.failure: Exception | None = None
        """What ended the harvest, to be raised when the crawl is over."""
        self.state = State.INTERRUPTED
        self.browser = BrowserBridge(
            harvest, self._download, lambda: self._has_ended or not getattr(self.crawler, "crawling", True)
        )
        self._is_bootstrapped = False
        """The first steps are over; pages that come before would be read without rules."""
        self._is_finalized = False
        self._has_ended = False
        """A limit was reached: nothing more is asked."""
        self._saved = monotonic()
        self._began = self._saved - spent

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "NewCrawl":
        """As Scrapy makes it."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.when_idle, signals.spider_idle)
        crawler.signals.connect(spider.browser.close, signals.spider_closed)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """The first steps, one after another; then the scheduler takes over."""
        max_time = self.harvest.options.max_time
        if max_time is not None:
            asyncio.get_running_loop().call_later(max(0.0, max_time - self.seconds), self.end_early)
        try:
            await self.harvest.bootstrap(self._fetch, self._sitemaps)
        except Stopping:
            pass
        except Exception as error:  # noqa: BLE001 - Scrapy would only log it: it is raised when the crawl is over
            self.failure = None if self._has_ended else error
            if not self._has_ended and isinstance(error, (NotABlog, Unreachable)):
                self.state = State.FAILED
        self._is_bootstrapped = True
        nothing: tuple[Request, ...] = ()
        for request in nothing:  # Scrapy wants an iterator; what is to be fetched is the scheduler's business
            yield request

    def next_request(self) -> Request | None:
        """The next request of the frontier, once it is full and while there is time."""
        if self.failure or not self._is_bootstrapped or self._has_ended:
            return None
        if self.harvest.is_full():
            self.end_early()
            return None
        while (target := self.harvest.frontier.next()) is not None:
            self.harvest.enter(Phase.MEDIA if target.kind is Kind.MEDIA else Phase.FETCHING)
            try:
                return self._request(target)
            except NotAWebUrl as error:
                self.fail(error, target)
        return None

    async def take(self, response: Response, target: FrontierUrl) -> None:
        """An answer for a target of the frontier. One page that we cannot cope with never stops a blog."""
        try:
            await self._take(response, target)
            self._save_now_and_then()
        except _FATAL as error:
            self.stop(error)
        except Stopping:
            pass
        except Exception as error:  # noqa: BLE001 - the ledger names it
            self.harvest.counts.failures += not target.is_guess
            reason = f"blogforever fails on it ({type(error).__name__}: {error})"
            self.harvest.frontier.settle(target, Outcome.FAILED, reason)

    async def _take(self, response: Response, target: FrontierUrl) -> None:
        harvest, status = self.harvest, response.status
        if self._is_settled_by_status(response, target):
            return
        at = captured_at(response)
        if target.kind is Kind.MEDIA and NOT_KEPT in response.meta:
            harvest.leave_unarchived(target, status=status)
        elif target.kind is Kind.SOURCE:
            harvest.take_source(target, response.body, status=status, headers=headers_of(response))
        elif target.kind is Kind.MEDIA:
            harvest.take_media(target, response.body, media_type(response), status=status, at=at)
        else:
            harvest.take_page(target, await self._page(response, target), status=status, at=at)

    def fail(self, error: BaseException, target: FrontierUrl) -> None:
        """No answer for a target of the frontier."""
        frontier = self.harvest.frontier
        if isinstance(error, _FATAL):
            self.stop(error)
        elif isinstance(error, Ending):  # it waits for the next harvest
            return
        elif isinstance(error, Forbidden):
            frontier.settle(target, Outcome.ROBOTS, str(error) if isinstance(error, RobotsUnreadable) else "")
        else:
            self.harvest.counts.failures += not target.is_guess
            largest = LARGEST_MEDIA if target.kind is Kind.MEDIA else LARGEST_PAGE
            frontier.fail(target, describe_error(error, largest=largest), for_now=not is_permanent(error))

    def stop(self, error: Exception) -> None:
        """Ask nothing more and keep what came; the harvest can be taken up again."""
        self.failure = self.failure or error

    def end_early(self) -> None:
        """Break off what is under way and keep what came; the next harvest goes on from here."""
        self._has_ended = True
        cast("PoliteDownloader", self.crawler.engine.downloader).break_off()

    def wait_until(self, moment: datetime, reason: str) -> None:
        """The blog's host does not want to be asked before the moment."""
        self.harvest.profile.wait_until = moment
        self.harvest.profile.notes.append(f"{reason}: the same command goes on after that")
        self.end_early()

    def lose_blog(self, error: Exception) -> None:
        """The blog's own host is gone."""
        problem = f"the blog went out of reach: {describe_error(error)}"
        next_step = "What came before is safe: the same command goes on where this stopped."
        self.stop(Unreachable(self.harvest.profile.start, problem, next_step))

    def when_idle(self) -> None:
        """Nothing is under way: decide what needs the whole picture, then go on with what came of that, or end."""
        if self.failure or self._is_finalized:
            return
        try:
            self._finalize()
        except DontCloseSpider:
            raise
        except Exception as error:  # noqa: BLE001 - Scrapy would only log it: it is raised when the crawl is over
            self.stop(error)

    def _finalize(self) -> None:
        is_limited = self._has_ended or self.harvest.frontier.bounds.is_full
        self.harvest.finalize()
        if (request := self.next_request()) is not None:  # media of posts that were accepted now
            self.crawler.engine.crawl(request)  # at once: Scrapy itself would look again in five seconds
            raise DontCloseSpider
        self._is_finalized = True
        if not self._has_ended:
            self.harvest.leave_dry_rest()
        left = self.harvest.leave_rest() if is_limited else 0
        self.state = State.LIMIT if left or self._has_ended else State.DONE
        self.harvest.save()

    @property
    def seconds(self) -> float:
        """How long the harvest has run."""
        return monotonic() - self._began

    async def _fetch(self, address: str, via: DiscoveredVia, kind: Kind = Kind.PAGE) -> FetchResult | None:
        """Fetch an address at once, outside the frontier's order, and follow its redirects."""
        frontier = self.harvest.frontier
        target = frontier.announce(address, via, kind=kind, hops=0)
        passed: set[int] = set()
        while not target.tries or target.number in passed:
            passed.add(target.number)
            frontier.take_out_of_turn(target)
            try:
                response = await self._download(self._request(target))
            except Ending:
                raise Stopping from None
            except Exception as error:  # noqa: BLE001 - whatever goes wrong on the wire stands in the ledger
                self.fail(error, target)
                return None
            if response.status not in REDIRECTS:
                return await self._result(response, target)
            moved = frontier.redirect(target, header(response, "Location"), status=response.status)
            if moved is None:
                return None
            if moved.number in passed and moved is not target:
                frontier.settle(moved, Outcome.FAILED, "redirects without end", status=response.status)
                return None
            target = moved
        return None

    async def _page(self, response: Response, target: FrontierUrl) -> ReceivedPage:
        """The page as it is to be read; what is not to be kept is not shown to a browser, which would keep it."""
        if NOT_KEPT in response.meta:
            return self.browser.parse(target, page_of(response))
        return await self.browser.show(target, response)

    async def _result(self, response: Response, target: FrontierUrl) -> FetchResult:
        if response.status >= 400 and target.number:
            reason = describe_status(response.status)
            self.harvest.frontier.settle(target, Outcome.FAILED, reason, status=response.status)
        return FetchResult(
            target=target, received=await self._page(response, target), status=response.status,
            headers=headers_of(response), at=captured_at(response),
            ip=str(response.ip_address) if response.ip_address else None,
        )  # fmt: skip

    def _is_settled_by_status(self, response: Response, target: FrontierUrl) -> bool:
        """True when the status alone says what became of the target."""
        frontier, status = self.harvest.frontier, response.status
        if status in REDIRECTS and response.headers.get("Location"):
            frontier.redirect(target, header(response, "Location"), status=status)
            return True
        if status != 200:
            self.harvest.counts.failures += not target.is_guess
            frontier.fail(target, describe_status(status), status=status, for_now=is_temporary(status))
            return True
        if target.kind in {Kind.PAGE, Kind.POST} and not may_be_page(response):
            frontier.settle(target, Outcome.NOT_A_PAGE, media_type(response) or "", status=status)
            return True
        return False

    async def _download(self, request: Request) -> Response:
        return await self.crawler.engine.download_async(request)

    def _request(self, target: FrontierUrl) -> Request:
        check_address(target.address)
        meta: dict[str, Any] = {}
        if target.kind is Kind.MEDIA:
            timeout = self.harvest.options.timeout
            meta = {
                "download_maxsize": LARGEST_MEDIA,
                "download_timeout": MEDIA_TIMEOUTS * timeout,
                LONGEST_SILENCE: timeout,
            }
        return Request(
            target.address, callback=self.take, errback=lambda failure: self._fail(failure, target),
            cb_kwargs={"target": target}, dont_filter=True, meta=meta,
        )  # fmt: skip

    def _fail(self, failure: Failure, target: FrontierUrl) -> None:
        if failure.value is not None:
            self.fail(failure.value, target)

    async def _sitemaps(self, address: str) -> tuple[str, ...]:
        robots = self.crawler.get_downloader_middleware(RobotsMiddleware)
        return await robots.sitemaps(address) if robots else ()

    def _save_now_and_then(self) -> None:
        if monotonic() - self._saved >= _SAVE_EVERY:
            self.harvest.save()
            self._saved = monotonic()


class OnePage(NewCrawl):
    """Fetches the first page as every harvest does, and nothing else. `fetched` is what came."""

    name = "one page"
    fetched: FetchResult | None = None

    async def start(self) -> AsyncIterator[Any]:
        """The page, at the end of its redirects."""
        try:
            self.fetched = await fetch_start(self._fetch, self.harvest.frontier, self.harvest.profile.start)
        except Stopping:
            pass
        except Exception as error:  # noqa: BLE001 - Scrapy would only log it: it is raised when the crawl is over
            self.failure = error
        nothing: tuple[Request, ...] = ()
        for request in nothing:  # as above
            yield request

    def next_request(self) -> Request | None:
        """Nothing follows."""
        return None

    def when_idle(self) -> None:
        """Nothing is to be decided."""
