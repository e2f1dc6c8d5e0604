"""The requests of one page in the browser, each sent by the crawl as a reader's browser would send it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from scrapy import Request
from scrapy.http import Response

from blogforever.crawl.cors import grants, leave_to_ask_for, may_read
from blogforever.crawl.middlewares.private_networks import OF_SCRIPT
from blogforever.crawl.responses import REDIRECTS, header, headers_of
from blogforever.model.exchange import Headers, request_key
from blogforever.render.browser_request import BrowserRequest, BrowserResponse
from blogforever.urls.hash_routes import without_route
from blogforever.urls.normalize import redirected
from blogforever.urls.origin import origin_of

_MOST_REDIRECTS = 5
_SAME_METHOD = frozenset({307, 308})
"""Redirects after which the same request is sent elsewhere."""
_HARMLESS = frozenset({"GET", "HEAD", "POST"})
"""What a reader's browser does to show a page; many comment services are asked by POST."""
_PASSED_ON = frozenset({
    "accept", "accept-language", "content-type", "origin", "referer", "x-requested-with", "authorization", "range",
})  # fmt: skip
"""Headers of the browser's requests that servers may need; we say ourselves who asks."""

Download = Callable[[Request], Awaitable[Response]]
"""How Scrapy's engine fetches at once."""


@dataclass(slots=True)
class PageRequests:
    """Answers the requests of one page, and counts what could not be had: for this page alone."""

    download: Download
    known: frozenset[str] = frozenset()
    """Requests that pages before it got answers to."""
    lost: int = 0
    """Requests that got no answer."""
    answered: set[str] = field(default_factory=set)

    @property
    def lacks_answers(self) -> bool:
        """True when a request got no answer, or none was new: then there is no service that could answer."""
        return self.lost > 0 or self.answered <= self.known

    async def answer(self, request: BrowserRequest) -> BrowserResponse | None:
        """What the crawl gets for a request of the browser; redirects are followed here."""
        if request.method not in _HARMLESS:
            self.lost += 1
            return None
        key = request_key(request.address, request.method, request.body)
        for _ in range(_MOST_REDIRECTS):
            response = await self._send(request)
            if response is None:
                break
            if request.origin and not may_read(request.origin, response.url, headers_of(response)):
                return None  # nor would a reader's browser show it
            if response.status not in REDIRECTS or not response.headers.get("Location"):
                if response.status < 400:
                    self.answered.add(key)
                self.lost += response.status >= 400
                return as_browser_response(response)
            to = redirected(header(response, "Location"), response.url)
            if to is None:
                break
            request = _redirected(request, to, same_method=response.status in _SAME_METHOD)
        self.lost += 1
        return None

    async def _send(self, request: BrowserRequest) -> Response | None:
        """The answer to a request, without redirects; None where there is none or we may not ask."""
        try:
            if request.origin and request.origin != origin_of(request.address):
                preflight = leave_to_ask_for(request.method, request.headers)
                if preflight and not await self._is_granted(request, preflight):
                    return None
            return await self.download(_as_request(request))
        except Exception:  # noqa: BLE001 - whatever goes wrong, the page does without
            return None

    async def _is_granted(self, request: BrowserRequest, preflight: Headers) -> bool:
        headers = (("Origin", request.origin), *preflight)
        asked = Request(request.address, method="OPTIONS", headers=dict(headers), meta={OF_SCRIPT: True})
        response = await self.download(asked)
        answer = headers_of(response)
        return may_read(request.origin, response.url, answer) and grants(preflight, response.status, answer)


def _as_request(request: BrowserRequest) -> Request:
    headers = {name: value for name, value in request.headers if name.lower() in _PASSED_ON}
    return Request(request.address, method=request.method, headers=headers, body=request.body, meta={OF_SCRIPT: True})


def _redirected(request: BrowserRequest, address: str, *, same_method: bool) -> BrowserRequest:
    """The request after a redirect: with its body or without, and never with a password for somebody else."""
    headers = request.headers
    if origin_of(address) != origin_of(request.address):
        headers = tuple((name, value) for name, value in headers if name.lower() != "authorization")
    if same_method:
        return replace(request, address=address, headers=headers)
    headers = tuple((name, value) for name, value in headers if name.lower() != "content-type")
    return replace(request, address=address, method="GET", headers=headers, body=b"")


def as_browser_response(response: Response) -> BrowserResponse:
    """The answer as the browser gets to see it."""
    decompressed = {"content-encoding", "content-length", "transfer-encoding"}
    headers = tuple((name, value) for name, value in headers_of(response) if name.lower() not in decompressed)
    return BrowserResponse(
        status=response.status, headers=headers, body=response.body, address=without_route(response.url)
    )
