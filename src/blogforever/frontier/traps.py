"""Traps: places where a site makes addresses without end.

What an address alone gives away (calendars, repeated folders, depth) is refused at once. What only time tells (lists in
every order, shapes that bring nothing new) is counted; memory is bounded.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from blogforever.urls.normalize import LONGEST
from blogforever.urls.shape import path_of, shape_of

DEEPEST = 12
"""Folders in a path; posts lie no deeper."""
LONGEST_PATH = 1_000
"""Letters of other scripts take six or nine characters each."""
MOST_COMBINATIONS = 60
"""Queries of several parameters that one path may have, where they are combinations of a few values."""
MOST_REMEMBERED = 2_000
MOST_FRUITLESS = 40
"""Pages of one shape in a row that brought nothing new."""
MOST_REPEATS = 100
"""Pages of one shape in a row whose text is known from other pages."""
FIRST_YEAR = 1990
MOST_SHAPES = 20_000

_CALENDAR_PATH = re.compile(
    r"/(?:calendar|calendrier|kalender|calendario|events?|veranstaltungen)/(?:[^/]{1,40}/){0,2}"
    r"(?:month|week|day|today|list/page|[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?)(?:/|$)",
    re.IGNORECASE,
)
_CALENDAR_QUERY = re.compile(
    r"(?:^|&)(?:ical|outlook-ical|tribe-bar-date|eventdate|mc_id|cal_?(?:year|month|day|date))(?:=|&|$)", re.IGNORECASE
)
_DATE_PATH = re.compile(r"/([0-9]{4})/[0-9]{1,2}(?:/[0-9]{1,2})?/?(?:page/[0-9]{1,5}/?)?$", re.ASCII)
_YEAR_QUERY = re.compile(
    r"(?:^|&)(?:(?:m|date|month|yearmonth)=([0-9]{4})-?(?:[0-9]{2}){0,2}|(?:y|year|yr)=([0-9]{1,5}))(?=&|$)",
    re.ASCII | re.IGNORECASE,
)


@dataclass(slots=True)
class _Queries:
    """The queries of one path."""

    seen: set[str] = field(default_factory=set)
    values: dict[str, set[str]] = field(default_factory=dict)
    """The values that each parameter was seen with."""

    def refuse(self, query: str) -> bool:
        """True when the path's queries are a few values in all their combinations; else the query is remembered.

        Where one parameter tells all of them apart (an id, a date) they are pages, however many there are.
        """
        if query in self.seen or len(self.seen) >= MOST_REMEMBERED:
            return False
        if len(self.seen) >= MOST_COMBINATIONS and len(self.seen) > 3 * max(map(len, self.values.values())):
            return True
        self.seen.add(query)
        for part in query.split("&"):
            name, _, value = part.partition("=")
            self.values.setdefault(name, set()).add(value)
        return False


class Traps:
    """Refuses addresses that lead nowhere; learns from what became of the others.

    `this_year` is the year of the crawl: pages of later years than the next are a calendar's.
    """

    def __init__(self, *, this_year: int) -> None:
        self._last_year = this_year + 1
        self._queries: dict[str, _Queries] = {}
        self._fruitless: dict[str, int] = {}
        self._repeats: dict[str, int] = {}

    def refuses(self, address: str) -> str | None:
        """Why this address is not worth a request, or None."""
        if len(address) > LONGEST:
            return f"longer than {LONGEST:,} characters"
        head, _, query = address.partition("#")[0].partition("?")
        path = path_of(head)
        reason = _too_deep(path) or _repeats(path) or self._calendar(path, query)
        if reason is None and "&" in query:
            reason = self._combined(head, query)
        return reason or self._barren(address)

    def fruitful(self, address: str) -> None:
        """The page brought something new: its shape is in good standing again."""
        self._fruitless.pop(shape_of(address), None)

    def fruitless(self, address: str) -> None:
        """The page brought nothing new: no post, no unknown address."""
        shape = shape_of(address)
        count = self._fruitless.pop(shape, 0)  # the shapes seen last stand last
        _make_room(self._fruitless)
        self._fruitless[shape] = count + 1

    def repeats(self, address: str) -> str | None:
        """Why a mere link to the address is not followed: pages of its shape only repeat others, under new names."""
        count = self._repeats.get(shape_of(address), 0) if self._repeats else 0
        return f"{count} pages of this shape repeated others" if count >= MOST_REPEATS else None

    def note_text(self, address: str, *, is_new: bool) -> None:
        """The page has a text of its own, or one that is known from another page."""
        shape = shape_of(address)
        count = self._repeats.pop(shape, 0)
        if not is_new:
            _make_room(self._repeats)
            self._repeats[shape] = count + 1

    def _barren(self, address: str) -> str | None:
        if not self._fruitless:
            return None
        count = self._fruitless.get(shape_of(address), 0)
        return f"{count} pages of this shape brought nothing new" if count >= MOST_FRUITLESS else None

    def _combined(self, head: str, query: str) -> str | None:
        known = self._queries.get(head)
        if known is None:
            _make_room(self._queries)
            known = self._queries[head] = _Queries()
        if known.refuse(query):
            return f"more than {MOST_COMBINATIONS} combinations of parameters for this path"
        return None

    def _calendar(self, path: str, query: str) -> str | None:
        if _CALENDAR_PATH.search(path) or (query and _CALENDAR_QUERY.search(query)):
            return "a calendar"
        # /1066/ may be a post about a battle; with a month it is a page of a calendar.
        date = _DATE_PATH.search(path) or (_YEAR_QUERY.search(query) if query else None)
        year = int(date[1] or date[2]) if date else self._last_year
        return None if FIRST_YEAR <= year <= self._last_year else f"a calendar: the year {year}"


def _too_deep(path: str) -> str | None:
    if path.rstrip("/").count("/") > DEEPEST:
        return f"more than {DEEPEST} folders deep"
    return f"a path of more than {LONGEST_PATH:,} characters" if len(path) > LONGEST_PATH else None


def _repeats(path: str) -> str | None:
    """A path that repeats itself comes from links that forgot their leading slash: /a/b/a/b/a/b."""
    segments = [segment for segment in path.split("/") if segment and not segment.isdecimal()]
    if len(segments) - len(set(segments)) < 2:
        return None
    for length in range(1, len(segments) // 3 + 1):
        for start in range(len(segments) - 3 * length + 1):
            piece = segments[start : start + length]
            if piece * 3 == segments[start : start + 3 * length]:
                return f"its path repeats /{'/'.join(piece)[:80]}"
    return None


def _make_room(counted: dict[str, Any]) -> None:
    """Forget the oldest when there are too many."""
    if len(counted) >= MOST_SHAPES:
        del counted[next(iter(counted))]
