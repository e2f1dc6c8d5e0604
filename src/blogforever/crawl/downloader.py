"""Scrapy's downloader, with the manners that a host can count on, and an end when the harvest has one."""

import asyncio
from collections.abc import Coroutine
from time import monotonic
from typing import Any, TypeVar

from scrapy import Request, Spider, signals
from scrapy.core.downloader import Downloader
from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import Response
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro
from twisted.internet.defer import Deferred

from blogforever.crawl.errors import Ending
from blogforever.crawl.harvesting_spider import spider_of

LONGEST_SILENCE = "blogforever_longest_silence"
"""The key in a request's meta: so many seconds may pass without a byte."""
_HEARD_AT = "blogforever_heard_at"
_Came = TypeVar("_Came")


def was_heard(request: Request) -> bool:
    """True when at least the head of an answer came."""
    return _HEARD_AT in request.meta


class WatchedHandlers(DownloadHandlers):
    """Breaks off an answer that has fallen silent."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._counts = spider_of(crawler).harvest.counts
        self._asked_at: dict[Request, float] = {}
        crawler.signals.connect(self._hear, signals.headers_received)
        crawler.signals.connect(self._hear, signals.bytes_received)
        crawler.signals.connect(self._count, signals.bytes_received)

    async def download_request_async(self, request: Request) -> Response:
        """The answer. Raises DownloadTimeoutError when nothing comes for too long."""
        request.meta.pop(_HEARD_AT, None)
        self._counts.requests += 1
        self._asked_at[request] = monotonic()
        work = asyncio.ensure_future(super().download_request_async(request))
        try:
            await self._watch(request, work)
            return await work
        finally:
            work.cancel()
            self._asked_at.pop(request, None)

    def longest_wait(self) -> tuple[str, float]:
        """The address that has not said anything for the longest, and for how many seconds; "" for none."""
        silent = [(request.meta.get(_HEARD_AT, at), request.url) for request, at in self._asked_at.items()]
        since, address = min(silent, default=(monotonic(), ""))
        return address, monotonic() - since

    async def _watch(self, request: Request, work: "asyncio.Future[Response]") -> None:
        silence = request.meta.get(LONGEST_SILENCE)
        began = monotonic()
        while silence is not None and not work.done():
            left = request.meta.get(_HEARD_AT, began) + silence - monotonic()
            if left <= 0:
                raise DownloadTimeoutError(f"nothing came from {request.url} for {silence} seconds")
            await asyncio.wait({work}, timeout=left)

    def _hear(self, request: Request) -> None:
        request.meta[_HEARD_AT] = monotonic()

    def _count(self, data: bytes) -> None:
        self._counts.bytes += len(data)


class PoliteDownloader(Downloader):
    """Never more connections to a host than were asked for, none while it wants a pause, and its own delay."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.handlers = WatchedHandlers(self.crawler)
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._under_way: set[asyncio.Future[Any]] = set()
        self._has_ended = False

    def fetch(self, request: Request, spider: Spider | None = None) -> Deferred[Response | Request]:  # noqa: ARG002 - Scrapy's own form
        """The answer, or the request that is to be tried again. Raises Ending when the harvest ends before."""
        # What is under way the engine must see from now until the very moment that it gets the answer.
        self.active.add(request)
        answer = deferred_from_coro(self._fetch(request))
        return answer.addBoth(self._leave, request)

    def break_off(self) -> None:
        """Nothing more is sent, and whatever waits or comes in is given up at once."""
        self._has_ended = True
        for slot in self.slots.values():
            slot.queue.clear()
        for work in tuple(self._under_way):
            work.cancel()

    def pause(self, host: str, seconds: float) -> None:
        """What waits for the host already is not sent before the time is over."""
        slot = self.slots.get(host)
        if slot is None:
            return
        if slot.latercall:
            slot.latercall.cancel()
        slot.latercall = call_later(seconds, self._latercall, slot)

    def slow_down(self, host: str, delay: float) -> None:
        """At least so many seconds lie between requests to the host, from now on; a longer delay stays."""
        known = self.per_slot_settings.get(host, {}).get("delay", 0.0)
        wanted = max(delay, known, self.settings.getfloat("DOWNLOAD_DELAY"))
        self.per_slot_settings[host] = {"delay": wanted}  # for the slot that Scrapy makes when this one was idle
        if host in self.slots:
            self.slots[host].delay = wanted

    def delay(self, host: str) -> float:
        """Seconds that lie between requests to the host."""
        known: float = self.per_slot_settings.get(host, {}).get("delay", self.settings.getfloat("DOWNLOAD_DELAY"))
        return known

    async def _fetch(self, request: Request) -> Response | Request:
        if self._has_ended:
            raise Ending
        return await self._until_the_end(self.middleware.download_async(self._enqueue_request, request))

    def _leave(self, result: _Came, request: Request) -> _Came:
        self.active.remove(request)
        return result

    async def _enqueue_request(self, request: Request) -> Response:
        # Scrapy counts a connection only once it runs: of several requests that wait it starts all at once.
        turn = self._turns.setdefault(self.get_slot_key(request), asyncio.Semaphore(self.domain_concurrency))
        async with turn:
            return await super()._enqueue_request(request)

    async def _download(self, slot: Any, request: Request) -> Response:
        return await self._until_the_end(super()._download(slot, request))

    async def _until_the_end(self, asked: Coroutine[Any, Any, _Came]) -> _Came:
        """What comes of it, unless the harvest ends before."""
        work = asyncio.ensure_future(asked)
        self._under_way.add(work)
        try:
            return await work
        except asyncio.CancelledError:
            work.cancel()
            if self._has_ended:
                raise Ending from None
            raise
        finally:
            self._under_way.discard(work)
