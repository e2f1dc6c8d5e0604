"""Tries again what fails for the moment, and leaves a host alone for as long as it asks.

429 and 503 mean that the host has enough of us: nothing more is asked of it until the time of its Retry-After is over,
else for a time that doubles from try to try. A host that cannot be reached at all is given up; other hosts than the
blog's own, which only have its pictures, at once.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from scrapy.http import Response

from blogforever.crawl.downloader import PoliteDownloader
from blogforever.crawl.pages import RECALLED, header
from blogforever.dom.addresses import host_of

if TYPE_CHECKING:
    from blogforever.crawl.new_crawl import NewCrawl

TRIES = 6
"""For one address, before it is left for the end of the harvest."""
LONGEST_PAUSE = 300.0
"""Seconds; a host that asks for more is asked again at the end."""
_FIRST_PAUSE = 1.0
_SHORTEST_PAUSE = 0.1
_MOST_LOST = 5
"""Addresses of the blog's own host, one after another, that are lost after all tries: then the host is gone."""
_OVERLOADED = frozenset({429, 503})
_FOR_NOW = frozenset({429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_LOST = (DownloadFailedError, DownloadTimeoutError, ResponseDataLossError, OSError)
_TRIES_OF_SLOW = 2
"""An answer that does not end in time seldom does the next time, and each try costs the whole time."""
_NOBODY_THERE = (CannotResolveHostError, DownloadConnectionRefusedError)
_TRIED = "blogforever_tries"


def is_for_now(status: int) -> bool:
    """True for an answer that may be another one soon."""
    return status in _FOR_NOW


class HostGivenUp(IgnoreRequest):
    """The host could not be reached before and is not asked again."""


class Patience:
    """A downloader middleware."""

    def __init__(
        self, own_host: str, *, delay: float, when_gone: Callable[[Exception], None],
        hold_back: Callable[[str, float], None],
    ) -> None:  # fmt: skip
        self._own_host = own_host
        self._first_pause = min(_FIRST_PAUSE, max(_SHORTEST_PAUSE, 2 * delay))
        """For a host where nobody is: one that may be asked without delay is soon back or not at all."""
        self._when_gone = when_gone
        self._was_heard = False
        """The blog's own host has answered before: it is worth waiting for."""
        self._hold_back = hold_back
        """Keeps what is on its way to a host from it for so many seconds."""
        self._lost = 0
        self._closed_until: dict[str, float] = {}
        self._given_up: dict[str, Exception] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Patience":
        """As Scrapy makes it."""
        spider = cast("NewCrawl", crawler.spider)
        return cls(
            host_of(spider.harvest.start), delay=spider.harvest.wishes.pause, when_gone=spider.lose_blog,
            hold_back=lambda host, seconds: cast("PoliteDownloader", crawler.engine.downloader).pause(host, seconds),
        )  # fmt: skip

    async def process_request(self, request: Request) -> None:
        """Wait until the host may be asked again; fail at once when it was given up."""
        host = urlsplit(request.url).netloc
        while (wait := self._closed_until.get(host, 0.0) - monotonic()) > 0:  # noqa: ASYNC110 - the time may be put off
            await asyncio.sleep(wait)
        if host in self._given_up:
            raise HostGivenUp(str(self._given_up[host])) from self._given_up[host]

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """The answer, or the request to be tried again."""
        if host_of(request.url) == self._own_host:
            self._lost, self._was_heard = 0, True
        if not is_for_now(response.status) or RECALLED in response.flags:
            return response
        pause = _retry_after(header(response, "Retry-After"))
        if pause is not None or response.status in _OVERLOADED:
            self._close(request, pause)
        if pause is not None and pause > LONGEST_PAUSE:
            return response
        return self._again(request) or response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """The request to be tried again when the line broke."""
        if not isinstance(exception, (*_NOBODY_THERE, *_LOST)):
            return None
        is_own = host_of(request.url) == self._own_host
        nobody_there = isinstance(exception, _NOBODY_THERE)
        most = _TRIES_OF_SLOW if isinstance(exception, DownloadTimeoutError) else TRIES
        again = self._again(request, most) if (is_own and self._was_heard) or not nobody_there else None
        if again is None:
            self._lost += is_own
            if nobody_there or (is_own and self._lost >= _MOST_LOST):
                self._give_up(request, exception, is_own=is_own)
        elif nobody_there:
            self._close(request, self._first_pause * 2 ** request.meta.get(_TRIED, 0))
        return again

    def _give_up(self, request: Request, exception: Exception, *, is_own: bool) -> None:
        self._given_up[urlsplit(request.url).netloc] = exception
        if is_own:
            self._when_gone(exception)

    def _close(self, request: Request, pause: float | None) -> None:
        host = urlsplit(request.url).netloc
        own = _FIRST_PAUSE * 2 ** request.meta.get(_TRIED, 0)
        until = monotonic() + min(LONGEST_PAUSE, own if pause is None else pause)
        self._closed_until[host] = until = max(until, self._closed_until.get(host, 0.0))
        self._hold_back(urlsplit(request.url).hostname or "", until - monotonic())

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
