"""The time of day next to a date: '5:41 pm', '17h41', 'um 17:41 Uhr', '下午5:41'."""

import re
from functools import lru_cache
from typing import Final

from blogforever.text.dates.calendar import clock_iso, zone_iso
from blogforever.text.dates.words import AFTER_CLOCK, BEFORE_CLOCK

Span = tuple[int, int]
Clock = tuple[str, int, int]
"""The ISO text from 'T' on, and where the words of the time start and end."""

_REACH: Final = 24

_CLOCK: Final = re.compile(
    r"(\d{1,2})"
    r"(?:(?:[:：]|\s?[hH]\s?|\s?[時时시點点]\s?)(\d\d|\d(?=\s?[分분]))(?!\d)(?:(?:[:：]|\s?[分분]\s?)(\d\d)(?!\d)(?:[.,]\d{1,9})?)?[分분秒초]?"
    r"|\.(\d\d)(?:\.(\d\d))?(?![\d.]))?"
    r"(?:\s?([aApPπμΠΜ])\.?\s?[mMμΜ]\b\.?|\s?([صم])(?!\w)|(\s?(?:uhr|Uhr|[hH](?!\w)|[時时시點点])))?"
)
_ZONE: Final = re.compile(r"\s?\(?((?:UTC|GMT)?[+-]\d\d:?\d\d|(?:UTC|GMT)[+-]\d{1,2}|[A-Z]{1,4})(?![\w:])\)?")

_SPACE: Final = str.maketrans(dict.fromkeys(".,،-–—|·•@/():;~»›\u200e\u200f", " "))
_HALVES: Final = {
    "上午": "a",
    "午前": "a",
    "오전": "a",
    "下午": "p",
    "午後": "p",
    "오후": "p",
    "öö": "a",
    "ös": "p",
    "am": "a",
    "pm": "p",
}
_WEEKDAY: Final = re.compile(
    r"[日一二三四五六月火水木金土]|(?:星期|周|週|礼拜)[日天一二三四五六]|[日月火水木金土]曜日?|[일월화수목금토](?:요일)?"
)
_IN_BRACKETS: Final = re.compile(r"\(\w{1,12}\.?\)")


def clock_after(text: str, end: int, runs: list[Span], index: int) -> Clock | None:
    """The time that follows a date ending at end, where index is the next number."""
    if index >= len(runs):
        return None
    start, stop = runs[index]
    if start - end > _REACH or stop - start > 2:
        return None
    lead = _lead(text[end:start])
    return None if lead is None else _clock_at(text, start, lead)


def clock_before(text: str, start: int, runs: list[Span], low: int, index: int) -> Clock | None:
    """The time that stands before a date starting at start, among the numbers from low to index."""
    for number in range(max(low, index - 4), index):
        begin, stop = runs[number]
        if start - begin > _REACH + 8 or stop - begin > 2:
            continue
        clock = _clock_at(text, begin, "")
        if clock is not None and clock[2] <= start and _leads_back(text[clock[2] : start]):
            return clock
    return None


@lru_cache(maxsize=1024)
def _lead(gap: str) -> str | None:
    """None if no time can follow these words; else 'a' or 'p' for the half of the day they name, 'w' for others, ''."""
    kind = ""
    for word in _IN_BRACKETS.sub(" ", gap).casefold().translate(_SPACE).split():
        if word in _HALVES:
            kind = _HALVES[word]
        elif word in BEFORE_CLOCK:
            kind = kind or "w"
        elif not _WEEKDAY.fullmatch(word):
            return None
    return kind


@lru_cache(maxsize=1024)
def _leads_back(gap: str) -> bool:
    return all(word in AFTER_CLOCK for word in gap.casefold().translate(_SPACE).split())


def _clock_at(text: str, start: int, lead: str) -> Clock | None:
    parts = _CLOCK.match(text, start)
    if parts is None:
        return None
    digits, minute, second, dotted, dotted_second, latin, arabic, mark = parts.groups()
    half = lead if lead in {"a", "p"} else _half(latin, arabic) if latin or arabic else ""
    if dotted and (lead == "w" or half or dotted_second):
        minute, second = dotted, dotted_second
    elif dotted or not (minute or half or mark):
        return None
    hour = int(digits)
    if half:
        if not 1 <= hour <= 12 and lead != half:
            return None
        hour = hour % 12 + (12 if half == "p" else 0) if hour <= 12 else hour
    end = parts.end()
    offset = ""
    zone = _ZONE.match(text, end) if end < len(text) else None
    if zone is not None:
        offset = zone_iso(zone[1])
        end = zone.end() if offset else end
    iso = clock_iso(hour, int(minute or 0), int(second or 0), offset)
    return (iso, start, end) if iso else None


def _half(latin: str | None, arabic: str | None) -> str:
    """'a' before noon, 'p' after it, '' if the text does not show it."""
    if latin:
        return "a" if latin in "aAπΠ" else "p"
    if arabic:
        return "a" if arabic == "ص" else "p"
    return ""
