"""The comments of one post from its page, its feeds and the platform's API, each of them once.

all comments → those of one id are one → those with one author and text are one → each made of the best of all its
groups → parents that are there → in the page's order, then by date
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone

from blogforever.model.comment import Comment, CommentKind, CommentSource, Discussion
from blogforever.model.moment import Moment
from blogforever.text.dates.calendar import is_offset
from blogforever.text.words import fold, tidy, words

_API, _PAGE, _FEED = range(3)
_RANKS = {CommentSource.API: _API, CommentSource.FEED: _FEED}
"""The order of sources: the platform, the page (all that is neither), then feeds, which shorten."""
_LONGEST_NUMBER = 20
_NO_NUMBER = 10**_LONGEST_NUMBER
_MOST_ALIKE = 20
"""With so many comments that begin alike, the nearest in time, one is compared: spam comes by the thousand."""


@dataclass(slots=True)
class _Merged:
    """One comment as one source or several have it."""

    versions: list[tuple[int, Comment]] = field(default_factory=list)
    """Each with the rank of its source."""
    place: tuple[int, int] | None = None
    """The page that shows it, and where."""

    @property
    def ranks(self) -> set[int]:
        return {rank for rank, _ in self.versions}

    def sort(self) -> None:
        """Whoever was asked first: the best source first, equal ones in an order of their own."""
        self.versions.sort(key=lambda one: (one[0], _fixed(one[1])))


def merge_discussions(found: Sequence[Discussion]) -> tuple[Comment, ...]:
    """Each comment of one post once, completed from all sources; the order of sources of one kind does not matter.

    Text, author, links and parent are the platform's, else the page's, else the feed's; the date is the most precise
    one. What one source alone has stays: it may stand on another page of comments, or have been taken away.
    """
    groups = _join_equal(_join_ids(found))
    merged = [(group, _merge(group)) for group in groups]
    merged.sort(key=lambda one: _order(*one))
    names = {comment.id: whole.id for group, whole in merged for _, comment in group.versions}
    return _with_parents([replace(whole, parent=names.get(whole.parent or "")) for _, whole in merged])


def _join_ids(found: Sequence[Discussion]) -> list[_Merged]:
    by_id: dict[str, _Merged] = defaultdict(_Merged)
    sources = sorted(found, key=_start)
    for number, discussion in enumerate(sources):
        for place, comment in enumerate(discussion.comments):
            rank = _RANKS.get(comment.source, _PAGE)
            group = by_id[comment.id]
            group.versions.append((rank, comment))
            if rank == _PAGE and group.place is None:
                group.place = number, place
    for group in by_id.values():
        group.sort()
    return list(by_id.values())


def _join_equal(groups: Iterable[_Merged]) -> list[_Merged]:
    """Those that are one comment under two ids. Sources of one kind number a comment once: there, two are two."""
    ordered = sorted(groups, key=lambda group: (_moment(group), group.versions[0][1].id))
    by_opening: dict[str, list[_Merged]] = defaultdict(list)
    for group in ordered:
        alike = by_opening[opening(group.versions[0][1])]
        for other in alike[-_MOST_ALIKE:]:
            if not group.ranks & other.ranks and same_comment(group.versions[0][1], other.versions[0][1]):
                other.versions += group.versions
                other.place = other.place or group.place
                other.sort()
                break
        else:
            alike.append(group)
    return [group for alike in by_opening.values() for group in alike]


def _merge(group: _Merged) -> Comment:
    versions = [comment for _, comment in group.versions]
    best = next((comment for comment in versions if comment.content_text or comment.content_html), versions[0])
    api = group.versions[0][0] == _API
    return replace(
        best,
        id=next((comment.id for comment in versions if not comment.id.startswith("made-")), versions[0].id),
        author=_first(comment.author for comment in versions),
        author_url=_first(comment.author_url for comment in versions),
        avatar=_first(comment.avatar for comment in versions),
        published=_published(group),
        parent=versions[0].parent if api else _first(comment.parent for comment in versions),
        url=_first(comment.url for comment in versions),
        kind=next(
            (comment.kind for comment in versions if comment.kind is not CommentKind.COMMENT), CommentKind.COMMENT
        ),
        status=versions[0].status,
    )


def _published(group: _Merged) -> Moment | None:
    """The most precise moment; of equal ones the page's comes last, which may count back ("3 days ago")."""
    dated = [(rank == _PAGE, number, comment.published) for number, (rank, comment) in enumerate(group.versions)]
    return most_precise([moment for _, _, moment in sorted(dated, key=lambda one: one[:2]) if moment])


def _with_parents(comments: Sequence[Comment]) -> tuple[Comment, ...]:
    """Without answers to themselves, in one step or round about."""
    parents = {comment.id: comment.parent for comment in comments}
    sound: set[str] = set()
    for comment in comments:
        path: dict[str, None] = {}
        step: str | None = comment.id
        while step is not None and step not in sound:
            path[step] = None
            above = parents[step]
            if above in path:
                parents[step] = above = None
            step = above
        sound.update(path)
    return tuple(replace(comment, parent=parents[comment.id]) for comment in comments)


def _order(group: _Merged, whole: Comment) -> tuple[bool, tuple[int, int], str, int, str]:
    written = whole.published.iso if whole.published else "9999"
    return group.place is None, group.place or (0, 0), written, len(whole.id), whole.id


def _start(discussion: Discussion) -> tuple[object, ...]:
    """An order of discussions that is theirs alone: by their first date, their first number, then all they hold."""
    dates = [comment.published.iso for comment in discussion.comments if comment.published]
    first = discussion.comments[0].id if discussion.comments else ""
    number = int(first) if first.isdecimal() and len(first) <= _LONGEST_NUMBER else _NO_NUMBER
    everything = [_fixed(comment) for comment in discussion.comments]
    return min(dates, default="9999"), number, everything, discussion.read_by


def _moment(group: _Merged) -> str:
    dates = [comment.published.iso for _, comment in group.versions if comment.published]
    return min(dates, default="9999")


def _fixed(comment: Comment) -> str:
    return repr(comment)


def _first(values: Iterable[str | None]) -> str | None:
    return next(filter(None, values), None)


_OPENING = 4
"""So many first words are looked at before two comments are compared at all."""
_TELLING = 8
"""Nobody writes so many words twice: their date no longer matters, and it may be a guess."""
_CUT = re.compile(r"(?:…|\.{3}|\[…\]|\[\.{3}\])\s*$")


def opening(comment: Comment) -> str:
    """The first words, or all of a comment without words: what two groups of one comment have in common."""
    return " ".join(words(comment.content_text[:500])[:_OPENING]) or tidy(comment.content_text)


def same_comment(one: Comment, other: Comment) -> bool:
    """Whether author and text are the same, and for short texts the day too."""
    mine, theirs = words(one.content_text), words(other.content_text)
    long = min(len(mine), len(theirs)) >= _TELLING
    if not _same_author(one, other, unnamed=long) or not (one.content_text and other.content_text):
        return False
    if mine != theirs and not _is_start(one, mine, theirs) and not _is_start(other, theirs, mine):
        return False
    return long or _near(one, other)


def _same_author(one: Comment, other: Comment, *, unnamed: bool) -> bool:
    """Equal names; where one source has none, that is enough only for a text that is long enough."""
    mine, theirs = fold(one.author or ""), fold(other.author or "")
    return mine == theirs or (unnamed and not (mine and theirs))


def _is_start(comment: Comment, shorter: list[str], longer: list[str]) -> bool:
    """Whether the comment was cut off on the way; its last word may be half a word."""
    if not _OPENING <= len(shorter) <= len(longer) or not _CUT.search(comment.content_text):
        return False
    last = len(shorter) - 1
    return shorter[:last] == longer[:last] and longer[last].startswith(shorter[last])


def _near(one: Comment, other: Comment) -> bool:
    """Within a day of each other, as clocks in two time zones are; a comment without a date does not object."""
    if one.published is None or other.published is None:
        return True
    try:
        apart = date.fromisoformat(one.published.day) - date.fromisoformat(other.published.day)
    except ValueError:
        return False
    return abs(apart.days) <= 1


_STEP = timedelta(minutes=15)
"""Of time zones."""
_TOLERANCE = timedelta(minutes=1)
"""Pages often leave out the seconds."""


def most_precise(moments: Sequence[Moment]) -> Moment | None:
    """The moment with an offset, else with a time; of equal ones the first.

    Feeds often have the time of Greenwich. Where another source has the blog's own time, that one is what readers see.
    """
    best = max(moments, key=_precision, default=None)
    if best is None or _precision(best) != 2:
        return best
    local = next((moment for moment in moments if _precision(moment) == 1), None)
    return (_in_own_time(local, best) if local else None) or best


def _precision(moment: Moment) -> int:
    """0 for a day, 1 for a time, 2 for the time of Greenwich, 3 for a time with its offset."""
    time = moment.iso[10:]
    if not time:
        return 0
    if time[-1] == "Z" or time.endswith(("+00:00", "-00:00")):
        return 2
    return 3 if "+" in time or "-" in time else 1


def _in_own_time(local: Moment, greenwich: Moment) -> Moment | None:
    """The local time with the offset that follows from the time of Greenwich; None when the two are not one moment."""
    try:
        own = datetime.fromisoformat(local.iso)
        ahead = own - datetime.fromisoformat(greenwich.iso).replace(tzinfo=None)
    except ValueError:
        return None
    offset = round(ahead / _STEP) * _STEP
    if abs(ahead - offset) > _TOLERANCE or not is_offset(offset):
        return None
    return Moment(written=local.written, iso=own.replace(tzinfo=timezone(offset)).isoformat())
