"""Asks the archive before the network, and hands every new answer to the archive.

So a harvest that was cut short is taken up by doing the same again: what was captured is not asked for twice. A blog
that was harvested before is asked whether its pages changed. Offline, the archive's word is the last.
"""

from time import time

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from blogforever.crawl.errors import MalformedAnswer, NotCaptured
from blogforever.crawl.harvesting_spider import spider_of
from blogforever.crawl.middlewares.retry import is_check, is_temporary
from blogforever.crawl.responses import ASKED_AT, RECALLED, exchange_of, response_of
from blogforever.dom.parsed_page import try_parse
from blogforever.extract.robots_directives import forbids_archiving, robots_directives
from blogforever.frontier.frontier_url import Kind
from blogforever.harvest.recall import NOT_MODIFIED, page_of_exchange, recall_answer
from blogforever.harvest.state import Counts
from blogforever.model.exchange import Exchange, request_key
from blogforever.model.ports import Captures
from blogforever.urls.hash_routes import without_route

NOT_KEPT = "blogforever_not_kept"
"""The key in a request's meta: its answer asks not to be archived, and was not captured."""


class ReplayMiddleware:
    """A downloader middleware, the nearest to the wire."""

    def __init__(self, captures: Captures, counts: Counts, *, offline: bool, keeps_all: bool) -> None:
        self._captures = captures
        self._counts = counts
        self._keeps_all = keeps_all
        self._offline = offline

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ReplayMiddleware":
        """As Scrapy makes it."""
        harvest = spider_of(crawler).harvest
        options = harvest.options
        return cls(
            harvest.captures, harvest.counts, offline=options.offline, keeps_all=not options.respect_noarchive
        )  # fmt: skip

    def process_request(self, request: Request) -> Response | None:
        """The captured answer, else none; then the question is made conditional if an older answer is known."""
        if is_check(request):
            return None
        key = _request_key(request)
        captured = recall_answer(self._captures, key)
        if captured is not None:
            self._counts.recalled += 1
            return response_of(captured, request)
        if self._offline:
            raise NotCaptured(f"{request.url} was not captured")
        older = self._captures.recall_older(key)
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
        if not is_temporary(response.status):
            self._capture(request, exchange_of(request, response))
        if (
            response.status == NOT_MODIFIED
            and (older := self._captures.recall_older(_request_key(request))) is not None
        ):
            return response_of(older, request)
        return response

    def _capture(self, request: Request, exchange: Exchange) -> None:
        target = request.cb_kwargs.get("target")
        if (
            not self._keeps_all
            and target is not None
            and target.kind is not Kind.SOURCE
            and _refuses_to_be_kept(exchange)
        ):
            request.meta[NOT_KEPT] = True
        else:
            self._captures.capture(exchange)


def _refuses_to_be_kept(exchange: Exchange) -> bool:
    page = page_of_exchange(exchange)
    parsed = try_parse(page)
    directives = robots_directives(parsed.document, page.robots_directives) if parsed else page.robots_directives
    return forbids_archiving(directives)


def _request_key(request: Request) -> str:
    return request_key(without_route(request.url), request.method, request.body)
