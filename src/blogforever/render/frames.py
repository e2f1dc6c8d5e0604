"""The whole document as one HTML text: the documents of frames in their place, shadow trees in their hosts."""

from dataclasses import dataclass, field
from secrets import token_hex

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from blogforever.render.limits import Limits
from blogforever.render.scripts.load import ask

_MOST_NODES = 500_000
_MARK = """(frame, [place, address]) => {
    frame.setAttribute("data-blogforever-place", place);
    frame.setAttribute("data-blogforever-frame", address);
}"""
_FRAME_REPLY = 3.0


@dataclass(slots=True, kw_only=True)
class _FrameTask:
    limits: Limits
    token: str = field(default_factory=lambda: token_hex(12))
    """Stands where a frame's document goes; no page can know it."""
    frames: int = 0
    notes: dict[str, None] = field(default_factory=dict)


async def whole_document(page: Page, limits: Limits) -> tuple[str, tuple[str, ...]]:
    """The page's HTML and what was cut short."""
    work = _FrameTask(limits=limits)
    inner = await _inner_documents(page.main_frame, work)
    try:
        html, _ = await _serialised(page.main_frame, work, part=False, seconds=limits.reply)
    except PlaywrightError:
        # A page can take our script's tools away from it; Playwright's own are out of its reach.
        html = await page.content()
    return _cut(_filled(html, inner, work), work), tuple(work.notes)


async def _inner_documents(frame: Frame, work: _FrameTask) -> list[str]:
    """The documents of the frames in this one; each of these frames then bears the number of its place."""
    found: list[str] = []
    for child in frame.child_frames:
        if work.frames >= work.limits.frames:
            work.notes[f"only the first {work.limits.frames} frames were kept"] = None
            break
        work.frames += 1
        try:
            html = await _document_of(child, work)
            if html:
                element = await child.frame_element()
                await element.evaluate(_MARK, [len(found), child.url])
                found.append(html)
        except (PlaywrightError, TimeoutError):  # it went away, was never loaded, or hangs: the frame stays a frame
            continue
    return found


async def _document_of(frame: Frame, work: _FrameTask) -> str:
    inner = await _inner_documents(frame, work)
    html, has_text = await _serialised(frame, work, part=True, seconds=_FRAME_REPLY)
    return _filled(html, inner, work) if has_text or inner else ""


async def _serialised(frame: Frame, work: _FrameTask, *, part: bool, seconds: float) -> tuple[str, bool]:
    argument = {"token": work.token, "part": part, "most": _MOST_NODES}
    answer = await ask(frame, "serialise", argument, seconds=seconds)
    if not isinstance(answer, dict) or not isinstance(answer.get("html"), str):
        raise PlaywrightError("the page answers nonsense")
    if answer.get("cut"):
        work.notes[f"cut after {_MOST_NODES:,} nodes"] = None
    return answer["html"], bool(answer.get("text"))


def _filled(html: str, inner: list[str], work: _FrameTask) -> str:
    for place, document in enumerate(inner):
        html = html.replace(f"{work.token}-{place}-", document, 1)
    return html


def _cut(html: str, work: _FrameTask) -> str:
    if len(html) <= work.limits.largest:
        return html
    work.notes[f"cut at {work.limits.largest:,} of {len(html):,} characters"] = None
    return html[: work.limits.largest]
