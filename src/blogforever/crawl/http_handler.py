"""Scrapy's way to talk to a web server, with an end to what comes before and between the parts of a body.

Scrapy bounds bodies. The head of an answer is read by Twisted, which goes on for as long as lines come.
"""

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _LenientHTTPClientParser,
)
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadFailedError, ResponseDataLossError
from scrapy.http import Response
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress
from twisted.python.failure import Failure
from twisted.web._newclient import HTTP11ClientProtocol, ParseError
from twisted.web._newclient import Request as TxRequest
from twisted.web.client import ResponseFailed
from twisted.web.http import _MalformedChunkedDataError
from twisted.web.iweb import IResponse

from blogforever.crawl.errors import EndlessHead, MalformedAnswer

LARGEST_HEAD = 256_000
"""Bytes of all that comes before a body."""
LONGEST_LINE = 64_000
MOST_LINES = 2_000


class BoundedHandler(HTTP11DownloadHandler):
    """Scrapy's handler for http and https, whose connections read heads of a sane size only."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = _Factory  # noqa: SLF001 - as Scrapy sets its own

    async def download_request(self, request: Request) -> Response:
        """The answer. Raises EndlessHead and MalformedAnswer beside what Scrapy raises."""
        try:
            return await super().download_request(request)
        except (DownloadFailedError, ResponseDataLossError) as error:
            cause = error.__cause__
            for reason in cause.reasons if isinstance(cause, ResponseFailed) else ():
                if reason.check(EndlessHead):
                    raise EndlessHead(str(reason.value)) from error
                if reason.check(ParseError, _MalformedChunkedDataError):
                    raise MalformedAnswer(str(reason.value)) from error
            raise


class _Parser(_LenientHTTPClientParser):
    MAX_LENGTH = LONGEST_LINE
    _lines = 0
    _bytes = 0

    def lineReceived(self, line: bytes) -> None:  # noqa: N802 - Twisted's name
        self._lines += 1
        self._bytes += len(line) + 1
        if self._lines > MOST_LINES or self._bytes > LARGEST_HEAD:
            raise EndlessHead("the head of the answer has no end")
        super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: ARG002, N802 - Twisted's name and argument
        raise EndlessHead("a line in the head of the answer has no end")


class _Protocol(_LenientHTTP11ClientProtocol):
    def request(self, request: TxRequest) -> Deferred[IResponse]:
        answer = super().request(request)
        if self._parser is not None:
            # Twisted names its parser's class in the middle of `request`, so Scrapy exchanges it there, and so do we.
            self._parser.__class__ = _Parser
        return answer

    def _giveUp(self, reason: Failure) -> None:  # noqa: N802 - Twisted's name
        super()._giveUp(reason)  # type: ignore[no-untyped-call]
        if isinstance(reason.value, EndlessHead) and self.transport is not None:
            # Twisted would say goodbye first and wait for an answer, among all that still comes.
            self.transport.abortConnection()


class _Factory(_LenientHTTP11ClientFactory):
    def buildProtocol(self, addr: IAddress | None) -> HTTP11ClientProtocol:  # noqa: ARG002, N802 - Twisted's
        return _Protocol(self._quiescentCallback)  # type: ignore[no-untyped-call]
