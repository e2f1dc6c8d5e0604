"""When a blog was looked at, and when it is to be looked at again."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingHistory:
    """What is known of a blog when its next visit is planned. Moments of ours are in UTC."""

    blog: str
    """What distinguishes the blog from others: its address, or its id. Blogs of one pattern are spread by it."""
    published: tuple[str, ...] = ()
    """When its posts were published, as pages and feed state it: ISO 8601, in any order."""
    feed_entries: int = 0
    """How many entries its feed shows; 0 where it has none."""
    last_visit: datetime | None = None
    """The last one that succeeded or failed; None for a blog that was never visited."""
    last_new_post: datetime | None = None
    """The last visit that found a new post: all that is known where posts have no dates."""
    failures: int = 0
    """How many visits failed in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedHints:
    """What a feed and its server ask of those who come back. None and empty where nothing is asked."""

    ttl: int | None = None
    """Minutes."""
    update_period: str | None = None
    """sy:updatePeriod: hourly, daily, weekly, monthly, yearly."""
    update_frequency: int | None = None
    """sy:updateFrequency: how often within the period."""
    skip_hours: frozenset[int] = frozenset()
    """Hours of the day, in UTC, in which nothing is published."""
    skip_days: frozenset[int] = frozenset()
    """Days of the week in which nothing is published; 0 is Monday."""
    max_age: int | None = None
    """Seconds, from Cache-Control."""
    retry_after: datetime | None = None
    """Not to be visited before, from Retry-After."""
    pushed: bool = False
    """A WebSub hub tells us of new posts, and we are subscribed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextVisit:
    """When to look at a blog again, and why then."""

    at: datetime
    reason: str
    """In plain words, without a full stop at its end."""
    latest_safe: datetime | None = None
    """Until then the feed still shows a post that is known, as far as the past tells; None where no feed is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVisit:
    """What an archive knows of the visits of one of its blogs."""

    blog: int
    """The blog's number in the archive."""
    url: str
    next_visit: NextVisit
    last_visit: datetime | None = None
    last_new_post: datetime | None = None
    """The last visit that found a new post."""
    failures: int = 0
    """How many visits failed in a row."""
