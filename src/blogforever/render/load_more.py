"""Press every button for more until none is left: "load more", "older comments", "view 3 replies"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from blogforever.render.idle import IdleWatch
from blogforever.render.limits import Limits
from blogforever.render.load_more_buttons import KNOWN_BUTTONS, says_more
from blogforever.render.scripts.load import ask

_ALL_KNOWN = ", ".join(KNOWN_BUTTONS.values())
_MOST_BUTTONS = 400
_AFTER_A_PRESS = 0.2
_SECOND_LOOK = 0.5
_FRUITLESS_ROUNDS = 10
_DID_NOTHING, _NEVER_AGAIN = 1, 2
_BAD_HINT = re.compile(r"share|social|menu|nav-|login|signin|subscri|newsletter|search|lang", re.IGNORECASE)
_FRAME_REPLY = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Button:
    place: int
    known: bool


_Found = list[tuple[Frame, list[_Button]]]


async def press_for_more(page: Page, idle: IdleWatch, limits: Limits) -> tuple[int, str]:
    """How often a button was pressed, and what was cut short ("" if nothing was)."""
    presses = fruitless = 0
    size = -1
    while fruitless < _FRUITLESS_ROUNDS:
        found = _round(await _find(page, limits), limits.presses - presses)
        if not found:
            return presses, ""
        if idle.is_over or presses >= limits.presses:
            return presses, f"pressed {presses} times for more, and there was more"
        if size < 0:
            size = await _size(page, limits)
        for frame, buttons in found:
            presses += await _press(frame, buttons)
        before, size = size, await _size_after(page, size, idle, limits)
        fruitless = 0 if size > before else fruitless + 1
        if size < before:  # it closed what stood open: open it again, and leave it
            for frame, buttons in found:
                presses += await _press(frame, buttons)
                await _mark(frame, buttons, _NEVER_AGAIN)
            size = await _size_after(page, size, idle, limits)
        elif size == before:
            for frame, buttons in found:
                await _mark(frame, buttons, _DID_NOTHING)
    return presses, ""


def _round(found: _Found, left: int) -> _Found:
    """What is pressed at once: all known buttons, else one whose words look like more, to see what it does."""
    known = [(frame, [button for button in buttons if button.known][: max(left, 1)]) for frame, buttons in found]
    known = [(frame, buttons) for frame, buttons in known if buttons]
    if known:
        return known[: max(left, 1)]
    return next(([(frame, buttons[:1])] for frame, buttons in found if buttons), [])


async def _find(page: Page, limits: Limits) -> _Found:
    found: _Found = []
    for frame in page.frames[: limits.frames]:
        try:
            answer = await ask(
                frame, "find_buttons", {"known": _ALL_KNOWN, "most": _MOST_BUTTONS}, seconds=_FRAME_REPLY
            )
        except (PlaywrightError, TimeoutError):
            continue
        found.append((frame, list(_buttons(answer))))
    return found


def _buttons(answer: object) -> Iterator[_Button]:
    for one in answer if isinstance(answer, list) else []:
        if not isinstance(one, dict) or not isinstance(one.get("place"), int):
            continue
        known = one.get("known") is True
        if known or (says_more(str(one.get("text"))) and not _BAD_HINT.search(str(one.get("hint")))):
            yield _Button(place=one["place"], known=known)


async def _press(frame: Frame, buttons: list[_Button]) -> int:
    try:
        answer = await ask(frame, "press", [button.place for button in buttons], seconds=_FRAME_REPLY)
    except (PlaywrightError, TimeoutError):
        return len(buttons)
    return answer if isinstance(answer, int) else len(buttons)


async def _mark(frame: Frame, buttons: list[_Button], marks: int) -> None:
    try:
        await ask(frame, "mark_idle", [[button.place for button in buttons], marks], seconds=_FRAME_REPLY)
    except (PlaywrightError, TimeoutError):
        return


async def _size_after(page: Page, before: int, idle: IdleWatch, limits: Limits) -> int:
    """The size once the page is idle; a page that did nothing yet gets a second look."""
    idle.disturb()
    await idle.wait(_AFTER_A_PRESS)
    size = await _size(page, limits)
    if size == before:
        await idle.wait(_SECOND_LOOK)
        size = await _size(page, limits)
    return size


async def _size(page: Page, limits: Limits) -> int:
    total = 0
    for frame in page.frames[: limits.frames]:
        try:
            answer = await ask(frame, "text_size", seconds=_FRAME_REPLY)
        except (PlaywrightError, TimeoutError):
            continue
        total += answer if isinstance(answer, int) else 0
    return total
