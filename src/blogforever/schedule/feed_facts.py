"""What is known of one feed, for statistics over many [OS 3.2]."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from statistics import quantiles, variance

from blogforever.schedule.posting_times import read_times


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedLook:
    """One look at a feed."""

    at: datetime
    entries: frozenset[str]
    """Ids or addresses of what it showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedFacts:
    """A feed as it was seen last, and how it changed."""

    address: str
    groups: dict[str, str] = field(default_factory=dict)
    """By what it is counted: platform, language, folder."""
    format: str = "unknown"
    entries: int = 0
    time_elements: tuple[str, ...] = ()
    published: tuple[str, ...] = ()
    """When its posts were published, ISO 8601: those it shows, and those that are known from elsewhere."""
    looks: tuple[FeedLook, ...] = ()
    """Oldest first."""
    vanished: str | None = None
    """Why it cannot be had any more."""
    unparsable: str | None = None
    """Why it cannot be read."""

    @property
    def is_readable(self) -> bool:
        """True if there is a feed to count."""
        return self.vanished is None and self.unparsable is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedIntervals:
    """The times between one post of a feed and the next, in seconds."""

    address: str
    count: int
    minimum: float
    lower_quartile: float
    median: float
    upper_quartile: float
    maximum: float
    mean: float
    variance: float | None
    """None for a single interval."""
    newest: str
    """When the last post was published, ISO 8601 in UTC: what lastBuildDate would say [OS 3.2]."""

    @property
    def regularity(self) -> str:
        """How evenly it publishes: by the deviation of its intervals, in parts of their mean."""
        if self.variance is None or self.count < 4 or self.mean == 0:
            return "too few posts to tell"
        deviation = self.variance**0.5 / self.mean
        if deviation < 0.5:
            return "regular"
        return "about random" if deviation < 1.5 else "in bursts"


def intervals_of(feed: FeedFacts, now: datetime) -> FeedIntervals | None:
    """The intervals of a feed with two dated posts at least."""
    times = [posted.at for posted in read_times(feed.published, now)]
    spans = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    if not spans:
        return None
    lower, middle, upper = quartiles(spans)
    return FeedIntervals(
        address=feed.address,
        count=len(spans),
        minimum=min(spans),
        lower_quartile=lower,
        median=middle,
        upper_quartile=upper,
        maximum=max(spans),
        mean=sum(spans) / len(spans),
        variance=variance(spans) if len(spans) > 1 else None,
        newest=times[-1].isoformat(timespec="seconds"),
    )


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The three quartiles of at least one value."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    lower, middle, upper = quantiles(values, n=4, method="inclusive")
    return lower, middle, upper


def looks_without_overlap(feed: FeedFacts) -> int:
    """How often a look found nothing that the look before had seen: posts between them may have been missed."""
    pairs = pairwise(feed.looks)
    return sum(bool(before.entries and after.entries) and not before.entries & after.entries for before, after in pairs)
