"""Comments of the archive, read: each in its newest version, answers behind what they answer."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select

from blogforever.model.archive import StoredComment, StoredDiscussion
from blogforever.store.comment_rows import comment_from
from blogforever.store.database import Database
from blogforever.store.schema import comments, discussions, posts
from blogforever.store.upsert import portions


def read_discussions(database: Database, numbers: Sequence[int]) -> dict[int, StoredDiscussion]:
    """The discussions of the posts with these numbers; a post that nobody looked at for comments has none."""
    found: dict[int, StoredDiscussion] = {}
    with database.transaction() as connection:
        for some in portions(numbers):
            said: dict[int, list[StoredComment]] = {}
            for row in connection.execute(_newest_comments(), {"posts": some}):
                said.setdefault(row.post, []).append(comment_from(row))
            last_told = {row.post: row for row in connection.execute(_stand(), {"posts": some})}
            for post, row in last_told.items():
                told = in_threads(said.get(post, ()))
                found[post] = StoredDiscussion(comments=told, stated=row.stated, complete=row.complete)
    return found


def in_threads(said: Iterable[StoredComment]) -> tuple[StoredComment, ...]:
    """The comments so that each stands behind the one that it answers; beside each other they keep their order."""
    by_id = {one.comment.id: one for one in said}
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
    """Joins to a post the line that tells how its discussion stands."""
    told = discussions.alias()
    last = select(func.max(told.c.harvest)).where(told.c.post == posts.c.id).correlate(posts).scalar_subquery()
    return and_(discussions.c.post == posts.c.id, discussions.c.harvest == last)


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
