"""Dates as pages and feeds write them, read into one form."""

import datetime as dt
from collections.abc import Iterator

from blogforever.model.moment import Moment
from blogforever.text.dates.calendar import Found
from blogforever.text.dates.human import written_dates
from blogforever.text.dates.in_url import date_in_address
from blogforever.text.dates.machine import read_machine_date
from blogforever.text.dates.relative import relative_dates

__all__ = ["date_in_address", "find_date", "find_dates", "read_machine_date", "same_day"]


def find_date(text: str, *, day_first: bool | None = None, now: dt.date | None = None) -> Moment | None:
    """The first full date in a text, with the time next to it; `now` gives a meaning to "3 days ago".

    A date that is written out wins over one that is counted back: "today" may be the name of a calendar's picture.
    Where 03/04/2010 could be two days, `day_first` decides; None means month first, but day first with dots.
    """
    found = next(written_dates(text, day_first=day_first), None)
    if found is None and now is not None:
        found = next(relative_dates(text, now), None)
    return found[0] if found else None


def find_dates(
    text: str, *, day_first: bool | None = None, now: dt.date | None = None, most: int = 20
) -> list[tuple[Moment, int, int]]:
    """The first `most` dates in a text as in `find_date`, each with where its words start and end."""
    dates = _dates(text, day_first=day_first, now=now)
    return [found for _, found in zip(range(most), dates, strict=False)]


def same_day(a: Moment, b: Moment) -> bool:
    """Whether two moments name one day: as written, or when one of them is counted in UTC."""
    return a.day == b.day or _utc_day(a) == b.day or _utc_day(b) == a.day


def _dates(text: str, *, day_first: bool | None, now: dt.date | None) -> Iterator[Found]:
    written = written_dates(text, day_first=day_first)
    return written if now is None else _in_order(written, relative_dates(text, now))


def _in_order(written: Iterator[Found], relative: Iterator[Found]) -> Iterator[Found]:
    """Both kinds by where they start; of two that overlap the written one."""
    other = next(relative, None)
    end = 0
    for found in written:
        while other is not None and other[2] <= found[1]:
            if other[1] >= end:
                yield other
            other = next(relative, None)
        yield found
        end = found[2]
    while other is not None:
        if other[1] >= end:
            yield other
        other = next(relative, None)


def _utc_day(moment: Moment) -> str:
    """The day in UTC, or as written if the moment has no offset."""
    try:
        when = dt.datetime.fromisoformat(moment.iso)
        return when.astimezone(dt.UTC).date().isoformat() if when.tzinfo else moment.day
    except (ValueError, OverflowError):
        return moment.day
