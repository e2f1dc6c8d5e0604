"""Which known posts are worth another look: those that a list calls changed, and a few whose time has come.

A post that did not change for long is asked for ever more rarely: the next look is as far away as its last change.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from blogforever.model.blog import KnownPost

MOST_BY_AGE = 10
"""Posts that one visit looks at because their time has come."""
_EARLIEST = timedelta(days=1)
_LATEST = timedelta(days=180)
_NEARLY_ALL = 0.8
"""Of the known posts, so many must be in a list before it is believed that the others are gone."""


@dataclass(frozen=True, slots=True)
class PostInList:
    """A post as a list of posts names it."""

    address: str
    modified: datetime | None = None
    """When it was changed last, by the list's own word."""


def changed_posts(known: Mapping[str, KnownPost], listed: Mapping[str, PostInList]) -> list[str]:
    """The keys of known posts that changed since they were seen, and of those that were gone and are listed again."""
    return [
        key
        for key, post in known.items()
        if (named := listed.get(key)) is not None
        and (post.is_gone or (named.modified is not None and named.modified > post.seen))
    ]


def absent_posts(known: Mapping[str, KnownPost], listed: Mapping[str, PostInList]) -> list[str]:
    """The keys of known posts that a list lacks which has nearly all the others; they may be gone."""
    there = [key for key, post in known.items() if not post.is_gone]
    absent = [key for key in there if key not in listed]
    return absent if there and len(there) - len(absent) >= _NEARLY_ALL * len(there) else []


def overdue_posts(known: Mapping[str, KnownPost], now: datetime) -> list[str]:
    """The keys of the posts whose time has come, the longest overdue first."""
    waits = {key: (now - post.seen) / _interval(post) for key, post in known.items() if not post.is_gone}
    due = sorted((key for key, share in waits.items() if share >= 1), key=lambda key: (-waits[key], key))
    return due[:MOST_BY_AGE]


def _interval(post: KnownPost) -> timedelta:
    return min(max(post.seen - post.changed, _EARLIEST), _LATEST)
