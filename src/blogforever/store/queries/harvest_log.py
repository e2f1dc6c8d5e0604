"""The harvests of a blog, one after another, and what each of them left of its posts."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, select

from blogforever.model.archive import HarvestLine, PostVersion
from blogforever.model.harvest import CommentChanges, PostChanges, State, VisitKind
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.queries.posts import version_from
from blogforever.store.running import running_blogs
from blogforever.store.tables.harvests import name_key
from blogforever.store.tables.schema import LISTED, aliases, harvests, posts, versions
from blogforever.store.tables.upsert import chunks

_AT_ONCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenVersion:
    """A version that a harvest wrote, and the one that it replaced."""

    post: int
    key: str
    version: PostVersion
    before: PostVersion | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPost:
    """A post whose address leads to another post of the blog."""

    post: int
    key: str
    url: str
    last_seen: int
    """The last harvest that had it under its own address."""
    to: int
    to_url: str
    to_first_seen: int


def harvest_lines(database: Database, blog: str) -> tuple[HarvestLine, ...]:
    """All harvests of the blog, oldest first. Raises NotInArchive."""
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        rows = connection.execute(select(harvests).where(harvests.c.blog == number).order_by(harvests.c.id)).all()
        is_running = bool(running_blogs(connection, database.folder, {number}))
        return tuple(_line(row, is_running=is_running) for row in rows)


def written_versions(database: Database, harvest: int) -> Iterator[WrittenVersion]:
    """The versions that the harvest wrote, posts that came last first; read in chunks."""
    after: int | None = None
    while True:
        wanted = (
            select(posts.c.key, versions)
            .join(versions, versions.c.post == posts.c.id)
            .where(versions.c.harvest == harvest, LISTED)
            .order_by(posts.c.id.desc())
            .limit(_AT_ONCE)
        )
        with database.transaction() as connection:
            rows = connection.execute(wanted if after is None else wanted.where(posts.c.id < after)).all()
            edited = [row for row in rows if row.number > 1]
            earlier = select(versions).where(
                versions.c.post.in_([row.post for row in edited]),
                versions.c.number.in_({row.number - 1 for row in edited}),
            )
            replaced = {(row.post, row.number): version_from(row) for row in connection.execute(earlier)}
            written = [
                WrittenVersion(
                    post=row.post,
                    key=row.key,
                    version=version_from(row),
                    before=replaced.get((row.post, row.number - 1)),
                )
                for row in rows
            ]
        yield from written
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1].post


def moved_posts(database: Database, blog: str, *, post: int | None = None) -> tuple[MovedPost, ...]:
    """The posts that moved, or what the one post moved to or from. Raises NotInArchive."""
    home = posts.alias("home")
    old, new = versions.alias("old"), versions.alias("new")
    wanted = (
        select(
            posts.c.id, posts.c.key, posts.c.last_seen, old.c.url,
            home.c.id.label("home_id"), home.c.first_seen.label("home_first_seen"), home.c.key.label("home_key"),
            new.c.url.label("home_url"),
        )
        .select_from(posts)
        .join(aliases, and_(aliases.c.key == posts.c.key, aliases.c.post != posts.c.id))
        .join(home, and_(home.c.id == aliases.c.post, home.c.blog == posts.c.blog))
        .join(old, and_(old.c.post == posts.c.id, old.c.number == posts.c.newest))
        .join(new, and_(new.c.post == home.c.id, new.c.number == home.c.newest))
        .where(posts.c.last_seen < home.c.last_seen, LISTED)
        .order_by(posts.c.id, home.c.id)
    )  # fmt: skip
    with database.transaction() as connection:
        wanted = wanted.where(posts.c.blog == blog_id(connection, blog))
        if post is not None:
            wanted = wanted.where((posts.c.id == post) | (home.c.id == post))
        return tuple(
            MovedPost(
                post=row.id,
                key=row.key,
                url=row.url or row.key,
                last_seen=row.last_seen,
                to=row.home_id,
                to_url=row.home_url or row.home_key,
                to_first_seen=row.home_first_seen,
            )
            for row in connection.execute(wanted)
        )


def sightings(database: Database, blog: str, keys: Sequence[str]) -> set[tuple[str, int]]:
    """Posts of the blog, and harvests that are known to have had them. Raises NotInArchive."""
    seen: set[tuple[str, int]] = set()
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        for chunk in chunks(keys):
            wanted = select(posts.c.key, posts.c.last_seen, versions.c.harvest).join(
                versions, versions.c.post == posts.c.id
            )
            for row in connection.execute(wanted.where(posts.c.blog == number, posts.c.key.in_(chunk))):
                seen |= {(row.key, row.last_seen), (row.key, row.harvest)}
    return seen


def posts_with_keys(database: Database, blog: str, keys: Sequence[str]) -> dict[str, tuple[int, str, str | None]]:
    """For each key the number, address and title of the post that is kept under it. Raises NotInArchive."""
    newest = and_(versions.c.post == posts.c.id, versions.c.number == posts.c.newest)
    found: dict[str, tuple[int, str, str | None]] = {}
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        for chunk in chunks(keys):
            wanted = select(posts.c.key, posts.c.id, versions.c.url, versions.c.title).join(versions, newest)
            for row in connection.execute(wanted.where(posts.c.blog == number, posts.c.key.in_(chunk), LISTED)):
                found[row.key] = (row.id, row.url or row.key, row.title)
    return found


def _line(row: Any, *, is_running: bool) -> HarvestLine:
    state = State(row.state)
    report = json.loads(row.report) if row.report else None
    changes = (report or {}).get("changes") or {}  # earlier versions did not say
    wishes = json.loads(row.wishes)
    return HarvestLine(
        id=row.id,
        visit=VisitKind(wishes.get("visit", VisitKind.WHOLE)),
        state=State.STOPPED if state is State.RUNNING and not is_running else state,
        began=row.started,
        ended=row.ended,
        is_offline=bool(wishes.get("offline")),
        posts=None if report is None else PostChanges(**changes.get("posts", {})),
        comments=None if report is None else CommentChanges(**changes.get("comments", {})),
        gone={name_key(post["address"]): post["reason"] for post in (report or {}).get("gone", ())},
    )
