"""Scroll through a page as a reader does, so that what waits to be seen loads; then back to its top."""

import asyncio

from playwright.async_api import Page

from blogforever.render.calm import Calm
from blogforever.render.limits import Limits
from blogforever.render.scripts import ask

_STEP = 0.08
_AT_THE_END = 0.3
_ROUNDS_WITHOUT_GROWTH = 2


async def scroll_through(page: Page, calm: Calm, limits: Limits) -> str:
    """What was cut short, "" if nothing was."""
    cut = await _scroll_down(page, calm, limits)
    await _scroll(page, "up", limits)
    return cut


async def _scroll_down(page: Page, calm: Calm, limits: Limits) -> str:
    tallest = growths = fruitless = 0
    end = False
    for _ in range(limits.screens):
        calm.disturb()
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
            await calm.wait(_AT_THE_END)
        if calm.is_over or (end and not calm.reacted) or fruitless == _ROUNDS_WITHOUT_GROWTH:
            return ""
    return "" if end else f"scrolled {limits.screens} screens down and not to its end"


async def _scroll(page: Page, direction: str, limits: Limits) -> tuple[int, bool]:
    told = await ask(page.main_frame, "scroll", direction, seconds=limits.reply)
    if not isinstance(told, dict):
        return 0, True
    height = told.get("height")
    return (int(height) if isinstance(height, int | float) else 0), bool(told.get("end"))
