"""Dates counted back from today: '3 days ago', 'vor einer Woche', '3日前', 'yesterday'."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Final

from blogforever.model.moment import Moment
from blogforever.text.dates.calendar import Found, day_iso
from blogforever.text.dates.clock import Span, clock_after
from blogforever.text.dates.words import AFTER_HIER, AGO, DAY_WORDS, ONE, SINCE, UNITS, UNITS_AGO

_WORD: Final = re.compile(r"\d+|[^\s\d.,;:!?()\[\]{}<>\"“”„«»|/·•…。、，]+")
_CJK_AGO: Final = re.compile(
    r"(?:(秒|分|分钟|分鐘|時間|小时|小時)|(日|天)|(週間?|周|星期|礼拜)|([かヶカケ箇ヵ]月|个月|個月)|(年))[之以]?前"
)
_LONGEST_WORD: Final = 24
_FIRST_CJK: Final = "\u3040"
_TWO_WORDS: Final = {"i dag": 0, "i går": 1, "i gær": 1, "hôm nay": 0, "hôm qua": 1, "hari ini": 0}
_SECOND_WORDS: Final = frozenset(pair.split()[1] for pair in _TWO_WORDS)
_KEYS: Final = frozenset((*UNITS, *UNITS_AGO, *DAY_WORDS, *_SECOND_WORDS))

Back = tuple[int, int, str, int]
"""The first and the last word of a relative date, its unit and how many of them ago."""


def relative_dates(text: str, now: dt.date) -> Iterator[Found]:
    """Each day that the text counts back from now, in order; hours and minutes ago count as today."""
    if text.isascii() and _KEYS.isdisjoint(_WORD.findall(text.lower())):
        return
    spans = [match.span() for match in _WORD.finditer(text)]
    words = [text[start : min(end, start + _LONGEST_WORD)].casefold() for start, end in spans]
    for index, word in enumerate(words):
        if word not in _KEYS and word[0] < _FIRST_CJK:
            continue
        back = _counted(words, index) or _named(words, index)
        day = _day_back(now, back[2], back[3]) if back else ""
        if not back or not day:
            continue
        first, last, unit, _ = back
        start, end = spans[first][0], spans[last][1]
        if words[last][0] >= _FIRST_CJK:  # what follows may be written without a space
            end = min(end, spans[last][0] + _cjk_length(words[last]))
        clock = clock_after(text, end, _next_number(spans, words, last + 1), 0) if unit == "d" else None
        if clock is not None:
            day, end = day + clock[0], clock[2]
        yield Moment(written=text[start:end], iso=day), start, end


def _next_number(spans: list[Span], words: list[str], low: int) -> list[Span]:
    """The first number among the few words from low on."""
    return [spans[index] for index in range(low, min(low + 4, len(words))) if words[index].isdecimal()][:1]


def _counted(words: list[str], index: int) -> Back | None:
    """'3 days ago' whose unit is the word at index."""
    count = _count(words[index - 1]) if index else 0
    if not count:
        return None
    word = words[index]
    if word in UNITS_AGO:
        return index - 1, index, UNITS_AGO[word], count
    if word[0] >= _FIRST_CJK and (ago := _CJK_AGO.match(word)):
        return index - 1, index, "hdwmy"[(ago.lastindex or 1) - 1], count
    around = _words_around(words, index) if word in UNITS else None
    return (*around, UNITS[word], count) if around else None


def _words_around(words: list[str], index: int) -> tuple[int, int] | None:
    """The first and the last word of what says 'ago' around a unit at index and its count."""
    after = words[index + 1 : index + 3]
    if after and after[0] in AGO:
        return index - 1, index + 1
    if after == ["yang", "lalu"]:
        return index - 1, index + 2
    before = words[max(0, index - 4) : index - 1]
    if before == ["il", "y", "a"]:
        return index - 4, index
    if before[-2:] == ["πριν", "από"]:
        return index - 3, index
    return (index - 2, index) if before and before[-1] in SINCE else None


def _count(word: str) -> int:
    if word.isdecimal():
        return int(word) if len(word) <= 3 else 0
    return 1 if word in ONE else 0


def _named(words: list[str], index: int) -> Back | None:
    """'yesterday' and its kind."""
    word = words[index]
    if word in _SECOND_WORDS and index:
        days = _TWO_WORDS.get(f"{words[index - 1]} {word}")
        return None if days is None else (index - 1, index, "d", days)
    name = word[: _cjk_length(word)] if word[0] >= _FIRST_CJK else word
    if name not in DAY_WORDS:
        return None
    after = words[index + 1 : index + 2]
    if word == "hier" and after and not (after[0] in AFTER_HIER or after[0].isdecimal()):
        return None
    return index, index, "d", int(DAY_WORDS[name])


def _cjk_length(word: str) -> int:
    """How many characters of a word without spaces name a day; all of them if none do."""
    if ago := _CJK_AGO.match(word):
        return ago.end()
    return next((size for size in (3, 2) if word[:size] in DAY_WORDS), len(word))


def _day_back(now: dt.date, unit: str, count: int) -> str:
    """The day so long before now in ISO 8601, or '' if it is outside the years of blogs."""
    if unit in "my":
        year, month = divmod(now.year * 12 + now.month - 1 - count * (12 if unit == "y" else 1), 12)
        # A month before 31 March is the last day of February.
        return next(filter(None, (day_iso(year, month + 1, now.day - less) for less in range(4))), "")
    ordinal = now.toordinal() - {"h": 0, "d": 1, "w": 7}[unit] * count
    if ordinal < 1:
        return ""
    then = dt.date.fromordinal(ordinal)
    return day_iso(then.year, then.month, then.day)
