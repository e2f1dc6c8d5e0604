"""Which posts of a harvest are new, edited or the same, and which of its versions are taken back.

    what the archive holds + what this harvest read → one change for each post

A post has at most one version from each harvest: a second version from the same harvest overwrites the first. It has
no version from a harvest that read the same as the version before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto


class PostChangeKind(Enum):
    """What happens to a post."""

    NEW = auto()
    """The archive does not hold it."""
    EDITED = auto()
    """It differs from the version before, and from what this harvest kept of it so far."""
    REPEATED = auto()
    """This harvest kept the same already. Its version is still written: what readers do not see may differ."""
    SAME = auto()
    """The newest version stays as it is."""
    TAKEN_BACK = auto()
    """The version of this harvest goes, and the version before is the newest again."""
    REMOVED = auto()
    """The version of this harvest goes, and with it the post: no other harvest kept it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldPostVersion:
    """A version of a post in the archive."""

    number: int
    harvest: int
    digest: str
    from_feed: bool
    """Only the feed's entry was available, not the post's page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldPost:
    """What the archive holds of a post."""

    versions: tuple[HeldPostVersion, ...]
    """At least one, in any order."""
    last_seen: int
    """The number of the last harvest that had it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPost:
    """A post as this harvest read it."""

    digest: str
    from_feed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PostChange:
    """What is to be done with one post."""

    key: str
    kind: PostChangeKind
    version: int
    """The number of the newest version after the change; 0 for a post that is removed."""
    last_seen: int
    """The number of the last harvest that had the post, after the change."""


def diff_posts(
    held: Mapping[str, HeldPost], seen: Mapping[str, SeenPost | None], *, harvest: int
) -> tuple[PostChange, ...]:
    """One change for each post that is seen; None takes back what the harvest kept of the post.

    A post that is taken back and not held needs no change.
    """
    changes = []
    for key, post in seen.items():
        known = held.get(key)
        if known is None:
            if post is not None:
                changes.append(PostChange(key=key, kind=PostChangeKind.NEW, version=1, last_seen=harvest))
        else:
            changes.append(_diff(key, known, post, harvest))
    return tuple(changes)


def _diff(key: str, held: HeldPost, seen: SeenPost | None, harvest: int) -> PostChange:
    own = next((version for version in held.versions if version.harvest == harvest), None)
    others = [version for version in held.versions if version.harvest != harvest]
    earlier = max(others, key=lambda version: version.number, default=None)
    number = earlier.number if earlier else 0
    if seen and _is_news(seen, earlier):
        is_repeated = own is not None and own.digest == seen.digest
        kind = PostChangeKind.REPEATED if is_repeated else PostChangeKind.EDITED
        return PostChange(key=key, kind=kind, version=number + 1, last_seen=harvest)
    if seen:
        last_seen = harvest
    elif earlier and held.last_seen == harvest:
        last_seen = earlier.harvest  # the last harvest that is known to have had it
    else:
        last_seen = held.last_seen
    undone = PostChangeKind.TAKEN_BACK if earlier else PostChangeKind.REMOVED
    kind = undone if own else PostChangeKind.SAME
    return PostChange(key=key, kind=kind, version=number, last_seen=last_seen)


def _is_news(seen: SeenPost, earlier: HeldPostVersion | None) -> bool:
    """True where a new version is due. An entry of a feed holds less than a page, so it never replaces one."""
    return earlier is None or (seen.digest != earlier.digest and not (seen.from_feed and not earlier.from_feed))
