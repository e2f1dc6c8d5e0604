"""Asks the archive before the network, and hands every new answer to the archive.

So a harvest that was cut short is taken up by doing the same again: what was captured is not asked for twice. A blog
that was harvested before is asked whether its pages changed. Offline, the archive's word is the last.
"""

from time import time
from typing import TYPE_CHECKING, cast

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from blogforever.crawl.http_handler import MalformedAnswer
from blogforever.crawl.pages import ASKED_AT, RECALLED, document_of, exchange_of, response_of
from blogforever.crawl.patience import is_check, is_for_now
from blogforever.crawl.unpacking import page_of_exchange
from blogforever.dom.routes import without_route
from blogforever.extract.robots_directives import forbids_archiving, robots_directives
from blogforever.frontier.lines import Kind
from blogforever.model.exchange import Exchange, question_key
from blogforever.model.ports import Sink

if TYPE_CHECKING:
    from blogforever.crawl.new_crawl import NewCrawl

NOT_KEPT = "blogforever_not_kept"
"""The key in a request's meta: its answer asks not to be archived, and was not captured."""
_UNCHANGED = 304


def recall_answer(sink: Sink, address: str) -> Exchange | None:
    """What this harvest captured for the address; where the server said that nothing changed, the older answer."""
    captured = sink.recall(address)
    return sink.recall_older(address) if captured is not None and captured.status == _UNCHANGED else captured


class NotCaptured(IgnoreRequest):
    """Offline, and the archive does not have the address."""


class Memory:
    """A downloader middleware, the nearest to the wire."""

    def __init__(self, sink: Sink, *, offline: bool, keeps_all: bool) -> None:
        self._sink = sink
        self._keeps_all = keeps_all
        self._offline = offline

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Memory":
        """As Scrapy makes it."""
        harvest = cast("NewCrawl", crawler.spider).harvest
        return cls(harvest.sink, offline=harvest.wishes.offline, keeps_all=not harvest.wishes.respect_noarchive)

    def process_request(self, request: Request) -> Response | None:
        """The captured answer, else none; then the question is made conditional if an older answer is known."""
        if is_check(request):
            return None
        question = _question(request)
        captured = recall_answer(self._sink, question)
        if captured is not None:
            return response_of(captured, request)
        if self._offline:
            raise NotCaptured(f"{request.url} was not captured")
        older = self._sink.recall_older(question)
        if older is not None:
            for stated, asked in (("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")):
                if value := older.header(stated):
                    request.headers[asked] = value
        request.meta[ASKED_AT] = time()
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer, captured; one that says that nothing changed becomes the older answer."""
        if RECALLED in response.flags or is_check(request):
            return response
        if not 100 <= response.status <= 999:
            raise MalformedAnswer(f"{request.url} answers with status {response.status}")
        if not is_for_now(response.status):
            self._capture(request, exchange_of(request, response))
        if response.status == _UNCHANGED and (older := self._sink.recall_older(_question(request))) is not None:
            return response_of(older, request)
        return response

    def _capture(self, request: Request, exchange: Exchange) -> None:
        line = request.cb_kwargs.get("line")
        if not self._keeps_all and line is not None and line.kind is not Kind.SOURCE and _refuses_to_be_kept(exchange):
            request.meta[NOT_KEPT] = True
        else:
            self._sink.capture(exchange)


def _refuses_to_be_kept(exchange: Exchange) -> bool:
    page = page_of_exchange(exchange)
    document = document_of(page)
    said = robots_directives(document, page.robots_directives) if document else page.robots_directives
    return forbids_archiving(said)


def _question(request: Request) -> str:
    return question_key(without_route(request.url), request.method, request.body)
