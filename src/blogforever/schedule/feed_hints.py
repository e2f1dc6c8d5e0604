"""What a feed and its server ask of those who come back, and how far it is followed."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from blogforever.model.feed import Feed
from blogforever.schedule.bounds import LONGEST_WAIT
from blogforever.schedule.visits import FeedHints

_PERIODS = {
    "hourly": timedelta(hours=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(days=7),
    "monthly": timedelta(days=30),
    "yearly": timedelta(days=365),
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_LONGEST_REQUEST = timedelta(days=1)
"""Hints about caching are seldom meant as advice on when to come back: beyond a day nobody follows them."""
_MAX_AGE = re.compile(r"(?:^|[\s,])max-age\s*=\s*\"?([0-9]{1,9})", re.IGNORECASE)
_HOUR = timedelta(hours=1)


def feed_hints(
    feed: Feed | None,
    *,
    now: datetime,
    cache_control: str | None = None,
    retry_after: str | None = None,
    pushed: bool = False,
) -> FeedHints:
    """The hints of a feed, and of the headers of the answer that it came in; `feed` is None when the visit failed."""
    asked = _MAX_AGE.search(cache_control or "")
    return FeedHints(
        ttl=feed.ttl if feed else None,
        update_period=feed.update_period if feed else None,
        update_frequency=feed.update_frequency if feed else None,
        skip_hours=_hours(feed.skip_hours) if feed else frozenset(),
        skip_days=_weekdays(feed.skip_days) if feed else frozenset(),
        max_age=int(asked.group(1)) if asked else None,
        retry_after=_retry_moment(retry_after, now),
        pushed=pushed,
    )


def shortest_wait_asked(hints: FeedHints) -> tuple[timedelta, str]:
    """How long the feed asks to be left alone, and by which of its words."""
    asked = [(timedelta(), "")]
    if hints.ttl:
        asked.append((timedelta(minutes=hints.ttl), f"ttl {hints.ttl} minutes"))
    if hints.max_age:
        asked.append((timedelta(seconds=hints.max_age), f"Cache-Control max-age {hints.max_age} seconds"))
    period = _PERIODS.get((hints.update_period or "").strip().lower())
    if period:
        often = max(hints.update_frequency or 1, 1)
        asked.append((period / often, f"updatePeriod {hints.update_period}"))
    wait, words = max(asked)
    return min(wait, _LONGEST_REQUEST), words


def after_skipped(hints: FeedHints, moment: datetime, latest: datetime) -> datetime:
    """The first full hour from the moment on in which the feed may publish; the moment itself if that is too late."""
    candidate = moment
    while candidate.hour in hints.skip_hours or candidate.weekday() in hints.skip_days:
        candidate = candidate.replace(minute=0, second=0, microsecond=0) + _HOUR
        if candidate > latest:
            return moment
    return candidate


def _hours(written: Iterable[str]) -> frozenset[int]:
    """Hours of the day; the standard's 24 is midnight."""
    hours = frozenset(int(hour) % 24 for hour in written if hour.isdecimal() and int(hour) <= 24)
    return hours if len(hours) < 24 else frozenset()


def _weekdays(written: Iterable[str]) -> frozenset[int]:
    days = frozenset(_WEEKDAYS.index(day.lower()) for day in written if day.lower() in _WEEKDAYS)
    return days if len(days) < 7 else frozenset()


def _retry_moment(written: str | None, now: datetime) -> datetime | None:
    """Retry-After as a moment: it is a number of seconds, or a date."""
    text = (written or "").strip()
    if text.isdecimal() and len(text) < 10:
        return now + min(timedelta(seconds=int(text)), LONGEST_WAIT)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(moment.astimezone(UTC), now + LONGEST_WAIT)
