"""What stands between two numbers of a date: a separator, a month, a word that joins."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from blogforever.text.dates.month_names import AFTER_DOT, LAST_WORDS, MONTHS, month_of
from blogforever.text.dates.words import AFTER_MONTH, BEFORE_MONTH, DOUBTFUL, JOINS, YEAR_WORDS

LONGEST_GAP: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """The text between two neighbouring numbers, understood."""

    month: int = 0
    """The month it names, or 0."""
    sep: str = ""
    """The separator of a date in figures that it is: one of / . -"""
    unit: str = ""
    """What the number before it counts: y for a year, m for a month (after a day in Vietnamese: before a month)."""
    joins: bool = False
    """Whether it may stand between the day and the year of 'April 3rd, 2010'."""
    short: bool = False
    """Whether it ends in an apostrophe, so that two digits after it are a year."""
    thai: bool = False
    """Whether its month is Thai, so that two digits after it count Buddhist years."""


NOTHING: Final = Gap()

PUNCTUATION: Final = str.maketrans(
    {
        **dict.fromkeys(".,،-‐‑–—/'’‘ʼ`´ºª°", " "),
        **dict.fromkeys("׳॰\u200b\u200c\u200d\u200e\u200f\u061c\u00ad\ufeff"),
    }
)
_SEPARATORS: Final = {"/": "/", "／": "/", ".": ".", "．": ".", "。": ".", "-": "-", "‐": "-", "‑": "-", "−": "-"}
# White space and the marks that only steer the direction of writing.
_EDGES: Final = " \t\r\n\f\v\xa0\u2002\u2003\u2009\u202f\u3000\u200b\u200e\u200f\u061c"
_UNITS: Final = {"年": "y", "년": "y", "月": "m", "월": "m", "tháng": "m", "thg": "m"}


@lru_cache(maxsize=4096)
def read_gap(text: str) -> Gap:
    """What a text of at most LONGEST_GAP characters between two numbers means for a date."""
    bare = text.strip(_EDGES)
    sep = _SEPARATORS.get(bare, "")
    if sep:
        return Gap(sep=sep, joins=True)
    folded = bare.casefold()
    unit = _UNITS.get(folded, "")
    if unit:
        return Gap(unit=unit)
    words = folded.replace("(e)ko", " ").translate(PUNCTUATION).split()
    short = bare[-1:] in {"'", "’", "‘", "`", "´"}
    if all(word in JOINS for word in words):
        return Gap(joins=True, short=short)
    if words[0][0] in "年년":
        words[0] = words[0][1:]
    month = _month_among(words)
    if month:
        name = " ".join(words)
        if bare[0] == "." and name in AFTER_DOT:
            month = AFTER_DOT[name]
        return Gap(month=month, short=short, thai="\u0e00" <= words[0][:1] <= "\u0e7f")
    return Gap(unit="g") if len(words) == 1 and words[0] in YEAR_WORDS else NOTHING


def _month_among(words: list[str]) -> int:
    first, last = 0, len(words)
    while first < last:
        month = month_of(" ".join(words[first:last]))
        if month:
            return month
        if words[last - 1] in AFTER_MONTH:
            last -= 1
        elif words[first] in BEFORE_MONTH:
            first += 1
        else:
            return 0
    return 0


# What may be written close to a month's name without belonging to it.
_GLUE: Final = str.maketrans(dict.fromkeys(',.:;|/()[]<>{}-–—·•*_"“”„«»#@', " "))


def month_before(text: str, low: int, start: int, gap: str) -> tuple[int, int]:
    """The month whose name stands right before a day at start, and where the name starts; (0, 0) if none does."""
    low = max(low, start - LONGEST_GAP)
    close = text[low:start].rstrip(" .,-/\n\xa0")
    name = close[close.rfind(" ") + 1 :]
    month = MONTHS.get(name.lower(), 0)
    if month and name.lower() not in DOUBTFUL:
        return month, low + len(close) - len(name)
    words = text[low:start].translate(_GLUE).split()
    if len(words) > 1 and words[-1] == "the":
        words.pop()
    if not words:
        return 0, 0
    name = words[-1]
    if name.casefold() in LAST_WORDS:
        for count in (3, 2):
            tail = words[-count:]
            month = month_of(" ".join(tail).casefold())
            if month:
                return month, max(low, text.rfind(tail[0], low, start))
    month = month_of(name.casefold().translate(PUNCTUATION).strip())
    if not month or (name.casefold() in DOUBTFUL and "," not in gap):
        return 0, 0
    return month, text.rfind(name, low, start)
