"""One page in the browser, from its opening to its closing.

open → idle → scroll through → idle → load more → idle → whole document → screenshot → close
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urldefrag

from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext, Dialog, FloatRect, Page, ViewportSize
from playwright.async_api import Error as PlaywrightError

from blogforever.errors import BrowserFailed
from blogforever.model.rendering import Rendering
from blogforever.render.browser_request import BrowserResponse, Fetch
from blogforever.render.frames import whole_document
from blogforever.render.idle import IdleWatch
from blogforever.render.limits import Limits, TimeBudget
from blogforever.render.load_more import press_for_more
from blogforever.render.scripts.load import ask, script
from blogforever.render.traffic import Traffic

PLAIN_PAGE = "The page as it was fetched is kept without it."
_TO_CLOSE = 10.0
_TO_FINISH = 60.0
"""Beyond all limits, for what is still to be done: the document and its picture."""
_WINDOW = ViewportSize(width=1280, height=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """What is the same for all pages."""

    user_agent: str
    screenshots: bool
    limits: Limits


async def show(
    chromium: Chromium, address: str, original: BrowserResponse, *, fetch: Fetch, reason: str, settings: SessionSettings
) -> Rendering:
    """The page with everything that its scripts brought. TimeoutError when it hangs, PlaywrightError when it dies."""
    limits = settings.limits
    budget = TimeBudget(limits)
    traffic = Traffic(fetch, original, pictures=settings.screenshots, limits=limits, budget=budget)
    notes: dict[str, None] = {}
    async with _context(chromium, settings) as context, asyncio.timeout(limits.hardest + _TO_FINISH):
        try:
            page = await _open(context, _shown_address(address, original), traffic, limits)
            idle = IdleWatch(page, traffic, budget, limits)
            presses = await _bring_everything(page, idle, traffic, limits, notes)
            _stay_on_the_web(page, address)
            html, cut = await whole_document(page, limits)
            picture = await take_screenshot(page, limits) if settings.screenshots else None
        finally:
            traffic.stop()
    if traffic.failure:
        raise traffic.failure
    if idle.never_came:
        notes[f"still busy after {budget.used:.0f} seconds"] = None
    return Rendering(
        address=address,
        at=datetime.now(UTC),
        html=html,
        reason=reason,
        presses=presses,
        notes=(*traffic.notes, *notes, *cut),
        screenshot=picture,
    )


async def _bring_everything(
    page: Page, idle: IdleWatch, traffic: Traffic, limits: Limits, notes: dict[str, None]
) -> int:
    """Let the page load what it has, and press for more; how often it was pressed."""
    await idle.wait()
    if cut := await scroll_through(page, idle, limits):
        notes[cut] = None
    traffic.keep_frames_where_they_are()
    presses, cut = await press_for_more(page, idle, limits)
    if cut:
        notes[cut] = None
    await idle.wait()
    return presses


@asynccontextmanager
async def _context(chromium: Chromium, settings: SessionSettings) -> AsyncIterator[BrowserContext]:
    """A reader whom nobody has seen before, and who leaves nothing behind."""
    context = await asyncio.wait_for(
        chromium.new_context(
            user_agent=settings.user_agent,
            viewport=_WINDOW,
            accept_downloads=False,
            service_workers="block",
            reduced_motion="reduce",
            timezone_id="UTC",  # scripts that write dates write the same ones everywhere
        ),
        settings.limits.reply,
    )
    try:
        yield context
    finally:
        # When even this takes too long, the browser as a whole is given up.
        await asyncio.wait_for(context.close(), _TO_CLOSE)


async def _open(context: BrowserContext, address: str, traffic: Traffic, limits: Limits) -> Page:
    await context.add_init_script(script("watch"))
    await context.route("**/*", traffic.answer)
    page = await asyncio.wait_for(context.new_page(), limits.reply)
    traffic.belongs_to(page)
    page.on("dialog", _dismiss)
    context.on("page", _close)
    await page.goto(address, wait_until="commit", timeout=limits.reply * 1000)
    return page


async def _dismiss(dialog: Dialog) -> None:
    with suppress(PlaywrightError):
        await dialog.dismiss()


async def _close(page: Page) -> None:
    """A window that the page opened."""
    with suppress(PlaywrightError):
        await page.close()


def _stay_on_the_web(page: Page, address: str) -> None:
    """A page can go to about:blank without asking anybody; then nothing of it is left."""
    if not page.url.startswith(("http://", "https://")):
        raise BrowserFailed(address, f"its scripts replaced it by {page.url[:100]}", PLAIN_PAGE)


def _shown_address(address: str, original: BrowserResponse) -> str:
    """Where the page lies after redirects, with the fragment that was asked for."""
    fragment = urldefrag(address).fragment
    place = urldefrag(original.address or address).url
    return f"{place}#{fragment}" if fragment else place


_LONGEST = 30.0


async def take_screenshot(page: Page, limits: Limits) -> bytes:
    """PNG, as wide as the window and as tall as the page, up to a limit."""
    size = await ask(page.main_frame, "page_size", seconds=limits.reply)
    width, height = (size[0], size[1]) if isinstance(size, list) and len(size) == 2 else (0, 0)
    if not isinstance(height, int) or not isinstance(width, int) or height <= limits.tallest:
        return await page.screenshot(full_page=True, animations="disabled", timeout=_LONGEST * 1000)
    clip = FloatRect(x=0, y=0, width=width, height=limits.tallest)
    return await page.screenshot(full_page=True, clip=clip, animations="disabled", timeout=_LONGEST * 1000)


_STEP = 0.08
_AT_THE_END = 0.3
_ROUNDS_WITHOUT_GROWTH = 2


async def scroll_through(page: Page, idle: IdleWatch, limits: Limits) -> str:
    """What was cut short, "" if nothing was."""
    cut = await _scroll_down(page, idle, limits)
    await _scroll(page, "up", limits)
    return cut


async def _scroll_down(page: Page, idle: IdleWatch, limits: Limits) -> str:
    tallest = growths = fruitless = 0
    end = False
    for _ in range(limits.screens):
        idle.disturb()
        height, end = await _scroll(page, "down", limits)
        if height > tallest:
            growths += tallest > 0
            fruitless = 0
            tallest = height
        elif end:
            fruitless += 1
        if growths > limits.growths:
            return f"grew longer {growths} times while it was scrolled, and was not scrolled further"
        if not end:
            await asyncio.sleep(_STEP)
        else:
            await idle.wait(_AT_THE_END)
        if idle.is_over or (end and not idle.reacted) or fruitless == _ROUNDS_WITHOUT_GROWTH:
            return ""
    return "" if end else f"scrolled {limits.screens} screens down and not to its end"


async def _scroll(page: Page, direction: str, limits: Limits) -> tuple[int, bool]:
    answer = await ask(page.main_frame, "scroll", direction, seconds=limits.reply)
    if not isinstance(answer, dict):
        return 0, True
    height = answer.get("height")
    return (int(height) if isinstance(height, int | float) else 0), bool(answer.get("end"))
