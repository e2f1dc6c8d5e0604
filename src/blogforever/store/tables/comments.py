"""Write the comments of posts: what changes is decided in changes/comments.py, here it is read and written.

what the archive holds → diff_comments → remove, update and write versions → words → how the discussions stand
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, select, update

from blogforever.changes.comments import (
    CommentChange,
    CommentChangeKind,
    DiscussionChange,
    DiscussionCounts,
    HeldCommentVersion,
    HeldDiscussion,
    Placement,
    SeenComment,
    SeenDiscussion,
    diff_comments,
)
from blogforever.model.harvest import KeptComments
from blogforever.store.tables.comment_index import forget_comments, learn_comments
from blogforever.store.tables.comment_rows import comment_row, comment_source
from blogforever.store.tables.post_rows import in_utc
from blogforever.store.tables.schema import comments, discussions, posts
from blogforever.store.tables.upsert import Row, chunks, upsert

_LARGEST_NUMBER = 2**31 - 1
_Versions = dict[str, tuple[HeldCommentVersion, ...]]


def write_comments(connection: Connection, blog: int, harvest: int, kept: Mapping[str, KeptComments | None]) -> None:
    """Keep the comments of the posts with these keys that the archive holds.

    None takes back what this harvest kept of a post's comments.
    """
    by_post = _by_post(connection, blog, kept)
    held = _read_comments(connection, list(by_post))
    counts = _read_counts(connection, harvest, list(by_post))
    changes: dict[int, DiscussionChange] = {}
    written: list[Row] = []
    for post, discussion in by_post.items():
        rows = _rows(discussion)
        before = HeldDiscussion(comments=held.get(post, {}), counts=counts.get(post))
        changes[post] = diff_comments(before, _seen(discussion, rows), harvest=harvest)
        if discussion:
            own = {"post": post, "harvest": harvest, "captured_at": in_utc(discussion.captured_at)}
            written += [
                {**rows[change.id], **own, **_new_place(change)} for change in changes[post].comments if change.written
            ]
    reworded = [post for post, change in changes.items() if any(map(_is_reworded, change.comments))]
    forget_comments(connection, reworded)
    _take_back(connection, harvest, changes)
    _place(connection, changes)
    upsert(connection, comments, written)
    learn_comments(connection, reworded)
    _write_counts(connection, harvest, by_post, changes)


def _by_post(
    connection: Connection, blog: int, kept: Mapping[str, KeptComments | None]
) -> dict[int, KeptComments | None]:
    statement = select(posts.c.id, posts.c.key).where(
        posts.c.blog == blog, posts.c.key.in_(bindparam("keys", expanding=True))
    )
    return {
        row.id: kept[row.key] for chunk in chunks(list(kept)) for row in connection.execute(statement, {"keys": chunk})
    }


def _read_comments(connection: Connection, numbers: Sequence[int]) -> dict[int, _Versions]:
    held: dict[int, _Versions] = {}
    columns = [comments.c[name] for name in ("post", "id", "version", "harvest", "digest", "read_by")]
    columns += [comments.c[name] for name in ("gone", "turned", "position")]
    length = func.length(comments.c.content_text).label("characters")
    # In the order of the primary key, so that the changes come out in the same order each time.
    statement = (
        select(*columns, length)
        .where(comments.c.post.in_(bindparam("posts", expanding=True)))
        .order_by(comments.c.post, comments.c.id, comments.c.version)
    )
    for chunk in chunks(numbers):
        for row in connection.execute(statement, {"posts": chunk}):
            version = HeldCommentVersion(
                number=row.version,
                harvest=row.harvest,
                digest=row.digest,
                source=comment_source(row.read_by),
                has_text=bool(row.characters),
                placement=Placement(gone=row.gone, turned=row.turned, position=row.position),
            )
            known = held.setdefault(row.post, {})
            known[row.id] = (*known.get(row.id, ()), version)
    return held


def _read_counts(connection: Connection, harvest: int, numbers: Sequence[int]) -> dict[int, DiscussionCounts]:
    """How the harvests before left the discussions."""
    counts: dict[int, DiscussionCounts] = {}
    statement = (
        select(discussions)
        .where(discussions.c.post.in_(bindparam("posts", expanding=True)), discussions.c.harvest != harvest)
        .order_by(discussions.c.harvest)
    )
    for chunk in chunks(numbers):
        for row in connection.execute(statement, {"posts": chunk}):
            counts[row.post] = DiscussionCounts(kept=row.kept, declared_count=row.stated, complete=row.complete)
    return counts


def _rows(discussion: KeptComments | None) -> dict[str, Row]:
    """The rows of the comments by their ids; of several with the same id the first counts."""
    rows: dict[str, Row] = {}
    for comment in discussion.comments if discussion else ():
        row = comment_row(comment)
        rows.setdefault(row["id"], row)
    return rows


def _seen(discussion: KeptComments | None, rows: Mapping[str, Row]) -> SeenDiscussion | None:
    if discussion is None:
        return None
    declared_count = discussion.declared_count
    return SeenDiscussion(
        comments=tuple(
            SeenComment(id=name, digest=row["digest"], has_text=bool(row["content_text"])) for name, row in rows.items()
        ),
        complete=discussion.complete,
        declared_count=declared_count
        if declared_count is not None and 0 <= declared_count <= _LARGEST_NUMBER
        else None,
        exhausted=discussion.exhausted,
    )


def _is_reworded(change: CommentChange) -> bool:
    """True when the newest version of the comment may have other words than before."""
    return change.takes_back or (change.written > 0 and change.kind is not CommentChangeKind.REPEATED)


def _new_place(change: CommentChange) -> Row:
    return {"version": change.written, "position": change.position, "gone": False, "turned": None}


def _take_back(connection: Connection, harvest: int, changes: Mapping[int, DiscussionChange]) -> None:
    rows = [
        {"in_post": post, "with_id": comment.id}
        for post, change in changes.items()
        for comment in change.comments
        if comment.takes_back
    ]
    if rows:
        own = (comments.c.post == bindparam("in_post"), comments.c.id == bindparam("with_id"))
        connection.execute(delete(comments).where(*own, comments.c.harvest == harvest), rows)


def _place(connection: Connection, changes: Mapping[int, DiscussionChange]) -> None:
    rows = [
        {
            "in_post": post,
            "with_id": comment.id,
            "in_version": comment.earlier,
            "new_gone": comment.placement.gone,
            "new_turned": comment.placement.turned,
            "new_position": comment.placement.position,
        }
        for post, change in changes.items()
        for comment in change.comments
        if comment.placement
    ]
    if rows:
        key = {"post": "in_post", "id": "with_id", "version": "in_version"}
        new: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("gone", "turned", "position")}
        statement = update(comments).where(*(comments.c[name] == bindparam(value) for name, value in key.items()))
        connection.execute(statement.values(new), rows)


def _write_counts(
    connection: Connection,
    harvest: int,
    by_post: Mapping[int, KeptComments | None],
    changes: Mapping[int, DiscussionChange],
) -> None:
    """A row where the harvest leaves the discussion otherwise than the one before did, and none elsewhere."""
    rows: list[Row] = []
    unchanged: list[Row] = []
    for post, discussion in by_post.items():
        counts = changes[post].counts
        if discussion and counts:
            stand = {"kept": counts.kept, "stated": counts.declared_count, "complete": counts.complete}
            captured_at = in_utc(discussion.captured_at)
            rows.append({"post": post, "harvest": harvest, "captured_at": captured_at, **stand})
        else:
            unchanged.append({"in_post": post})
    upsert(connection, discussions, rows)
    if unchanged:
        own = (discussions.c.post == bindparam("in_post"), discussions.c.harvest == harvest)
        connection.execute(delete(discussions).where(*own), unchanged)
