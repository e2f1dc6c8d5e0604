"""The whole page as a picture."""

from playwright.async_api import FloatRect, Page

from blogforever.render.limits import Limits
from blogforever.render.scripts import ask

_LONGEST = 30.0


async def take_screenshot(page: Page, limits: Limits) -> bytes:
    """PNG, as wide as the window and as tall as the page, up to a limit."""
    size = await ask(page.main_frame, "page_size", seconds=limits.reply)
    width, height = (size[0], size[1]) if isinstance(size, list) and len(size) == 2 else (0, 0)
    if not isinstance(height, int) or not isinstance(width, int) or height <= limits.tallest:
        return await page.screenshot(full_page=True, animations="disabled", timeout=_LONGEST * 1000)
    clip = FloatRect(x=0, y=0, width=width, height=limits.tallest)
    return await page.screenshot(full_page=True, clip=clip, animations="disabled", timeout=_LONGEST * 1000)
