"""The questions of one page, each answered by the crawl. Nothing of a page goes to the network by itself."""

import asyncio
import json
import re
from collections import Counter
from contextlib import suppress
from time import monotonic
from urllib.parse import urldefrag, urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Request, Route

from blogforever.render.blocking import CLEAR_PICTURE, is_unneeded
from blogforever.render.browser_request import BrowserRequest, BrowserResponse, Fetch
from blogforever.render.limits import Limits, TimeBudget

_ONLY_FOR_THE_WIRE = frozenset({
    "alt-svc", "connection", "content-disposition", "content-encoding", "content-length", "keep-alive", "nel",
    "report-to", "reporting-endpoints", "set-cookie", "strict-transport-security", "transfer-encoding",
})  # fmt: skip
"""Headers that are about the transport, would start a download, or would make the browser speak to others."""
_READ_BY_SCRIPTS = frozenset({"fetch", "xhr", "other"})
_TOO_MUCH = "asked for too much"
_WITHOUT_PAGE = frozenset({204, 205})
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+|[^\x00-\xff]+")
"""What no header may hold; the browser would refuse the whole answer."""


class Traffic:
    """Answers the questions of one page, and knows how busy it is."""

    def __init__(
        self, fetch: Fetch, original: BrowserResponse, *, pictures: bool, limits: Limits, budget: TimeBudget
    ) -> None:
        self._fetch = fetch
        self._original = original
        self._pictures = pictures
        self._limits = limits
        self._budget = budget
        self._page: Page | None = None
        self._fetches: set[asyncio.Task[BrowserResponse | None]] = set()
        self._asked: Counter[tuple[str, str, bytes]] = Counter()
        self._moved: dict[str, BrowserResponse] = {}
        self._turns = asyncio.Semaphore(limits.at_once)
        self._giving = asyncio.Lock()
        self._pending = 0
        self._received = 0
        self._stopped = False
        self._main_shown = False
        self._settled: frozenset[Frame] = frozenset()
        self.last_change = monotonic()
        self.changes = 0
        """Questions and answers so far."""
        self.notes: dict[str, None] = {}
        self.failure: BaseException | None = None

    @property
    def pending(self) -> int:
        """Questions under way, or waiting for their turn."""
        return self._pending

    def belongs_to(self, page: Page) -> None:
        """From now on its main frame's document is the original."""
        self._page = page

    def keep_frames_where_they_are(self) -> None:
        """From now on a frame that shows a document goes to no other: a button for more is no way out."""
        self._settled = frozenset(self._page.frames if self._page else ())

    def stop(self) -> None:
        """Give up what is under way."""
        self._stopped = True
        for fetch in self._fetches:
            fetch.cancel()

    async def answer(self, route: Route) -> None:
        """Playwright calls this for each request of the page and its frames."""
        with suppress(PlaywrightError):  # the page was closed meanwhile
            if not await self._answer_document(route):
                await self._answer_part(route)

    async def _answer_document(self, route: Route) -> bool:
        """True when the request was for a document that is settled without the crawl."""
        request = route.request
        if not request.is_navigation_request():
            return False
        frame = _frame_of(request)
        if frame is None or self._page is None or frame.page != self._page:  # a window that was opened
            await route.abort("aborted")
        elif frame == self._page.main_frame:
            await self._answer_main(route)
        elif frame in self._settled:
            await route.abort("aborted")
        elif moved := self._moved.pop(_place(request.url), None):
            await _fulfill(route, moved)
        else:
            return False
        return True

    async def _answer_main(self, route: Route) -> None:
        if self._main_shown:
            self.notes[f"wanted to go to {route.request.url[:300]}"] = None
            await route.abort("aborted")
            return
        self._main_shown = True
        await _fulfill(route, self._original)

    async def _answer_part(self, route: Route) -> None:
        request = route.request
        kind = request.resource_type
        if is_unneeded(request.url, kind):
            await route.abort("blockedbyclient")
        elif kind == "image" and not self._pictures:
            await route.fulfill(status=200, content_type="image/png", body=CLEAR_PICTURE)
        elif not self._may_ask(request):
            await route.abort("blockedbyclient")
        else:
            await self._answer_in_turn(route)

    async def _answer_in_turn(self, route: Route) -> None:
        """Few bodies are in memory at once, and only one on its way to the browser, which copies it several times."""
        self._pending += 1
        self._budget.fetch_begins()
        self._tell_change()
        try:
            async with self._turns:
                given = None if self._stopped else await self._ask(route.request)
                async with self._giving:
                    await self._give(route, given)
        finally:
            self._pending -= 1
            self._budget.fetch_ends()
            self._tell_change()

    async def _give(self, route: Route, given: BrowserResponse | None) -> None:
        request = route.request
        if given is not None and self._received + len(given.body) > self._limits.received:
            self.notes[_TOO_MUCH] = None
            given = None
        if given is None:
            await route.abort("failed")
            return
        self._received += len(given.body)
        if request.is_navigation_request() and given.address and _place(given.address) != _place(request.url):
            # Playwright does not see redirects, so the frame is told to go to where the answer came from.
            self._moved[_place(given.address)] = given
            await route.fulfill(status=200, content_type="text/html", body=_go_to(given.address))
        else:
            await _fulfill(route, given)

    def _may_ask(self, request: Request) -> bool:
        body = request.post_data_buffer or b""
        if (
            self._asked.total() >= self._limits.requests
            or self._received >= self._limits.received
            or len(request.url) + len(body) > self._limits.sent
        ):
            self.notes[_TOO_MUCH] = None
            return False
        key = (request.method, request.url, body)
        self._asked[key] += 1
        if self._asked[key] > self._limits.repeats:
            self.notes["asked for the same again and again"] = None
            return False
        return True

    async def _ask(self, request: Request) -> BrowserResponse | None:
        fetch = asyncio.ensure_future(self._fetch(_request_key(request)))
        self._fetches.add(fetch)
        try:
            return await asyncio.wait_for(fetch, self._limits.answer)
        except TimeoutError:
            self.notes[f"no answer from {request.url[:300]}"] = None
            return None
        except asyncio.CancelledError:
            return None
        except Exception as failure:  # noqa: BLE001 - told to whoever asked for the rendering
            self.failure = failure
            return None
        finally:
            self._fetches.discard(fetch)

    def _tell_change(self) -> None:
        self.last_change = monotonic()
        self.changes += 1


def _frame_of(request: Request) -> Frame | None:
    try:
        return request.frame
    except PlaywrightError:  # it has none yet: a window that is just being opened
        return None


def _request_key(request: Request) -> BrowserRequest:
    headers = request.headers
    return BrowserRequest(
        address=_place(request.url),
        method=request.method,
        headers=tuple(headers.items()),
        body=request.post_data_buffer or b"",
        kind=request.resource_type,
        referrer=headers.get("referer", ""),
        origin="" if request.is_navigation_request() else _origin(request),
    )


def _origin(request: Request) -> str:
    """Whose script reads the answer. The browser says so where it matters, except for what is asked of its own site."""
    if origin := request.headers.get("origin", ""):
        return origin
    parts = urlsplit(request.url)
    return f"{parts.scheme}://{parts.netloc}" if request.resource_type in _READ_BY_SCRIPTS else ""


async def _fulfill(route: Route, given: BrowserResponse) -> None:
    headers: dict[str, str] = {}
    for name, value in given.headers:
        plain = name.lower()
        if plain not in _ONLY_FOR_THE_WIRE and _NAME.fullmatch(plain):
            sound = _CONTROL.sub(" ", value)
            headers[plain] = f"{headers[plain]}, {sound}" if plain in headers else sound
    # A redirect would be followed without asking us, and end nowhere; others would leave the old page standing.
    shown = 200 <= given.status < 600 and not 300 <= given.status < 400 and given.status not in _WITHOUT_PAGE
    await route.fulfill(status=given.status if shown else 200, headers=headers, body=given.body)


def _go_to(address: str) -> str:
    return f"<script>location.replace({json.dumps(address).replace('<', '%3C')})</script>"


def _place(address: str) -> str:
    return urldefrag(address).url
