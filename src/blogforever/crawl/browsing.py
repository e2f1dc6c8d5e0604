"""Shows pages to a browser whose every request is asked by the crawl: with its manners, its memory and its limits."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.http import Response

from blogforever.crawl.cors import grants, leave_to_ask_for, may_read, origin_of
from blogforever.crawl.gate import OF_SCRIPT
from blogforever.crawl.pages import document_of, header, headers_of, page_of
from blogforever.crawl.render_policy import ALWAYS, LeftOut, has_gained
from blogforever.crawl.settings import user_agent
from blogforever.crawl.unpacking import page_of_rendering
from blogforever.dom.addresses import redirected
from blogforever.dom.routes import without_route
from blogforever.dom.tree import Document, parse_text
from blogforever.errors import BlogforeverError, BrowserFailed, NoBrowser
from blogforever.frontier.lines import Kind, Line
from blogforever.model.exchange import Headers, question_key
from blogforever.model.harvest import Render
from blogforever.model.page import Page
from blogforever.model.rendering import Rendering, screenshot_of
from blogforever.render.find import find_browser, how_to_get_one
from blogforever.render.limits import Limits
from blogforever.render.question import Given, Question

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest
    from blogforever.render.browser import Browser

PICTURE = "its picture"
_MOST_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SAME_AGAIN = frozenset({307, 308})
"""Redirects after which the same question is asked elsewhere."""
_HARMLESS = frozenset({"GET", "HEAD", "POST"})
"""What a reader's browser does to show a page; many comment services are asked by POST."""
LOST = "some of what it asked for could not be had"
_MOST_FAILURES = 3
"""Pages in a row on which the browser dies, twice each: then it is left alone."""
_PASSED_ON = frozenset({
    "accept", "accept-language", "content-type", "origin", "referer", "x-requested-with", "authorization", "range",
})  # fmt: skip
"""Headers of the browser's questions that servers may need; we say ourselves who asks."""

Download = Callable[[Request], Awaitable[Response]]
"""How Scrapy's engine fetches at once."""


class Stopping(Exception):
    """The harvest ends: what is not in the browser yet waits for the next."""


class Browsing:
    """The browser of one harvest."""

    def __init__(self, harvest: "Harvest", download: Download, is_stopping: Callable[[], bool]) -> None:
        self._harvest = harvest
        self._download = download
        self._is_stopping = is_stopping
        self._left_out = LeftOut()
        self._browser: Browser | None = None
        self._turns = asyncio.Semaphore(Limits().pages_at_once)
        self._looked = False
        self._why_not = ""
        self._failures = 0
        self._lost = 0
        """Questions of pages that got no answer."""
        self._heard: set[str] = set()
        """Questions that got one."""

    async def show(self, line: Line, response: Response) -> Page:
        """The page as it is to be read: as it came, or as the browser shows it where it needs one."""
        page = page_of(response)
        if line.kind is Kind.SOURCE or line.kind is Kind.MEDIA or response.status != 200:
            return page
        recalled = self._harvest.sink.recall_rendering(line.address)
        if recalled is not None:
            self._harvest.render_policy.learn(recalled.reason, gained=True, lost=False)
            return self._use(line, recalled)
        document = self._harvest.attempt(line.address, partial(document_of, page), line)
        if self._harvest.wishes.offline or (self._harvest.wishes.render is Render.NEVER and not self._wants_pictures):
            if document is not None:
                self._harvest.leave_unshown(line, self._harvest.render_policy.shell(document))
            return page
        if document is None or not self._reason(line, document):
            return page
        async with self._turns:
            if self._is_stopping():
                raise Stopping
            # What the pages before it showed may have changed the mind.
            reason = self._reason(line, document)
            return await self._show(line, response, page, document, reason) if reason else page

    def _reason(self, line: Line, document: Document) -> str:
        """Why the page should be shown; "" when it need not."""
        may_be_post = self._may_be_post(line)
        with self._harvest.limit.document(line.address):
            reason = self._harvest.render_policy.why(line, document, may_be_post=may_be_post)
        return reason or (PICTURE if self._wants_pictures and may_be_post else "")

    async def close(self) -> None:
        """No process is left behind."""
        if self._browser is not None:
            await self._browser.close()
            self._browser = None

    def notes(self) -> list[str]:
        """What a user should know."""
        given_up = [f"the browser was tried in vain: {reason}" for reason in self._harvest.render_policy.given_up()]
        return [*filter(None, [self._left_out.note(self._why_not)]), *given_up]

    @property
    def _wants_pictures(self) -> bool:
        return self._harvest.wishes.screenshots

    def _may_be_post(self, line: Line) -> bool:
        pattern = self._harvest.plan.pattern
        return line.kind is Kind.POST or line.is_named_as_post or not pattern or pattern.matches(line.address)

    async def _show(self, line: Line, response: Response, page: Page, plain: Document, reason: str) -> Page:
        browser = self._ready()
        if browser is None:
            self._left_out.add(reason)
            self._harvest.leave_unshown(line, reason)
            return page
        lost, heard = self._lost, len(self._heard)
        try:
            rendering = await browser.render(line.address, _given(response), reason=reason)
        except (BrowserFailed, NoBrowser) as error:
            self._fail(line, reason, error)
            self._harvest.leave_unshown(line, reason)
            return page
        self._failures = 0
        if reason == PICTURE:
            self._keep_picture(rendering)
            return page
        with self._harvest.limit.document(line.address):
            after = parse_text(rendering.html)
            gained = reason == ALWAYS or has_gained(reason, plain, after)
        # A page that asked for nothing new has no service that could answer.
        lost_some = self._lost > lost or len(self._heard) == heard
        self._harvest.render_policy.learn(reason, gained=gained, lost=lost_some)
        if not gained:
            line.rendered = f"{reason}; it showed nothing more"
            self._keep_picture(rendering)
            if not lost_some:
                self._harvest.heard.add(line.number)
            return page
        if self._lost > lost:
            rendering = replace(rendering, notes=(*rendering.notes, LOST))
        self._harvest.sink.keep_rendering(rendering)
        return self._use(line, rendering)

    def _use(self, line: Line, rendering: Rendering) -> Page:
        self._harvest.counts.rendered += 1
        self._harvest.rendered.add(line.number)
        if LOST not in rendering.notes:
            self._harvest.heard.add(line.number)
        line.rendered = "; ".join([rendering.reason, *rendering.notes])
        return page_of_rendering(rendering)

    def _keep_picture(self, rendering: Rendering) -> None:
        """The browser showed the page for its picture alone, or had nothing to add."""
        self._harvest.counts.rendered += 1
        if picture := screenshot_of(rendering):
            self._harvest.sink.keep_media(picture)

    def _ready(self) -> "Browser | None":
        """The browser, found when it is needed first."""
        if not self._looked:
            self._looked = True
            wishes = self._harvest.wishes
            found = find_browser(wishes.browser)
            if found is None:
                self._why_not = f"none was found. {how_to_get_one()}"
            else:
                from blogforever.render.browser import Browser  # noqa: PLC0415 - most blogs do without playwright

                agent = user_agent(wishes.contact)
                self._browser = Browser(self._answer, found=found, user_agent=agent, screenshots=wishes.screenshots)
        return self._browser if self._failures < _MOST_FAILURES else None

    def _fail(self, line: Line, reason: str, error: BlogforeverError) -> None:
        line.rendered = f"{reason}, but {error.problem}"
        # Scripts without end and without measure are the page's fault.
        self._failures += not isinstance(error.__cause__, (TimeoutError, MemoryError))
        self._why_not = f"it failed on {_MOST_FAILURES} pages in a row ({error.problem})"

    async def _answer(self, question: Question) -> Given | None:
        """What the crawl gets for a question of the browser; redirects are followed here."""
        if question.method not in _HARMLESS:
            self._lost += 1
            return None
        key = question_key(question.address, question.method, question.body)
        for _ in range(_MOST_REDIRECTS):
            response = await self._ask(question)
            if response is None:
                break
            if question.origin and not may_read(question.origin, response.url, headers_of(response)):
                return None  # nor would a reader's browser show it
            if response.status not in _REDIRECTS or not response.headers.get("Location"):
                if response.status < 400:
                    self._heard.add(key)
                self._lost += response.status >= 400
                return _given(response)
            to = redirected(header(response, "Location"), response.url)
            if to is None:
                break
            question = _asked_elsewhere(question, to, same_again=response.status in _SAME_AGAIN)
        self._lost += 1
        return None

    async def _ask(self, question: Question) -> Response | None:
        """The answer to a question, without redirects; None where there is none or we have no leave to ask."""
        try:
            if question.origin and question.origin != origin_of(question.address):
                wanted = leave_to_ask_for(question.method, question.headers)
                if wanted and not await self._has_leave(question, wanted):
                    return None
            return await self._download(_request(question))
        except Exception:  # noqa: BLE001 - whatever goes wrong, the page does without
            return None

    async def _has_leave(self, question: Question, wanted: Headers) -> bool:
        headers = (("Origin", question.origin), *wanted)
        asked = Request(question.address, method="OPTIONS", headers=dict(headers), meta={OF_SCRIPT: True})
        response = await self._download(asked)
        answer = headers_of(response)
        return may_read(question.origin, response.url, answer) and grants(wanted, response.status, answer)


def _request(question: Question) -> Request:
    headers = {name: value for name, value in question.headers if name.lower() in _PASSED_ON}
    return Request(
        question.address, method=question.method, headers=headers, body=question.body, meta={OF_SCRIPT: True}
    )


def _asked_elsewhere(question: Question, address: str, *, same_again: bool) -> Question:
    """The question after a redirect: with its body or without, and never with a password for somebody else."""
    headers = question.headers
    if origin_of(address) != origin_of(question.address):
        headers = tuple((name, value) for name, value in headers if name.lower() != "authorization")
    if same_again:
        return replace(question, address=address, headers=headers)
    headers = tuple((name, value) for name, value in headers if name.lower() != "content-type")
    return replace(question, address=address, method="GET", headers=headers, body=b"")


def _given(response: Response) -> Given:
    unpacked = {"content-encoding", "content-length", "transfer-encoding"}
    headers = tuple((name, value) for name, value in headers_of(response) if name.lower() not in unpacked)
    return Given(status=response.status, headers=headers, body=response.body, address=without_route(response.url))
