"""Statistics over many feeds: formats, sizes, time elements, intervals between posts, groups [OS 3.2]."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from blogforever.schedule.feed_facts import FeedFacts, FeedIntervals, intervals_of, looks_without_overlap

_SIZES = ((0, 0), (1, 4), (5, 9), (10, 10), (11, 19), (20, 20), (21, 49), (50, 99), (100, 499), (500, None))
"""Entries per feed: 10 and 20 are what most software shows, so they stand alone."""
_SILENT = timedelta(days=365)
BUILD_DATES = ("feed: lastBuildDate", "feed: pubDate", "feed: updated", "feed: modified", "feed: dc:date")
_DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """The feeds of one group."""

    by: str
    """platform, language or folder."""
    group: str
    feeds: int
    """With intervals."""
    mean_days: float
    """The mean of the feeds' mean intervals."""
    pooled_deviation_days: float | None
    """The standard deviation of all their intervals, each around the mean of its own feed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedStatistics:
    """What there is to say about the feeds."""

    feeds: int
    readable: int
    formats: dict[str, int]
    sizes: dict[str, int]
    """How many feeds show so many entries."""
    time_elements: dict[str, int]
    """How many feeds have the element."""
    inferred_build_dates: int
    """Feeds that do not say when they were built, but whose newest entry does."""
    intervals: tuple[FeedIntervals, ...]
    regularity: dict[str, int]
    groups: tuple[GroupRow, ...]
    never_updated: tuple[str, ...]
    """Feeds with at most one dated post."""
    silent: tuple[str, ...]
    """Feeds without a new post for a year."""
    looks: int
    """How often the feeds were looked at again."""
    looks_without_overlap: int
    """Of these, how often nothing was there that was known: posts may have been missed."""
    vanished: dict[str, str]
    unparsable: dict[str, str]


def summarise(feeds: Sequence[FeedFacts], now: datetime) -> FeedStatistics:
    """The statistics of the feeds, as of `now`."""
    readable = [feed for feed in feeds if feed.is_readable]
    intervals = {feed.address: found for feed in readable if (found := intervals_of(feed, now))}
    silent = (now - _SILENT).isoformat(timespec="seconds")
    return FeedStatistics(
        feeds=len(feeds),
        readable=len(readable),
        formats=dict(Counter(feed.format for feed in readable).most_common()),
        sizes=_sizes(readable),
        time_elements=dict(Counter(name for feed in readable for name in feed.time_elements).most_common()),
        inferred_build_dates=sum(
            not set(BUILD_DATES) & set(feed.time_elements) and feed.address in intervals for feed in readable
        ),
        intervals=tuple(intervals.values()),
        regularity=dict(Counter(found.regularity for found in intervals.values()).most_common()),
        groups=_groups(readable, intervals),
        never_updated=tuple(feed.address for feed in readable if feed.address not in intervals),
        silent=tuple(found.address for found in intervals.values() if found.newest < silent),
        looks=sum(max(len(feed.looks) - 1, 0) for feed in readable),
        looks_without_overlap=sum(map(looks_without_overlap, readable)),
        vanished={feed.address: feed.vanished for feed in feeds if feed.vanished},
        unparsable={feed.address: feed.unparsable for feed in feeds if feed.unparsable},
    )


def _sizes(feeds: Sequence[FeedFacts]) -> dict[str, int]:
    return {
        _size_name(least, most): sum(least <= feed.entries and (most is None or feed.entries <= most) for feed in feeds)
        for least, most in _SIZES
    }


def _size_name(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least}–{most}"


def _groups(feeds: Sequence[FeedFacts], intervals: dict[str, FeedIntervals]) -> tuple[GroupRow, ...]:
    members: dict[tuple[str, str], list[FeedIntervals]] = {}
    for feed in feeds:
        if feed.address in intervals:
            for by, group in feed.groups.items():
                members.setdefault((by, group), []).append(intervals[feed.address])
    rows = [_group(by, group, found) for (by, group), found in members.items()]
    return tuple(sorted(rows, key=lambda row: (row.by, -row.feeds, row.group)))


def _group(by: str, group: str, found: Sequence[FeedIntervals]) -> GroupRow:
    spread = [(one.count - 1, one.variance) for one in found if one.variance is not None]
    freedom = sum(degrees for degrees, _ in spread)
    pooled = (sum(degrees * about for degrees, about in spread) / freedom) ** 0.5 / _DAY if freedom else None
    mean = sum(one.mean for one in found) / len(found) / _DAY
    return GroupRow(by=by, group=group, feeds=len(found), mean_days=mean, pooled_deviation_days=pooled)
