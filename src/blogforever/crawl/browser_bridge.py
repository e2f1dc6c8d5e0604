"""Shows pages to a browser whose every request is sent by the crawl: with its politeness, its replay and its limits."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from scrapy.http import Response

from blogforever.crawl.page_requests import Download, PageRequests, as_browser_response
from blogforever.crawl.responses import page_of
from blogforever.crawl.settings import user_agent
from blogforever.dom.parsed_page import ParsedPage, parse
from blogforever.errors import BlogforeverError, BrowserFailed, NoBrowser, NotHTML
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.harvest.engine import Harvest
from blogforever.harvest.fetch import ReceivedPage
from blogforever.harvest.recall import page_of_rendering
from blogforever.harvest.render_policy import Need, NotRendered, RenderReason, has_gained, shell_of
from blogforever.model.harvest import Render
from blogforever.model.page import Page
from blogforever.model.rendering import MISSING_ANSWERS, Rendering, screenshot_of
from blogforever.render.find import find_browser, how_to_get_one
from blogforever.render.limits import Limits

if TYPE_CHECKING:
    from blogforever.render.browser import Browser

_MOST_FAILURES = 3
"""Pages in a row on which the browser dies, twice each: then it is left alone."""


class Stopping(Exception):
    """The harvest ends: what is not in the browser yet waits for the next."""


class BrowserBridge:
    """The browser of one harvest."""

    def __init__(self, harvest: Harvest, download: Download, is_stopping: Callable[[], bool]) -> None:
        self._captures = harvest.captures
        self._records = harvest.records
        self._frontier = harvest.frontier
        self._pages = harvest.pages
        self._attempts = harvest.attempts
        self._counts = harvest.counts
        self._policy = harvest.render_policy
        self._options = harvest.options
        self._download = download
        self._is_stopping = is_stopping
        self._not_rendered = NotRendered()
        self._browser: Browser | None = None
        self._turns = asyncio.Semaphore(Limits().pages_at_once)
        self._looked_for_browser = False
        self._why_not = ""
        self._failures = 0
        self.rendering = 0
        """Pages that are in the browser now."""
        self._answered: frozenset[str] = frozenset()
        """Requests of the pages shown so far that got an answer."""

    def parse(self, target: FrontierUrl, page: Page) -> ReceivedPage:
        """The page with its tree, for everyone who reads it; None for what is not a page or takes too long."""
        try:
            parsed = self._attempts.read(target.address, partial(parse, page), target)
        except NotHTML as error:
            return ReceivedPage(page=page, problem=error.problem)
        return ReceivedPage(page=page, parsed=parsed)

    async def show(self, target: FrontierUrl, response: Response) -> ReceivedPage:
        """The page as it is to be read: as it came, or as the browser shows it where it needs one."""
        page = page_of(response)
        if target.kind is Kind.SOURCE or target.kind is Kind.MEDIA or response.status != 200:
            return ReceivedPage(page=page)
        recalled = self._captures.recall_rendering(target.address)
        if recalled is not None:
            self._policy.learn(RenderReason.parse(recalled.reason), gained=True, lost=False)
            self._use(target, recalled)
            return self.parse(target, page_of_rendering(recalled, page.robots_directives))
        received = self.parse(target, page)
        if received.parsed is None:
            return received
        if self._options.offline or (self._options.render is Render.NEVER and not self._options.screenshots):
            self._mark_shell(target, shell_of(received.parsed.document))
            return received
        if self._reason(target, received.parsed) is None:
            return received
        async with self._turns:
            if self._is_stopping():
                raise Stopping
            # What the pages before it showed may have changed the decision.
            reason = self._reason(target, received.parsed)
            return await self._render(target, response, received, received.parsed, reason) if reason else received

    async def close(self) -> None:
        """No process is left behind."""
        if self._browser is not None:
            await self._browser.close()
            self._browser = None

    def notes(self) -> list[str]:
        """What a user should know."""
        given_up = [f"the browser was tried in vain: {reason}" for reason in self._policy.given_up()]
        return [*filter(None, [self._not_rendered.note(self._why_not)]), *given_up]

    def _reason(self, target: FrontierUrl, parsed: ParsedPage) -> RenderReason | None:
        """Why the page should be shown; None when it need not."""
        may_be_post = self._may_be_post(target)
        with self._attempts.limit.document(target.address):
            reason = self._policy.why(target, parsed.document, may_be_post=may_be_post)
        if reason is None and self._options.screenshots and may_be_post:
            return RenderReason(Need.SCREENSHOT)
        return reason

    def _may_be_post(self, target: FrontierUrl) -> bool:
        pattern = self._frontier.pattern
        return target.kind is Kind.POST or target.is_named_as_post or not pattern or pattern.matches(target.address)

    def _mark_shell(self, target: FrontierUrl, reason: RenderReason | None) -> None:
        """No browser fills the page; where it lacks the article, it says nothing of its post that the feed does not."""
        if reason is not None and reason.lacks_article:
            self._pages.shells.add(target.number)

    async def _render(
        self, target: FrontierUrl, response: Response, received: ReceivedPage, plain: ParsedPage, reason: RenderReason
    ) -> ReceivedPage:
        browser = self._ready()
        if browser is None:
            self._not_rendered.add(reason)
            self._mark_shell(target, reason)
            return received
        requests = PageRequests(self._download, self._answered)
        self.rendering += 1
        try:
            rendering = await browser.render(
                target.address, as_browser_response(response), fetch=requests.answer, reason=str(reason)
            )
        except (BrowserFailed, NoBrowser) as error:
            self._fail(target, reason, error)
            self._mark_shell(target, reason)
            return received
        finally:
            self.rendering -= 1
        self._failures = 0
        self._answered |= requests.answered
        if reason.need is Need.SCREENSHOT:
            self._keep_screenshot(rendering)
            return received
        shown = self.parse(target, page_of_rendering(rendering, received.page.robots_directives))
        with self._attempts.limit.document(target.address):
            gained = shown.parsed is not None and has_gained(reason, plain.document, shown.parsed.document)
        self._policy.learn(reason, gained=gained, lost=requests.lacks_answers)
        if not gained:
            target.rendered = f"{reason}; it showed nothing more"
            self._keep_screenshot(rendering)
            if not requests.lacks_answers:
                self._pages.fully_loaded.add(target.number)
            return received
        if requests.lost:
            rendering = replace(rendering, notes=(*rendering.notes, MISSING_ANSWERS))
        self._captures.keep_rendering(rendering)
        if screenshot := screenshot_of(rendering):
            self._records.keep_media(screenshot)
        self._use(target, rendering)
        return shown

    def _use(self, target: FrontierUrl, rendering: Rendering) -> None:
        self._counts.rendered += 1
        self._pages.rendered.add(target.number)
        if MISSING_ANSWERS not in rendering.notes:
            self._pages.fully_loaded.add(target.number)
        target.rendered = "; ".join([rendering.reason, *rendering.notes])

    def _keep_screenshot(self, rendering: Rendering) -> None:
        """The browser showed the page for its picture alone, or had nothing to add."""
        self._counts.rendered += 1
        if screenshot := screenshot_of(rendering):
            self._records.keep_media(screenshot)

    def _ready(self) -> "Browser | None":
        """The browser, found when it is needed first."""
        if not self._looked_for_browser:
            self._looked_for_browser = True
            installed = find_browser(self._options.browser)
            if installed is None:
                self._why_not = f"none was found. {how_to_get_one()}"
            else:
                from blogforever.render.browser import Browser  # noqa: PLC0415 - most blogs do without playwright

                agent = user_agent(self._options.contact)
                self._browser = Browser(found=installed, user_agent=agent, screenshots=self._options.screenshots)
        return self._browser if self._failures < _MOST_FAILURES else None

    def _fail(self, target: FrontierUrl, reason: RenderReason, error: BlogforeverError) -> None:
        target.rendered = f"{reason}, but {error.problem}"
        # Scripts without end and without measure are the page's fault.
        self._failures += not isinstance(error.__cause__, (TimeoutError, MemoryError))
        self._why_not = f"it failed on {_MOST_FAILURES} pages in a row ({error.problem})"
