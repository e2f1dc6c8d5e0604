"""Which comments of a post are new, edited, moved, gone or back.

    what the archive holds of a discussion + what this harvest read of it → one change for each comment

A comment has at most one version from each harvest: a harvest that reads the discussion again takes back what it kept
before. So the archive holds what the harvests before left, and on top of it the last reading of this one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from blogforever.model.comment import CommentSource


class CommentChangeKind(Enum):
    """What happens to a comment."""

    NEW = auto()
    """No earlier harvest kept it."""
    EDITED = auto()
    """It differs from the version before."""
    REPEATED = auto()
    """This harvest kept the same already. Its version is still written: what readers do not see may differ."""
    SAME = auto()
    MOVED = auto()
    """The same at another position."""
    GONE = auto()
    """A source that showed it before was read to the end and no longer shows it."""
    BACK = auto()
    """It was gone, and is shown again."""
    TAKEN_BACK = auto()
    """What this harvest kept before no longer holds, and the version before it, if there is one, counts again."""


_Kind = CommentChangeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """How a version stands in its discussion."""

    gone: bool
    turned: int | None
    """The harvest in which it went or came back; None when it never did."""
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCommentVersion:
    """A version of a comment in the archive."""

    number: int
    harvest: int
    digest: str
    source: CommentSource
    has_text: bool
    placement: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenComment:
    """A comment as this harvest read it."""

    id: str
    digest: str
    has_text: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionCounts:
    """How a discussion stands after a harvest."""

    kept: int
    """Comments with text, those that are gone among them."""
    declared_count: int | None
    """How many there are according to the blog."""
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDiscussion:
    """What the archive holds of the comments of a post."""

    comments: Mapping[str, tuple[HeldCommentVersion, ...]]
    """The versions of each comment by its id, in any order."""
    counts: DiscussionCounts | None
    """As the harvests before left it; None when none of them kept comments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDiscussion:
    """All comments of a post as this harvest read them."""

    comments: tuple[SeenComment, ...]
    """In their order on the page. Of several with the same id the first counts."""
    complete: bool
    """False when some are known to be missing: then what is not among them is not gone."""
    declared_count: int | None
    exhausted: frozenset[CommentSource]
    """The sources that were read to the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentChange:
    """What is to be done with one comment."""

    id: str
    kind: CommentChangeKind
    takes_back: bool = False
    """The version of this harvest goes."""
    earlier: int = 0
    """The number of the newest version that another harvest kept; 0 for none."""
    placement: Placement | None = None
    """How that version stands from now on, where this differs from what the archive holds."""
    written: int = 0
    """The number of the version to write; 0 for none."""
    position: int = 0
    """Of the version to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionChange:
    """What is to be done with the comments of one post."""

    comments: tuple[CommentChange, ...]
    counts: DiscussionCounts | None
    """How this harvest leaves the discussion; None where it leaves it as the one before did."""


def diff_comments(held: HeldDiscussion, seen: SeenDiscussion | None, *, harvest: int) -> DiscussionChange:
    """The changes of a discussion; None takes back all that this harvest kept of it."""
    shown: dict[str, tuple[int, SeenComment]] = {}
    for comment in seen.comments if seen else ():
        shown.setdefault(comment.id, (len(shown), comment))
    known = {name: _Known.of(versions, harvest) for name, versions in held.comments.items()}
    missing = {name: comment for name, comment in known.items() if name not in shown}
    changes = [_diff_missing(name, comment, seen, harvest) for name, comment in missing.items()]
    nothing = _Known(earlier=None, own=None)
    for name, (position, comment) in shown.items():
        changes.append(_diff_shown(known.get(name, nothing), comment, position, harvest))
    if seen is None:
        return DiscussionChange(comments=tuple(changes), counts=None)
    kept = sum(comment.earlier.has_text for comment in missing.values() if comment.earlier)
    kept += sum(comment.has_text for _, comment in shown.values())
    counts = DiscussionCounts(kept=kept, declared_count=seen.declared_count, complete=seen.complete)
    return DiscussionChange(comments=tuple(changes), counts=None if counts == held.counts else counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """The versions of a comment that count."""

    earlier: HeldCommentVersion | None
    """The newest from another harvest."""
    own: HeldCommentVersion | None
    """The one from this harvest."""

    @classmethod
    def of(cls, versions: tuple[HeldCommentVersion, ...], harvest: int) -> "_Known":
        others = [version for version in versions if version.harvest != harvest]
        own = next((version for version in versions if version.harvest == harvest), None)
        return cls(earlier=max(others, key=lambda version: version.number, default=None), own=own)


def _diff_missing(name: str, known: _Known, seen: SeenDiscussion | None, harvest: int) -> CommentChange:
    """The change of a comment that this harvest does not show."""
    takes_back = known.own is not None
    earlier = known.earlier
    if earlier is None:
        return CommentChange(id=name, kind=_Kind.TAKEN_BACK, takes_back=takes_back)
    was_gone = _was_gone(earlier, harvest)
    is_gone = was_gone or (seen is not None and seen.complete and earlier.source in seen.exhausted)
    placement = _place(earlier, harvest, gone=is_gone, position=earlier.placement.position)
    if is_gone and not was_gone and placement:
        kind = _Kind.GONE
    else:
        kind = _Kind.TAKEN_BACK if takes_back or placement else _Kind.SAME
    return CommentChange(id=name, kind=kind, takes_back=takes_back, earlier=earlier.number, placement=placement)


def _diff_shown(known: _Known, seen: SeenComment, position: int, harvest: int) -> CommentChange:
    """The change of a comment that this harvest shows."""
    earlier, own = known.earlier, known.own
    if earlier and earlier.digest == seen.digest:
        placement = _place(earlier, harvest, gone=False, position=position)
        return CommentChange(
            id=seen.id,
            kind=_kind_of_same(known, earlier, placement, harvest),
            takes_back=own is not None,
            earlier=earlier.number,
            placement=placement,
        )
    changed = _Kind.EDITED if earlier else _Kind.NEW
    kind = _Kind.REPEATED if own and own.digest == seen.digest else changed
    if earlier is None:
        return CommentChange(id=seen.id, kind=kind, written=1, position=position)
    # Whether this harvest called the version before gone does not count any longer.
    gone, place = _was_gone(earlier, harvest), earlier.placement.position
    placement = _place(earlier, harvest, gone=gone, position=place)
    number = earlier.number
    return CommentChange(
        id=seen.id, kind=kind, earlier=number, placement=placement, written=number + 1, position=position
    )


def _kind_of_same(known: _Known, earlier: HeldCommentVersion, placement: Placement | None, harvest: int) -> _Kind:
    """The kind of a comment that is shown as the version before has it."""
    if placement and earlier.placement.gone and _was_gone(earlier, harvest):
        return _Kind.BACK
    if known.own or (placement and earlier.placement.gone):
        return _Kind.TAKEN_BACK
    return _Kind.MOVED if placement else _Kind.SAME


def _was_gone(earlier: HeldCommentVersion, harvest: int) -> bool:
    """True for a version that was gone before this harvest, whatever the harvest wrote about it since."""
    placement = earlier.placement
    return placement.gone != (placement.turned == harvest)


def _place(earlier: HeldCommentVersion, harvest: int, *, gone: bool, position: int) -> Placement | None:
    """How the version stands; None where it stands so already."""
    held = earlier.placement
    if gone != _was_gone(earlier, harvest):
        turned: int | None = harvest
    else:
        turned = None if held.turned == harvest else held.turned
    placement = Placement(gone=gone, turned=turned, position=position)
    return None if placement == held else placement
