"""Shows pages to a real browser, however often that browser dies."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from playwright.async_api import Error as PlaywrightError

from blogforever.errors import BrowserFailed
from blogforever.model.rendering import Rendering
from blogforever.render.browser_process import RunningBrowser, start
from blogforever.render.browser_request import BrowserResponse, Fetch
from blogforever.render.find import FoundBrowser
from blogforever.render.limits import Limits
from blogforever.render.page_session import PLAIN_PAGE, SessionSettings, show

_ATTEMPTS = 2


class Browser:
    """Started at the first page, started anew when it dies or grew old, gone when it is closed.

    `rendered` counts the pages that it showed, `restarts` how often it was started anew after a crash.
    """

    def __init__(
        self,
        *,
        found: FoundBrowser,
        user_agent: str,
        screenshots: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._settings = SessionSettings(user_agent=user_agent, screenshots=screenshots, limits=self._limits)
        self._found = found
        self._places = asyncio.Semaphore(self._limits.pages_at_once)
        self._starting = asyncio.Lock()
        self._running: list[RunningBrowser] = []
        """The one that takes new pages is the last; others still show their last pages."""
        self._closed = False
        self.rendered = 0
        self.restarts = 0

    async def render(self, address: str, original: BrowserResponse, *, fetch: Fetch, reason: str = "") -> Rendering:
        """The page with what its scripts make of it. `original` is its document, so that it is not fetched again.

        `fetch` answers the requests of this page.

        Raises BrowserFailed when the browser died twice over it or its scripts never end, NoBrowser when the browser
        does not start, and whatever the crawl's fetch raises.
        """
        async with self._places:
            alone = False
            for attempt in range(_ATTEMPTS):
                running = await self._enter(alone=alone)
                try:
                    rendering = await self._while_well(
                        running,
                        show(running.chromium, address, original, fetch=fetch, reason=reason, settings=self._settings),
                    )
                except MemoryError as error:
                    self._give_up(running)
                    alone = running.open_pages > 1  # another page may be to blame
                    if not alone or attempt + 1 == _ATTEMPTS:
                        problem = f"its scripts need more than {self._limits.memory // 1_000_000} MB in the browser"
                        raise BrowserFailed(address, problem, PLAIN_PAGE) from error
                except TimeoutError as error:
                    # Such a page may not even let itself be closed: it goes with its browser.
                    running.retired = True
                    problem = "its scripts never come to an end in the browser"
                    raise BrowserFailed(address, problem, PLAIN_PAGE) from error
                except PlaywrightError as error:
                    self._give_up(running)
                    if self._closed or attempt + 1 == _ATTEMPTS:
                        why = error.message.strip().partition("\n")[0]
                        raise BrowserFailed(address, f"the browser failed: {why}", PLAIN_PAGE) from error
                else:
                    self.rendered += 1
                    return rendering
                finally:
                    await self._leave(running)
        raise AssertionError("every attempt ends above")

    async def close(self) -> None:
        """End the browser with all its processes; pages that are open fail. Closing twice is closing once."""
        self._closed = True
        async with self._starting:
            await asyncio.gather(*(running.close() for running in self._running))
            self._running.clear()

    def memory(self) -> int:
        """Bytes that the browser's processes hold now, 0 where unknown."""
        return sum(running.memory() for running in self._running)

    def pids(self) -> tuple[int, ...]:
        """The browser's processes, where the system tells."""
        return tuple(pid for running in self._running for pid in running.pids())

    async def _enter(self, *, alone: bool) -> RunningBrowser:
        """A browser that is well, with one page more; `alone`, a new one that gets no other page."""
        async with self._starting:
            if self._closed:
                raise BrowserFailed("browser", "is closed already")
            running = self._running[-1] if self._running else None
            if running is not None and not running.is_alive:
                self._give_up(running)
            elif running is not None and running.pages >= self._limits.recycle_after:
                running.retired = True
            if running is None or running.retired or alone:
                if running is not None and running.retired:
                    await self._end_if_empty(running)
                running = await start(self._found, self._limits.start)
                running.retired = alone
                self._running.insert(0 if alone else len(self._running), running)
            running.pages += 1
            running.open_pages += 1
            return running

    def _give_up(self, running: RunningBrowser) -> None:
        """It crashed, or what it does makes no sense: it gets no more pages. Two pages may see the same crash."""
        if not running.retired:
            running.retired = True
            self.restarts += 1

    async def _leave(self, running: RunningBrowser) -> None:
        running.open_pages -= 1
        if running.retired:
            await self._end_if_empty(running)

    async def _while_well(self, running: RunningBrowser, work: Coroutine[Any, Any, Rendering]) -> Rendering:
        """The work's result; an error as soon as the browser is gone, since a dead one answers nothing, or too big."""
        showing = asyncio.ensure_future(work)
        death = asyncio.ensure_future(running.died.wait())
        growth = asyncio.ensure_future(running.outgrows(self._limits.memory))
        try:
            await asyncio.wait({showing, death, growth}, return_when=asyncio.FIRST_COMPLETED)
            if showing.done():
                return showing.result()
            if growth.done() and not death.done():
                running.kill()  # a page that takes more and more is not asked to close itself
                raise MemoryError
            raise PlaywrightError("it ended all of a sudden")
        finally:
            for task in (showing, death, growth):
                task.cancel()
            await asyncio.gather(showing, death, growth, return_exceptions=True)

    async def _end_if_empty(self, running: RunningBrowser) -> None:
        if not running.open_pages and running in self._running:
            self._running.remove(running)
            await running.close()
