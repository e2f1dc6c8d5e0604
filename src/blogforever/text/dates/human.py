"""Dates in running text of any supported language.

text -> its numbers -> what stands between two of them (dates_gaps) -> a day -> the time next to it (dates_clock)
"""

import re
from collections.abc import Iterator
from typing import Final

from blogforever.model.moment import Moment
from blogforever.text.dates.calendar import Found, day_iso, full_year
from blogforever.text.dates.clock import Span, clock_after, clock_before
from blogforever.text.dates.gaps import LONGEST_GAP, NOTHING, Gap, month_before, read_gap

Day = tuple[str, int, int, int]
"""A day in ISO 8601, where its words start and end, and the index of the first number after it."""

_NUMBER: Final = re.compile(r"\d+")
_ASCII_NUMBER: Final = re.compile(r"[0-9]+")  # the same and faster
_DAY_SIGNS: Final = "日일号號"
# Two digits after a month are a year only if nothing else can claim them: "3 Apr 10", but not "3 Apr 10 comments".
_YEAR_ENDS: Final = re.compile(r"\s{0,8}(?:$|[,;)|\]\n·•@–—-]|\d{1,2}[:h]\d\d|(?:at|um|à|kl)\b)")
# The year of "Sat Apr  3 12:30:00 CEST 2010" comes after the clock.
_LATE_YEAR: Final = re.compile(r"\d\d:\d\d(?::\d\d)?(?:\s(?:[A-Z]{1,5}|[+-]\d{4}))?\s(\d{4})(?!\d)")


def written_dates(text: str, *, day_first: bool | None) -> Iterator[Found]:
    """Each date that the text spells out, in order, with the time next to it."""
    number = _ASCII_NUMBER if text.isascii() else _NUMBER
    runs = [match.span() for match in number.finditer(text)]
    if len(runs) == 1:
        yield from _bare_number(text, runs[0])
    index = free = 0
    last = len(runs) - 1
    while index < last:
        found = _day_at(text, runs, index, day_first=day_first)
        if found is None:
            index += 1
            continue
        day, start, end, after = found
        clock = clock_after(text, end, runs, after)
        if clock is None and free < index:
            clock = clock_before(text, start, runs, free, index)
        if clock is not None:
            day += clock[0]
            start = min(start, clock[1])
            end = max(end, clock[2])
        if runs[after - 1][1] < end:
            while after <= last and runs[after][0] < end:
                after += 1
        late = _late_year_end(text, runs, index, after)
        if late:
            end, after = late
        index = free = after
        yield Moment(written=text[start:end], iso=day), start, end


def _bare_number(text: str, run: Span) -> Iterator[Found]:
    """The date that a text is which holds nothing but YYYYMMDD."""
    start, end = run
    if end - start == 8 and text.strip() == text[start:end]:
        day = day_iso(int(text[start : start + 4]), int(text[start + 4 : start + 6]), int(text[start + 6 : end]))
        if day:
            yield Moment(written=text[start:end], iso=day), start, end


def _day_at(text: str, runs: list[Span], index: int, *, day_first: bool | None) -> Day | None:
    """The day whose first number is the one at index."""
    start, end = runs[index]
    size = end - start
    next_start, next_end = runs[index + 1]
    if size > 4 or size == 3 or next_end - next_start > 4 or next_start - end > LONGEST_GAP:
        return None
    gap = read_gap(text[end:next_start])
    if gap is NOTHING:
        return None
    if size == 4:
        return _year_leads(text, runs, index, gap)
    if gap.month:
        return _day_month_year(text, runs, index, gap)
    day = _in_figures(text, runs, index, gap, day_first=day_first) if gap.sep or gap.unit else None
    if day is None and gap.joins:
        return _month_day_year(text, runs, index, gap)
    return day


def _day_month_year(text: str, runs: list[Span], index: int, gap: Gap) -> Day | None:
    """3 April 2010, 3 Apr '10."""
    start, end = runs[index]
    year_start, year_end = runs[index + 1]
    digits = text[year_start:year_end]
    if len(digits) == 2:
        if not (gap.short or gap.thai or text[year_start - 1] in "-/." or _YEAR_ENDS.match(text, year_end)):
            return None
        if text[year_end : year_end + 1] in {":", "h"}:
            return None
    elif len(digits) != 4:
        return None
    year = int(digits) + 1957 if gap.thai and len(digits) == 2 else full_year(digits)
    day = day_iso(year, gap.month, int(text[start:end]))
    return (day, start, year_end, index + 2) if day else None


def _month_day_year(text: str, runs: list[Span], index: int, gap: Gap) -> Day | None:
    """April 3rd, 2010, or with the clock before the year."""
    start, end = runs[index]
    year_start, year_end = runs[index + 1]
    digits = text[year_start:year_end]
    late = None
    if len(digits) != 4 and not (gap.short and len(digits) == 2):
        late = _LATE_YEAR.match(text, year_start) if len(digits) == 2 else None
        if late is None:
            return None
        digits = late[1]
    low = runs[index - 1][1] if index else 0
    month, position = month_before(text, low, start, text[end:year_start])
    day = day_iso(full_year(digits), month, int(text[start:end]))
    if not day:
        return None
    return (day, position, end, index + 1) if late else (day, position, year_end, index + 2)


def _late_year_end(text: str, runs: list[Span], index: int, after: int) -> tuple[int, int] | None:
    """Where a date ends whose year comes after the clock, and the first number after it."""
    if after >= len(runs) or index + 1 >= after:
        return None
    late = _LATE_YEAR.match(text, runs[index + 1][0])
    return (late.end(), after + 1) if late and late.start(1) == runs[after][0] else None


def _year_leads(text: str, runs: list[Span], index: int, gap: Gap) -> Day | None:
    """2010-04-03, 2010年4月3日, 2010. április 3., 2010. gada 3. aprīlis."""
    year = full_year(text[runs[index][0] : runs[index][1]])
    start, end = runs[index + 1]
    if end - start > 2:
        return None
    if gap.month:
        return _year_month_day(text, runs, index, day_iso(year, gap.month, int(text[start:end])))
    if gap.unit == "g":
        return _year_day_month(text, runs, index, year)
    return _year_in_figures(text, runs, index, gap) if index + 2 < len(runs) else None


def _year_in_figures(text: str, runs: list[Span], index: int, gap: Gap) -> Day | None:
    (start, end), (start2, end2), (start3, end3) = runs[index : index + 3]
    if end3 - start3 > 2 or start3 - end2 > LONGEST_GAP:
        return None
    second = read_gap(text[end2:start3])
    in_signs = gap.unit == "y" and second.unit == "m"
    if not in_signs and not (gap.sep and gap.sep == second.sep and not _is_longer(text, runs, index, gap.sep)):
        return None
    day = day_iso(full_year(text[start:end]), int(text[start2:end2]), int(text[start3:end3]))
    return (day, start, _past_sign(text, end3), index + 3) if day else None


def _year_month_day(text: str, runs: list[Span], index: int, day: str) -> Day | None:
    end = runs[index + 1][1]
    if not day or text[end : end + 1] in {":", "h"}:
        return None
    # "© 2010 May 5, 2011": the second year is the one of May. "2010 May 5 June 3": these are numbers of posts.
    if index + 2 < len(runs):
        next_start, next_end = runs[index + 2]
        if next_start - end <= LONGEST_GAP:
            gap = read_gap(text[end:next_start])
            if gap.month or (gap.joins and next_end - next_start == 4):
                return None
    return day, runs[index][0], _past_sign(text, end), index + 2


def _year_day_month(text: str, runs: list[Span], index: int, year: int) -> Day | None:
    start, end = runs[index + 1]
    words = text[end : end + LONGEST_GAP].lstrip(" .\xa0").split(None, 1)
    name = words[0].rstrip(".,;:)") if words else ""
    month = read_gap(name).month
    day = day_iso(year, month, int(text[start:end]))
    return (day, runs[index][0], text.index(name, end) + len(name), index + 2) if day else None


def _in_figures(text: str, runs: list[Span], index: int, gap: Gap, *, day_first: bool | None) -> Day | None:
    """03/04/2010, 3. 4. 2010, 3 tháng 4 năm 2010."""
    if index + 2 >= len(runs):
        return None
    (start, end), (start2, end2), (start3, end3) = runs[index : index + 3]
    size = end3 - start3
    if end2 - start2 > 2 or size not in {2, 4} or start3 - end2 > LONGEST_GAP:
        return None
    second = read_gap(text[end2:start3])
    one, two = int(text[start:end]), int(text[start2:end2])
    year = full_year(text[start3:end3])
    if gap.unit == "m":
        day = day_iso(year, two, one) if second.joins and size == 4 else ""
        return (day, start, end3, index + 3) if day else None
    if not gap.sep or second.sep != gap.sep or _is_longer(text, runs, index, gap.sep):
        return None
    if size == 2 and gap.sep != "/" and end - start + end2 - start2 < 4 and not _is_all(text, start, end3):
        return None  # "PHP 5.3.10" is not a day; "5.3.10" alone is one
    if day_first is None:
        day_first = gap.sep == "."
    day = day_iso(year, two, one) if day_first else day_iso(year, one, two)
    if not day:
        day = day_iso(year, one, two) if day_first else day_iso(year, two, one)
    return (day, start, end3, index + 3) if day else None


def _is_all(text: str, start: int, end: int) -> bool:
    return len(text) < 2 * LONGEST_GAP and text.strip() == text[start:end]


def _is_longer(text: str, runs: list[Span], index: int, sep: str) -> bool:
    """Whether the three numbers from index on are part of a longer chain, such as a version or an address."""
    start, end = runs[index][0], runs[index + 2][1]
    if index and runs[index - 1][1] == start - 1 and text[start - 1] == sep:
        return True
    return index + 3 < len(runs) and runs[index + 3][0] == end + 1 and text[end] == sep


def _past_sign(text: str, end: int) -> int:
    return end + 1 if text[end : end + 1] in _DAY_SIGNS and end < len(text) else end
