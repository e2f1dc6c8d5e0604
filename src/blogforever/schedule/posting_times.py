"""Publication dates as pages and feeds state them, as moments that can be reckoned with.

A feed may state dates of 1863 or of next year, days without a time, and midnight where it knows no time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

_FIRST_BLOG = datetime(1994, 1, 1, tzinfo=UTC)
"""What is dated earlier is dated by its subject, or wrongly."""
_OTHER_CLOCKS = timedelta(days=1)
"""A date without offset may lie this far in the future and still mean a post that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingTime:
    """When a post was published."""

    at: datetime
    """In UTC; noon where only the day is known."""
    has_clock: bool
    """The time of the day is known, too."""


def read_times(published: Iterable[str], now: datetime) -> tuple[PostingTime, ...]:
    """The dates that can be true, oldest first."""
    found = [time for written in published if (time := _read(written, now)) is not None]
    return tuple(sorted(found, key=lambda posted: posted.at))


def _read(written: str, now: datetime) -> PostingTime | None:
    try:
        stated = datetime.fromisoformat(written)
        in_utc = (stated if stated.tzinfo else stated.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):  # not a date; or one at the very ends of the calendar
        return None
    # Generators of static sites write midnight for posts of which they know the day only.
    has_clock = len(written) > len("2026-01-01") and stated.time() != time()
    if not has_clock:
        in_utc = datetime.combine(stated.date(), time(12), tzinfo=UTC)
    if not _FIRST_BLOG <= in_utc <= now + _OTHER_CLOCKS:
        return None
    return PostingTime(at=min(in_utc, now), has_clock=has_clock)
