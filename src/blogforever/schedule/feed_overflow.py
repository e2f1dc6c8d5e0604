"""How long a feed can be left alone before posts fall out of it unseen [BI IV-F].

A feed shows its newest N entries. As long as at most N − 1 of them are new, one that is known is among them, and so
nothing was missed. The paper allows min(interval between two posts) × (N − 1): two posts of one hour then bring a
visit every few hours for years. Here the shortest time is taken in which N − 1 posts in a row were really published.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from blogforever.schedule.bounds import LONGEST_WAIT, SHORTEST_WAIT

_NEWEST = 200
"""Posts that count: a blog of today is not what it was then."""
_CAUTION = 0.5
"""Share of the shortest time that is used: the next burst may be the fastest so far."""
_BUSY_DAY = 8
"""Posts of a busy day, which every blog may have once, although it never had one."""


def safe_wait(times: Sequence[datetime], entries: int) -> timedelta:
    """The longest time between two visits of a feed with so many entries; `times` are sorted."""
    room = max(entries - 1, 1)
    known = _without_bulk(times[-_NEWEST:], room)
    shortest = min((later - earlier for earlier, later in zip(known, known[room:], strict=False)), default=LONGEST_WAIT)
    unforeseen = timedelta(days=room / _BUSY_DAY)
    return max(SHORTEST_WAIT, min(shortest * _CAUTION, unforeseen, LONGEST_WAIT))


def _without_bulk(times: Sequence[datetime], room: int) -> list[datetime]:
    """The times; of more posts at once than the feed has room for, only one.

    Nobody could have seen such posts in the feed (a blog that moved brings all its posts at once), so no visit can be
    soon enough, and none needs to be hurried.
    """
    known: list[datetime] = []
    start = 0
    while start < len(times):
        end = start
        while end < len(times) and times[end] - times[start] < SHORTEST_WAIT:
            end += 1
        known += times[start:end] if end - start <= room else times[start : start + 1]
        start = end
    return known
