"""Replay the visits of a blog on what it published: how many there are, and what they see too late or never."""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import mean, median

from bench.schedule.posts import PublishedBlog
from blogforever.schedule.bounds import LONGEST_WAIT, SHORTEST_WAIT
from blogforever.schedule.next_visit import NO_HINTS, next_visit
from blogforever.schedule.visits import PostingHistory

Plan = Callable[[datetime, int], datetime]
"""From the last visit, and the number of posts seen so far, to the next visit."""
_AFTER_THE_LAST = timedelta(days=30)
_FEW = 5
"""Feeds with fewer entries are told apart: whoever posts twice within the hour empties them."""


@dataclass(slots=True)
class Tally:
    """What came of a plan, over all blogs."""

    visits: int = 0
    posts: int = 0
    hours: list[float] = field(default_factory=list)
    """From the publication of each post to the visit that saw it."""
    lost: int = 0
    """Posts that were no longer in the feed when it was visited."""
    overflows: int = 0
    """Visits that found no entry in the feed that was known before: each knows that posts may be lost."""


def replay(blogs: list[PublishedBlog]) -> list[dict[str, object]]:
    """One row for each plan and size of feed."""
    tallies: dict[tuple[str, str], Tally] = {}
    for blog in blogs:
        size = f"{_FEW} entries or more" if blog.entries >= _FEW else f"fewer than {_FEW}"
        for name, plan, is_steady in _plans(blog):
            tally = tallies.setdefault((size, name), Tally())
            _replay_blog(blog, plan, tally, is_steady=is_steady)
    return [
        {
            "feeds": size, "plan": name, "visits": tally.visits, "posts": tally.posts,
            "median": median(tally.hours), "mean": mean(tally.hours),
            "lost": tally.lost, "overflows": tally.overflows,
        }
        for (size, name), tally in sorted(tallies.items())
    ]  # fmt: skip


def _plans(blog: PublishedBlog) -> Iterator[tuple[str, Plan, bool]]:
    """The plans; a steady one waits equally long as long as it sees no new post."""
    yield "every hour", lambda last, _: last + timedelta(hours=1), True
    yield "every 15 minutes", lambda last, _: last + SHORTEST_WAIT, True
    yield "the paper's formula", _formula(blog), True
    yield "blogforever", _ours(blog), False


def _formula(blog: PublishedBlog) -> Plan:
    """[BI IV-F]: min(interval) × (entries - 1), from what the feed shows, within the same bounds as ours."""

    def plan(last: datetime, seen: int) -> datetime:
        shown = blog.times[max(0, seen - blog.entries) : seen]
        intervals = [later - earlier for earlier, later in pairwise(shown)]
        wait = min(intervals) * (blog.entries - 1) if intervals else timedelta(days=1)
        return last + min(max(wait, SHORTEST_WAIT), LONGEST_WAIT)

    return plan


def _ours(blog: PublishedBlog) -> Plan:
    published = [moment.isoformat() for moment in blog.times]

    def plan(last: datetime, seen: int) -> datetime:
        known = tuple(published[max(0, seen - 250) : seen])
        history = PostingHistory(blog=blog.slug, published=known, feed_entries=blog.entries, last_visit=last)
        return next_visit(history, NO_HINTS, last).at

    return plan


def _replay_blog(blog: PublishedBlog, plan: Plan, tally: Tally, *, is_steady: bool) -> None:
    """The archive is made when a third of the posts are there, and kept up to date until a month after the last."""
    times = blog.times
    seen = max(len(times) // 3, min(10, len(times) // 2)) + 1
    visit, end = times[seen - 1], times[-1] + _AFTER_THE_LAST
    tally.posts += len(times) - seen
    while True:
        following = plan(visit, seen)
        if is_steady:  # visits that see nothing need not be made one by one
            wait = following - visit
            upcoming = times[seen] if seen < len(times) else end + wait
            skipped = max(math.ceil((min(upcoming, end + wait) - visit) / wait), 1)
            tally.visits += skipped - 1
            following = visit + wait * skipped
        if following > end:
            return
        visit = following
        tally.visits += 1
        there = bisect_right(times, visit)
        new = there - seen
        tally.overflows += new >= blog.entries
        tally.lost += max(new - blog.entries, 0)
        tally.hours += [
            (visit - times[place]) / timedelta(hours=1) for place in range(max(seen, there - blog.entries), there)
        ]
        seen = there
