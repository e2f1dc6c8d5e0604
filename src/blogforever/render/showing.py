"""One page in the browser, from its opening to its closing.

open → calm → scroll through → calm → press for more → calm → whole document → screenshot → close
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urldefrag

from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext, Dialog, Page, ViewportSize
from playwright.async_api import Error as PlaywrightError

from blogforever.errors import BrowserFailed
from blogforever.model.rendering import Rendering
from blogforever.render.calm import Calm
from blogforever.render.frames import whole_document
from blogforever.render.limits import Limits
from blogforever.render.patience import Patience
from blogforever.render.presses import press_for_more
from blogforever.render.question import Fetch, Given
from blogforever.render.screenshot import take_screenshot
from blogforever.render.scripts import script
from blogforever.render.scroll import scroll_through
from blogforever.render.traffic import Traffic

PLAIN_PAGE = "The page as it was fetched is kept without it."
_TO_CLOSE = 10.0
_TO_FINISH = 60.0
"""Beyond all limits, for what is still to be done: the document and its picture."""
_WINDOW = ViewportSize(width=1280, height=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What is the same for all pages."""

    fetch: Fetch
    user_agent: str
    screenshots: bool
    limits: Limits


async def show(chromium: Chromium, address: str, original: Given, *, reason: str, manners: Manners) -> Rendering:
    """The page with everything that its scripts brought. TimeoutError when it hangs, PlaywrightError when it dies."""
    limits = manners.limits
    patience = Patience(limits)
    traffic = Traffic(manners.fetch, original, pictures=manners.screenshots, limits=limits, patience=patience)
    notes: dict[str, None] = {}
    async with _context(chromium, manners) as context, asyncio.timeout(limits.hardest + _TO_FINISH):
        try:
            page = await _open(context, _shown_address(address, original), traffic, limits)
            calm = Calm(page, traffic, patience, limits)
            presses = await _bring_everything(page, calm, traffic, limits, notes)
            _stay_on_the_web(page, address)
            html, cut = await whole_document(page, limits)
            picture = await take_screenshot(page, limits) if manners.screenshots else None
        finally:
            traffic.stop()
    if traffic.failure:
        raise traffic.failure
    if calm.never_came:
        notes[f"still busy after {patience.used:.0f} seconds"] = None
    return Rendering(
        address=address,
        at=datetime.now(UTC),
        html=html,
        reason=reason,
        presses=presses,
        notes=(*traffic.notes, *notes, *cut),
        screenshot=picture,
    )


async def _bring_everything(page: Page, calm: Calm, traffic: Traffic, limits: Limits, notes: dict[str, None]) -> int:
    """Let the page load what it has, and press for more; how often it was pressed."""
    await calm.wait()
    if cut := await scroll_through(page, calm, limits):
        notes[cut] = None
    traffic.keep_frames_where_they_are()
    presses, cut = await press_for_more(page, calm, limits)
    if cut:
        notes[cut] = None
    await calm.wait()
    return presses


@asynccontextmanager
async def _context(chromium: Chromium, manners: Manners) -> AsyncIterator[BrowserContext]:
    """A reader whom nobody has seen before, and who leaves nothing behind."""
    context = await asyncio.wait_for(
        chromium.new_context(
            user_agent=manners.user_agent,
            viewport=_WINDOW,
            accept_downloads=False,
            service_workers="block",
            reduced_motion="reduce",
            timezone_id="UTC",  # scripts that write dates write the same ones everywhere
        ),
        manners.limits.reply,
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


def _shown_address(address: str, original: Given) -> str:
    """Where the page lies after redirects, with the fragment that was asked for."""
    fragment = urldefrag(address).fragment
    place = urldefrag(original.address or address).url
    return f"{place}#{fragment}" if fragment else place
