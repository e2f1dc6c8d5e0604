"""Comments of the archive, read: each in its newest version, answers behind what they answer."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select

from blogforever.model.archive import StoredComment, StoredDiscussion
from blogforever.store.database import Database
from blogforever.store.tables.comment_rows import comment_from
from blogforever.store.tables.schema import comments, discussions, posts
from blogforever.store.tables.upsert import chunks


def read_discussions(database: Database, numbers: Sequence[int]) -> dict[int, StoredDiscussion]:
    """The discussions of the posts with these numbers; a post that nobody looked at for comments has none."""
    by_post: dict[int, StoredDiscussion] = {}
    with database.transaction() as connection:
        for some in chunks(numbers):
            stored: dict[int, list[StoredComment]] = {}
            for row in connection.execute(_newest_comments(), {"posts": some}):
                stored.setdefault(row.post, []).append(comment_from(row))
            last_told = {row.post: row for row in connection.execute(_stand(), {"posts": some})}
            for post, row in last_told.items():
                threads = in_threads(stored.get(post, ()))
                by_post[post] = StoredDiscussion(comments=threads, declared_count=row.stated, complete=row.complete)
    return by_post


def in_threads(stored: Iterable[StoredComment]) -> tuple[StoredComment, ...]:
    """The comments so that each stands behind the one that it answers; beside each other they keep their order."""
    by_id = {item.comment.id: item for item in stored}
    answers: dict[str | None, list[StoredComment]] = {}
    for one in by_id.values():
        parent = one.comment.parent if one.comment.parent in by_id else None
        answers.setdefault(parent, []).append(one)
    ordered: dict[str, StoredComment] = {}
    # A page may say of two comments that each answers the other: none of them is reached from a first one.
    for first in (*answers.get(None, ()), *by_id.values()):
        waiting = [first]
        while waiting:
            one = waiting.pop()
            if one.comment.id not in ordered:
                ordered[one.comment.id] = one
                waiting += reversed(answers.get(one.comment.id, ()))
    return tuple(ordered.values())


def as_it_stands() -> ColumnElement[bool]:
    """Joins to a post the row that says how its discussion stands."""
    newest = discussions.alias()
    last = select(func.max(newest.c.harvest)).where(newest.c.post == posts.c.id).correlate(posts).scalar_subquery()
    return and_(discussions.c.post == posts.c.id, discussions.c.harvest == last)


def newest_comment() -> ColumnElement[bool]:
    """Keeps of each comment its newest version."""
    other = comments.alias()
    same = and_(other.c.post == comments.c.post, other.c.id == comments.c.id)
    return comments.c.version == select(func.max(other.c.version)).where(same).correlate(comments).scalar_subquery()


def _newest_comments() -> Select[Any]:
    of_posts = comments.c.post.in_(bindparam("posts", expanding=True))
    newest = (
        select(comments.c.post, comments.c.id, func.max(comments.c.version).label("version"))
        .where(of_posts)
        .group_by(comments.c.post, comments.c.id)
        .subquery()
    )
    same = and_(*(comments.c[name] == newest.c[name] for name in ("post", "id", "version")))
    return select(comments).join(newest, same).order_by(comments.c.post, comments.c.position, comments.c.id)


def _stand() -> Select[Any]:
    of_posts = discussions.c.post.in_(bindparam("posts", expanding=True))
    return select(discussions).where(of_posts).order_by(discussions.c.harvest)
