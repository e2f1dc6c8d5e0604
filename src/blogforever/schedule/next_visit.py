"""When to look at a blog again: few visits for each new post, and none so late that the feed has lost one.

    history → times → pattern → the first good moment ┐
              times → how long the feed is safe       ├→ bounds, what feed and server ask → the next visit
    failures, pushes, feeds without dates             ┘

No plan foresees every burst of posts. Whoever visits a feed and finds no entry in it that was known before has to
look at the whole blog: posts may have come and gone since the last visit [BI IV-F].
"""

import zlib
from datetime import UTC, datetime, timedelta

from blogforever.schedule.bounds import LONGEST_WAIT, SHORTEST_WAIT
from blogforever.schedule.feed_hints import after_skipped, shortest_wait_asked
from blogforever.schedule.feed_overflow import safe_wait
from blogforever.schedule.posting_pattern import PostingPattern, first_good_moment, learn_pattern
from blogforever.schedule.posting_times import read_times
from blogforever.schedule.visits import FeedHints, NextVisit, PostingHistory

_DAY = timedelta(days=1)
_FIRST_RETRY = timedelta(hours=1)
_MOST_DOUBLINGS = 20
_SILENCE = 4
"""A blog without dates is visited again after this part of the time for which it had nothing new."""
_MOST_JITTER = timedelta(minutes=30)
_JITTER = 0.05
"""Share of the wait over which blogs of one pattern are spread, so that they do not all ask at the full hour."""
_MOST_VISITS = 16
"""Visits for each post to be expected, at most, that a feed with few entries is worth: a feed that lost posts is
noticed, and a look at the whole blog then costs less than hundreds of visits in vain."""
_WEEKDAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_A_HABIT = 2.0
"""How many times as many posts as on average make an hour or a weekday a habit."""

NO_HINTS = FeedHints()


def next_visit(history: PostingHistory, hints: FeedHints, now: datetime) -> NextVisit:
    """The next visit of a blog; `now` has a zone. It is never before `now`, and at most 30 days after it."""
    now = now.astimezone(UTC)
    # A clock that was set back may have put the last visit into the future.
    last = min(history.last_visit.astimezone(UTC), now) if history.last_visit else now
    times = read_times(history.published, now)
    safe = last + safe_wait([posted.at for posted in times], history.feed_entries) if history.feed_entries else None
    if history.failures > 0:
        moment, reason = _after_failures(history.failures, last)
    elif hints.pushed:
        moment = safe or last + LONGEST_WAIT
        reason = "a hub tells of new posts; this visit only makes sure that none was lost"
    else:
        pattern = learn_pattern(times, now)
        moment, reason = _by_pattern(pattern, last) if pattern else _without_dates(history, last, now)
        moment, reason = _as_asked(hints, last, moment, reason)
        latest = _latest(safe, pattern, last)
        if moment >= latest:
            moment, reason = latest, _why_then(latest, safe, history.feed_entries)
        moment = _spread(history.blog, last, moment, latest)
        moment = after_skipped(hints, moment, latest)
    earliest = max(now, last + SHORTEST_WAIT)
    if hints.retry_after is not None and hints.retry_after > max(moment, earliest):
        moment, reason = hints.retry_after.astimezone(UTC), "its server asks not to be visited before (Retry-After)"
    moment = min(max(moment, earliest), now + LONGEST_WAIT)
    return NextVisit(at=moment.replace(microsecond=0), reason=reason, latest_safe=safe and safe.replace(microsecond=0))


def _after_failures(failures: int, last: datetime) -> tuple[datetime, str]:
    wait = min(_FIRST_RETRY * 2 ** min(failures - 1, _MOST_DOUBLINGS), LONGEST_WAIT)
    times = "the last visit failed" if failures == 1 else f"the last {failures} visits failed"
    return last + wait, f"{times}; it is tried again after {_words(wait)}"


def _by_pattern(pattern: PostingPattern, last: datetime) -> tuple[datetime, str]:
    moment = first_good_moment(pattern, last, last + LONGEST_WAIT)
    return moment, f"it publishes about every {_words(pattern.interval)}{_habits(pattern)}"


def _habits(pattern: PostingPattern) -> str:
    """The hours and weekdays that stand out, in words."""
    days = [name for name, share in zip(_WEEKDAYS, pattern.by_weekday, strict=True) if share >= _A_HABIT]
    busiest = max(range(24), key=pattern.by_hour.__getitem__)
    hours = f"around {busiest:02d}:00 UTC" if pattern.by_hour[busiest] >= _A_HABIT else ""
    told = " ".join(part for part in (f"on {' and '.join(days)}" if days else "", hours) if part)
    return f", mostly {told}" if told else ""


def _without_dates(history: PostingHistory, last: datetime, now: datetime) -> tuple[datetime, str]:
    if history.last_new_post is None:
        return last + _DAY, "nothing is known yet of when it publishes"
    silence = max(now - history.last_new_post.astimezone(UTC), timedelta())
    wait = min(max(silence / _SILENCE, _DAY), LONGEST_WAIT)
    return last + wait, f"its posts have no dates, and for {_words(silence)} there was nothing new"


def _latest(safe: datetime | None, pattern: PostingPattern | None, last: datetime) -> datetime:
    """When the visit has to be: while the feed is safe, but not dozens of times for each post."""
    if safe is None:
        return last + LONGEST_WAIT
    return max(safe, last + min(pattern.interval / _MOST_VISITS, LONGEST_WAIT)) if pattern else safe


def _why_then(latest: datetime, safe: datetime | None, entries: int) -> str:
    """Why the visit cannot be later."""
    shown = "1 entry" if entries == 1 else f"{entries} entries"
    if safe is None:
        return "no blog is left alone for longer than this"
    if latest > safe:
        return f"its feed shows only {shown}, but new posts are rare: what it lost by then is looked for elsewhere"
    return f"its feed shows only {shown}, and could lose posts if it is visited later"


def _as_asked(hints: FeedHints, last: datetime, moment: datetime, reason: str) -> tuple[datetime, str]:
    wait, words = shortest_wait_asked(hints)
    if last + wait <= moment:
        return moment, reason
    return last + wait, f"its feed asks not to be fetched sooner ({words})"


def _spread(blog: str, last: datetime, moment: datetime, latest: datetime) -> datetime:
    """A little later, or sooner where later is not safe; always the same for one blog."""
    share = zlib.crc32(blog.encode("utf-8", "replace")) / 2**32
    shift = min((moment - last) * _JITTER, _MOST_JITTER) * share
    return moment + shift if moment + shift <= latest else moment - shift


def _words(span: timedelta) -> str:
    """A span of time in its largest fitting unit."""
    seconds = span.total_seconds()
    for name, length in (("month", 30 * 86_400), ("week", 7 * 86_400), ("day", 86_400), ("hour", 3_600)):
        if seconds >= 1.5 * length or (name == "hour" and seconds >= 0.95 * length):
            number = round(seconds / length)
            return f"{number} {name}s" if number > 1 else f"{number} {name}"
    return f"{max(round(seconds / 60), 1)} minutes"
