"""The comments of one post as its page, its feeds and the platform's interface tell them, each of them once.

all comments → those of one id are one → those with one author and text are one → each made of the best of all its
tellings → parents that are there → in the page's order, then by date
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from blogforever.extract.exact_moments import exactest
from blogforever.extract.same_comment import opening, same_comment
from blogforever.model.comment import Comment, CommentKind, Discussion
from blogforever.model.moment import Moment

_API, _PAGE, _FEED = range(3)
_RANKS = {"platform API": _API, "comment feed": _FEED}
"""Whose word goes first: the platform knows, the page is what people read, feeds shorten. All else is a page."""
_LONGEST_NUMBER = 20
_NO_NUMBER = 10**_LONGEST_NUMBER
_MOST_ALIKE = 20
"""With so many comments that begin alike, the nearest in time, one is compared: spam comes by the thousand."""


@dataclass(slots=True)
class _Telling:
    """One comment as one source or several tell it."""

    told: list[tuple[int, Comment]] = field(default_factory=list)
    """Each with the rank of its source."""
    place: tuple[int, int] | None = None
    """The page that shows it, and where."""

    @property
    def ranks(self) -> set[int]:
        return {rank for rank, _ in self.told}

    def sort(self) -> None:
        """Whoever was asked first: the best source first, equal ones in an order of their own."""
        self.told.sort(key=lambda one: (one[0], _fixed(one[1])))


def merge_discussions(found: Sequence[Discussion]) -> tuple[Comment, ...]:
    """Each comment of one post once, completed from all who tell it; the order of sources of one kind is no matter.

    Text, author, links and parent are the platform's, else the page's, else the feed's; the date is the exactest. What
    one source alone has stays: it may stand on another page of comments, or have been taken away.
    """
    tellings = _join_equal(_join_ids(found))
    merged = [(telling, _merge(telling)) for telling in tellings]
    merged.sort(key=lambda one: _order(*one))
    names = {comment.id: whole.id for telling, whole in merged for _, comment in telling.told}
    return _with_parents([replace(whole, parent=names.get(whole.parent or "")) for _, whole in merged])


def _join_ids(found: Sequence[Discussion]) -> list[_Telling]:
    by_id: dict[str, _Telling] = defaultdict(_Telling)
    sources = sorted(found, key=_start)
    for number, discussion in enumerate(sources):
        for place, comment in enumerate(discussion.comments):
            rank = _RANKS.get(comment.read_by or discussion.read_by, _PAGE)
            telling = by_id[comment.id]
            telling.told.append((rank, comment))
            if rank == _PAGE and telling.place is None:
                telling.place = number, place
    for telling in by_id.values():
        telling.sort()
    return list(by_id.values())


def _join_equal(tellings: Iterable[_Telling]) -> list[_Telling]:
    """Those that are one comment under two ids. Sources of one kind number a comment once: there, two are two."""
    ordered = sorted(tellings, key=lambda telling: (_moment(telling), telling.told[0][1].id))
    by_opening: dict[str, list[_Telling]] = defaultdict(list)
    for telling in ordered:
        alike = by_opening[opening(telling.told[0][1])]
        for other in alike[-_MOST_ALIKE:]:
            if not telling.ranks & other.ranks and same_comment(telling.told[0][1], other.told[0][1]):
                other.told += telling.told
                other.place = other.place or telling.place
                other.sort()
                break
        else:
            alike.append(telling)
    return [telling for alike in by_opening.values() for telling in alike]


def _merge(telling: _Telling) -> Comment:
    told = [comment for _, comment in telling.told]
    best = next((comment for comment in told if comment.content_text or comment.content_html), told[0])
    api = telling.told[0][0] == _API
    return replace(
        best,
        id=next((comment.id for comment in told if not comment.id.startswith("made-")), told[0].id),
        author=_first(comment.author for comment in told),
        author_url=_first(comment.author_url for comment in told),
        avatar=_first(comment.avatar for comment in told),
        published=_published(telling),
        parent=told[0].parent if api else _first(comment.parent for comment in told),
        url=_first(comment.url for comment in told),
        kind=next((comment.kind for comment in told if comment.kind is not CommentKind.COMMENT), CommentKind.COMMENT),
        status=told[0].status,
    )


def _published(telling: _Telling) -> Moment | None:
    """The exactest moment; of equal ones the page's comes last, which may count back ("3 days ago")."""
    told = [(rank == _PAGE, number, comment.published) for number, (rank, comment) in enumerate(telling.told)]
    return exactest([moment for _, _, moment in sorted(told, key=lambda one: one[:2]) if moment])


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


def _order(telling: _Telling, whole: Comment) -> tuple[bool, tuple[int, int], str, int, str]:
    written = whole.published.iso if whole.published else "9999"
    return telling.place is None, telling.place or (0, 0), written, len(whole.id), whole.id


def _start(discussion: Discussion) -> tuple[object, ...]:
    """An order of discussions that is theirs alone: by their first date, their first number, then all they hold."""
    dates = [comment.published.iso for comment in discussion.comments if comment.published]
    first = discussion.comments[0].id if discussion.comments else ""
    number = int(first) if first.isdecimal() and len(first) <= _LONGEST_NUMBER else _NO_NUMBER
    everything = [_fixed(comment) for comment in discussion.comments]
    return min(dates, default="9999"), number, everything, discussion.read_by


def _moment(telling: _Telling) -> str:
    dates = [comment.published.iso for _, comment in telling.told if comment.published]
    return min(dates, default="9999")


def _fixed(comment: Comment) -> str:
    return repr(comment)


def _first(values: Iterable[str | None]) -> str | None:
    return next(filter(None, values), None)
