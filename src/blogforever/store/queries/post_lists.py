"""Posts in lists: the line of a post, and the newest posts first."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from blogforever.model.archive import PostLine
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.queries.comments import as_it_stands
from blogforever.store.tables.post_rows import strings
from blogforever.store.tables.schema import LISTED, blogs, discussions, posts, versions
from blogforever.store.tables.storable_text import storable

_AFTER_ALL_DATES = "~"
"""Sorts behind every character of a date, so that "2010-03" with it is the end of March."""


def list_posts(  # noqa: PLR0913  # each is one choice of a reader
    database: Database,
    *,
    blog: str | None = None,
    since: str | None = None,
    until: str | None = None,
    after: int | None = None,
    limit: int = 50,
    offset: int = 0,
) -> tuple[PostLine, ...]:
    """Posts of one blog or all, newest first; `since` and `until` are days, months or years, both included.

    `after` is the id of the last post of the chunk before.
    """
    with database.transaction() as connection:
        wanted = lines().where(LISTED).order_by(posts.c.published.desc(), posts.c.id.desc()).limit(limit).offset(offset)
        if blog is not None:
            wanted = wanted.where(posts.c.blog == blog_id(connection, blog))
        if since is not None:
            wanted = wanted.where(posts.c.published >= storable(since))
        if until is not None:
            wanted = wanted.where(posts.c.published < storable(until) + _AFTER_ALL_DATES, posts.c.published != "")
        if after is not None:
            wanted = wanted.where(_follows(connection, after))
        return tuple(line_from(row) for row in connection.execute(wanted))


def lines() -> Select[Any]:
    """Select what a line of a list of posts shows; `line_from` reads it."""
    newest = and_(versions.c.post == posts.c.id, versions.c.number == posts.c.newest)
    return (
        select(
            posts.c.id,
            blogs.c.url.label("blog"),
            posts.c.key,
            versions.c.url,
            versions.c.title,
            versions.c.authors,
            versions.c.tags,
            versions.c.language,
            versions.c.published,
            posts.c.newest,
            versions.c.captured_at,
            versions.c.from_feed,
            func.length(versions.c.content_text).label("characters"),
            func.coalesce(discussions.c.kept, 0).label("comments"),
            discussions.c.stated,
        )
        .join(versions, newest)
        .join(blogs, blogs.c.id == posts.c.blog)
        .outerjoin(discussions, as_it_stands())
    )


def line_from(row: Any) -> PostLine:
    """The line of a post."""
    return PostLine(
        id=row.id,
        blog=row.blog,
        key=row.key,
        url=row.url,
        title=row.title,
        authors=strings(row.authors),
        tags=strings(row.tags),
        language=row.language,
        published=row.published,
        versions=row.newest,
        captured_at=row.captured_at,
        from_feed=row.from_feed,
        characters=row.characters,
        comments=row.comments,
        comments_stated=row.stated,
    )


def _follows(connection: Connection, post: int) -> ColumnElement[bool]:
    published = connection.scalar(select(posts.c.published).where(posts.c.id == post)) or ""
    return or_(posts.c.published < published, and_(posts.c.published == published, posts.c.id < post))
