"""Tries again what fails for the moment, and leaves a host alone for as long as it asks.

429 and 503 mean that the host has enough for now: nothing more is asked of it until its Retry-After is over,
else for a time that doubles from try to try. A site that cannot be reached at all is given up. The blog itself is gone
only when an address that answered before does not answer either: a few that never answer do not mean that.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import cast
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
from scrapy.http import Response

from blogforever.crawl.downloader import PoliteDownloader, was_heard
from blogforever.crawl.errors import AskedToWait, Ending, HostGivenUp
from blogforever.crawl.harvesting_spider import spider_of
from blogforever.crawl.responses import RECALLED, header
from blogforever.urls.normalize import host_of
from blogforever.urls.origin import site_of

TRIES = 6
"""For one address, before it is left for the end of the harvest."""
LONGEST_PAUSE = 300.0
"""Seconds; where the blog's host asks for more, the harvest ends, to be taken up later."""
LONGEST_WAIT = timedelta(days=7)
"""A host that asks for more is believed for so long."""
_FIRST_PAUSE = 1.0
_SHORTEST_PAUSE = 0.1
_MOST_LOST = 5
"""Addresses of one host, one after another, lost after all tries: then we check whether the host still answers."""
_MOST_SILENT = 2
"""Questions to another host than the blog's, one after another, to which not a byte came back: then it is gone."""
_CHECKS = 3
_OVERLOADED = frozenset({429, 503})
_TEMPORARY = frozenset({429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_LOST = (DownloadFailedError, DownloadTimeoutError, ResponseDataLossError, OSError)
_TRIES_OF_SLOW = 2
"""An answer that does not end in time seldom does the next time, and each try costs the whole time."""
_NOBODY_THERE = (CannotResolveHostError, DownloadConnectionRefusedError)
_TRIED = "blogforever_tries"
_CHECK = "blogforever_check"


def is_temporary(status: int) -> bool:
    """True for an answer that may be another one soon."""
    return status in _TEMPORARY


def is_nobody_there(error: Exception) -> bool:
    """True when there is no such host, or no server on it."""
    return isinstance(error, _NOBODY_THERE)


def is_check(request: Request) -> bool:
    """True for a question that only looks whether the host still answers: its answer is not kept."""
    return bool(request.meta.get(_CHECK))


class RetryMiddleware:
    """A downloader middleware."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._spider = spider_of(crawler)
        self._own_host = host_of(self._spider.harvest.profile.start)
        delay = self._spider.harvest.options.pause
        self._first_pause = min(_FIRST_PAUSE, max(_SHORTEST_PAUSE, 2 * delay))
        """For a host that refuses connections: one that may be asked without delay is soon back or not at all."""
        self._known_good_url = ""
        """An address of the blog that answered."""
        self._lost: dict[str, int] = {}
        """By site: addresses that were lost since it answered last."""
        self._silent: dict[str, int] = {}
        """By site: questions since it answered last to which nothing came."""
        self._closed_until: dict[str, float] = {}
        self._given_up: dict[str, HostGivenUp] = {}
        """By site."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RetryMiddleware":
        """As Scrapy makes it."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Wait until the host may be asked again; fail at once when it was given up."""
        host = urlsplit(request.url).netloc
        while (wait := self._closed_until.get(host, 0.0) - monotonic()) > 0:  # noqa: ASYNC110 - the time may be put off
            await asyncio.sleep(wait)
        given_up = self._given_up.get(site_of(request.url))
        if given_up is not None and not is_check(request):
            raise given_up

    def closed_for(self, host: str) -> float:
        """Seconds for which the host is left alone; 0 for one that may be asked."""
        return max(0.0, self._closed_until.get(host, 0.0) - monotonic())

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """The answer, or the request to be tried again."""
        if is_check(request):
            return response
        self._note_answer(request, response)
        if not is_temporary(response.status) or RECALLED in response.flags:
            return response
        pause = _retry_after(header(response, "Retry-After"))
        if pause is not None and pause > LONGEST_PAUSE:
            self._stop_asking(request, pause)
            return response
        if pause is not None or response.status in _OVERLOADED:
            self._close(request, pause)
        return self._again(request) or response

    async def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """The request to be tried again when the connection broke."""
        if not isinstance(exception, (*_NOBODY_THERE, *_LOST)) or is_check(request):
            return None
        site = site_of(request.url)
        if not self._is_own(request) and self._is_silent(request, exception):
            self._give_up(site, exception)
            return None
        nobody_there = is_nobody_there(exception)
        most = _TRIES_OF_SLOW if isinstance(exception, DownloadTimeoutError) else TRIES
        worth_it = not nobody_there or (self._is_own(request) and bool(self._known_good_url))
        again = self._again(request, most) if worth_it else None
        if again is None:
            await self._count_lost(request, exception)
        elif nobody_there:
            self._close(request, self._first_pause * 2 ** request.meta.get(_TRIED, 0))
        return again

    def _is_own(self, request: Request) -> bool:
        return host_of(request.url) == self._own_host

    def _note_answer(self, request: Request, response: Response) -> None:
        site = site_of(request.url)
        self._lost.pop(site, None)
        self._silent.pop(site, None)
        if not self._known_good_url and response.status == 200 and self._is_own(request):
            self._known_good_url = request.url

    def _is_silent(self, request: Request, exception: Exception) -> bool:
        """True when one question after another got not even the head of an answer."""
        site = site_of(request.url)
        if isinstance(exception, DownloadTimeoutError) and not was_heard(request):
            self._silent[site] = self._silent.get(site, 0) + 1
        return self._silent.get(site, 0) >= _MOST_SILENT

    async def _count_lost(self, request: Request, exception: Exception) -> None:
        """All tries for the address were in vain: it may be the address, the site, or all of the blog."""
        site = site_of(request.url)
        self._lost[site] = self._lost.get(site, 0) + 1
        if not is_nobody_there(exception) and self._lost[site] < _MOST_LOST:
            return
        self._lost[site] = 0
        if not self._is_own(request):
            self._give_up(site, exception)
        elif not await self._answers():
            self._give_up(site, exception)
            self._spider.lose_blog(exception)
        elif is_nobody_there(exception):  # https where the blog has http only, or www. before its name
            self._give_up(site, exception)

    async def _answers(self) -> bool:
        """True when the blog still answers at an address where it did before."""
        for tried in range(_CHECKS if self._known_good_url else 0):
            await asyncio.sleep(tried * self._first_pause)
            question = Request(self._known_good_url, meta={_CHECK: True}, dont_filter=True)
            try:
                await self._crawler.engine.download_async(question)
            except Ending:
                return True
            except Exception:  # noqa: BLE001,S112 - any failure is one answer less
                continue
            return True
        return False

    def _give_up(self, site: str, exception: Exception) -> None:
        given_up = HostGivenUp(str(exception))
        given_up.__cause__ = exception
        self._given_up[site] = given_up

    def _stop_asking(self, request: Request, pause: float) -> None:
        """The host asks for a longer pause than a harvest waits for."""
        until = datetime.now(UTC) + min(timedelta(seconds=pause), LONGEST_WAIT)
        host = urlsplit(request.url).netloc
        request_to_wait = AskedToWait(f"{host} asked to be left alone until {until:%Y-%m-%d %H:%M:%S} UTC")
        self._given_up.update({f"{scheme}://{host}": request_to_wait for scheme in ("http", "https")})
        if self._is_own(request):
            self._spider.wait_until(until, str(request_to_wait))

    def _close(self, request: Request, pause: float | None) -> None:
        host = urlsplit(request.url).netloc
        own = _FIRST_PAUSE * 2 ** request.meta.get(_TRIED, 0)
        until = monotonic() + min(LONGEST_PAUSE, own if pause is None else pause)
        self._closed_until[host] = until = max(until, self._closed_until.get(host, 0.0))
        downloader = cast("PoliteDownloader", self._crawler.engine.downloader)
        downloader.pause(urlsplit(request.url).hostname or "", until - monotonic())

    def _again(self, request: Request, most: int = TRIES) -> Request | None:
        tried = request.meta.get(_TRIED, 0) + 1
        if tried >= most:
            return None
        again = request.copy()
        again.meta[_TRIED] = tried
        return again


def _retry_after(written: str) -> float | None:
    """Seconds from now, or None."""
    written = written.strip()
    if written.isdecimal() and len(written) < 9:
        return float(written)
    try:
        moment = parsedate_to_datetime(written)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
