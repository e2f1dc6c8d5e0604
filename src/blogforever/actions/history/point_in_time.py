"""A point in time as people write it: a year, month, day, hour or minute. It lasts from its beginning to its end."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

_WRITTEN = re.compile(
    r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2})"
    r"(?:[T ](?P<hour>[0-9]{2})(?::(?P<minute>[0-9]{2}))?(?:Z| ?UTC)?)?)?)?"
)
EXAMPLES = "2012, 2012-05, 2012-05-16 or 2012-05-16T14:30 (UTC)"


@dataclass(frozen=True, slots=True, kw_only=True)
class PointInTime:
    """From `begin` to `end`, both included, in UTC."""

    written: str
    begin: datetime
    end: datetime

    @property
    def is_exact(self) -> bool:
        """True for an hour or a minute; days, months and years are those of whoever wrote a date."""
        return self.end - self.begin < timedelta(hours=23)

    def is_after(self, published: str) -> bool:
        """True if the date that a page states is not later; a date is as exact as it was written."""
        if not self.is_exact:
            return published[:10] <= f"{self.end:%Y-%m-%d}"[: len(published)]
        try:
            moment = datetime.fromisoformat(published)
        except ValueError:  # a page may state only a year or a month
            return published <= f"{self.end:%Y-%m-%d}"
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) <= self.end


def read_point(text: str) -> PointInTime:
    """The point in time. Raises ValueError for what is none."""
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a point in time: write {EXAMPLES}")
    given = {name: int(value) for name, value in match.groupdict().items() if value is not None}
    try:
        begin = datetime(
            given["year"], given.get("month", 1), given.get("day", 1), given.get("hour", 0), given.get("minute", 0),
            tzinfo=UTC,
        )  # fmt: skip
        end = _next(begin, list(given)[-1]) - timedelta(microseconds=1)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{text!r} is not in the calendar: write {EXAMPLES}") from error
    return PointInTime(written=text.strip(), begin=begin, end=end)


def _next(begin: datetime, unit: str) -> datetime:
    if unit == "year":
        return begin.replace(year=begin.year + 1)
    if unit == "month":
        return (begin + timedelta(days=32)).replace(day=1)
    return begin + {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}[unit]


def as_point(value: date | str) -> PointInTime:
    """The point that a caller means: text as people write it, a day, or a moment. Raises ValueError for others."""
    if isinstance(value, datetime):
        in_utc = value.astimezone(UTC) if value.tzinfo else value
        return read_point(f"{in_utc:%Y-%m-%dT%H:%M}")
    return read_point(f"{value:%Y-%m-%d}" if isinstance(value, date) else value)
