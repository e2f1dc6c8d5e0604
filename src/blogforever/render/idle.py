"""Wait until a page is idle: it requests nothing, and nothing of it changes."""

import asyncio
from math import isfinite
from time import monotonic

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from blogforever.render.limits import Limits, TimeBudget
from blogforever.render.traffic import Traffic

_WATCHED = "() => window.__blogforever ? window.__blogforever.watched() : [1e9, 0]"
_TICK = 0.1
_FRAME_REPLY = 1.0
_RESTLESS = 1.0


class IdleWatch:
    """Waits for one page. One that never came to rest is not waited for so long again."""

    def __init__(self, page: Page, traffic: Traffic, budget: TimeBudget, limits: Limits) -> None:
        self._page = page
        self._traffic = traffic
        self._budget = budget
        self._limits = limits
        self._disturbed_at = monotonic()
        self._still = 0.0
        self._changes = 0
        self._changes_before = 0
        self.never_came = False

    @property
    def is_over(self) -> bool:
        """True when the page had all its time."""
        return self._budget.over

    @property
    def reacted(self) -> bool:
        """The page did something since it was disturbed, as far as we have waited for it."""
        return self._changes != self._changes_before

    def disturb(self) -> None:
        """Something was done to the page just now: idle is what comes after it."""
        self._disturbed_at = monotonic()
        self._changes_before = self._changes

    async def wait(self, quiet: float | None = None) -> bool:
        """True when the page is idle for so long; False when it took too long. TimeoutError when it hangs."""
        wanted = self._limits.quiet if quiet is None else quiet
        longest = _RESTLESS if self.never_came else self._limits.idle
        began = self._budget.used
        while True:
            await self._watch()
            missing = wanted - self._stillness()
            if missing <= 0:
                return True
            if self._budget.over or self._budget.used - began > longest:
                self.never_came = True
                return False
            await asyncio.sleep(min(_TICK, missing))

    def _stillness(self) -> float:
        """Seconds since anything changed, the page asked for anything, or anything was done to it."""
        now = monotonic()
        if self._traffic.pending:
            return 0.0
        return min(self._still, now - self._traffic.last_change, now - self._disturbed_at)

    async def _watch(self) -> None:
        """See what goes on in all frames."""
        main, *others = self._page.frames[: self._limits.frames]
        seen = await asyncio.gather(_watched(main, self._limits.reply), *(_watched_if_told(frame) for frame in others))
        self._still = min(still for still, _ in seen)
        self._changes = self._traffic.changes + sum(changes for _, changes in seen)


async def _watched(frame: Frame, seconds: float) -> tuple[float, int]:
    """Seconds without a change, and how many changes there were."""
    answer = await asyncio.wait_for(frame.evaluate(_WATCHED), seconds)
    if (
        isinstance(answer, list)
        and len(answer) == 2
        and all(isinstance(one, int | float) and isfinite(one) for one in answer)
    ):
        return float(answer[0]) / 1000, int(answer[1])
    return 0.0, 0


async def _watched_if_told(frame: Frame) -> tuple[float, int]:
    """A frame that is just going away, or hangs, is none that we wait for."""
    try:
        return await _watched(frame, _FRAME_REPLY)
    except (PlaywrightError, TimeoutError):
        return float("inf"), 0
