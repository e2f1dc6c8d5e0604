"""How many posts to expect, and at which hours: an inhomogeneous Poisson process [OS 2, after Sia, Cho and Cho].

The rate of a blog is its recent rate, the present silence included, times what its posts tell about the hours of the
day and the days of the week.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from blogforever.schedule.posting_times import PostingTime

HOUR = timedelta(hours=1)
_RECENT = 10
"""Posts that the rate is taken from."""
_NEWEST = 200
"""Posts that hours and weekdays are learned from."""
_WORTH_A_VISIT = 0.5
"""Posts to expect that a visit pays for: at 1, a daily blog whose rate fell a little would be visited a day late."""
_HOUR_PRIOR = 12.0
_WEEKDAY_PRIOR = 14.0
"""Posts that are spread evenly before any is seen: a few posts do not make a habit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingPattern:
    """The habits of a blog."""

    per_hour: float
    """Posts to expect in an average hour."""
    by_hour: tuple[float, ...]
    """For each hour of the day in UTC how much more, or less, than in an average hour."""
    by_weekday: tuple[float, ...]
    """The same for each day of the week, from Monday."""

    def share(self, moment: datetime) -> float:
        """How much more, or less, is published at this moment than on average."""
        return self.by_hour[moment.hour] * self.by_weekday[moment.weekday()]

    @property
    def interval(self) -> timedelta:
        """The time between two posts, on average."""
        return HOUR / self.per_hour


def learn_pattern(times: Sequence[PostingTime], now: datetime) -> PostingPattern | None:
    """The pattern of at least two posts, oldest first; None for fewer."""
    if len(times) < 2:
        return None
    recent = times[-(_RECENT + 1) :]
    hours = max((now - recent[0].at) / HOUR, 1.0)
    newest = times[-_NEWEST:]
    clocks = [0.0] * 24
    weekdays = [0.0] * 7
    for posted in newest:
        weekdays[posted.at.weekday()] += 1
        if posted.has_clock:
            # Half of the post goes to the hours around its own: clocks are set, and bloggers oversleep.
            clocks[posted.at.hour] += 0.5
            clocks[posted.at.hour - 1] += 0.25
            clocks[(posted.at.hour + 1) % 24] += 0.25
    return PostingPattern(
        per_hour=(len(recent) - 1) / hours,
        by_hour=_shares(clocks, _HOUR_PRIOR),
        by_weekday=_shares(weekdays, _WEEKDAY_PRIOR),
    )


def _shares(counts: Sequence[float], prior: float) -> tuple[float, ...]:
    even = (sum(counts) + prior) / len(counts)
    return tuple((count + prior / len(counts)) / even for count in counts)


def first_good_moment(pattern: PostingPattern, start: datetime, end: datetime) -> datetime:
    """When a visit pays, looking from the last visit on: a post is likely enough, and the rush of posts is over.

    Putting a visit off costs waiting for the posts that are there already and saves it for those that appear
    meanwhile: it pays as long as the rate is above the number of posts that wait, in posts per average interval.
    """
    expected = 0.0
    moment = start
    while moment < end:
        share = pattern.share(moment)
        if expected >= _WORTH_A_VISIT * max(1.0, share):
            return moment
        expected += pattern.per_hour * share
        moment += HOUR
    return end
