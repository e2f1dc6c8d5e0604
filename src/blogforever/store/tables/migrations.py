"""How an archive of an earlier version becomes one of this version.

A new archive is made from the schema as it is now and counts as migrated; an archive that exists gets the migrations
that it lacks, in order, each in a transaction together with its own record.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, inspect, select, text, update

from blogforever.changes.author_digest import author_digest
from blogforever.errors import BadArchive
from blogforever.store.tables.comment_index import create_comment_index, learn_all_comments
from blogforever.store.tables.post_rows import post_from
from blogforever.store.tables.schema import (
    METADATA,
    archive,
    blogs,
    comments,
    decisions,
    discussions,
    given_up,
    harvests,
    migrations,
    versions,
    visits,
)
from blogforever.store.tables.search_index import create_index
from blogforever.store.tables.upsert import chunks
from blogforever.store.warc.file_names import random_id

_MIGRATING = 0x626C6F67
"""The number under which PostgreSQL lets one program at a time migrate ("blog" in ASCII)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step from an earlier schema to a later one."""

    name: str
    change: Callable[[Connection], None]


def _first_tables(connection: Connection) -> None:
    METADATA.create_all(connection)
    connection.execute(insert(archive).values(id=random_id()))
    create_index(connection)
    create_comment_index(connection)


def _comments(connection: Connection) -> None:
    """The first table of comments was never written: it is made anew, with room for versions."""
    comments.drop(connection)
    METADATA.create_all(connection, [discussions, comments])


def _given_up(connection: Connection) -> None:
    METADATA.create_all(connection, [given_up])


def _capture_names(connection: Connection) -> None:
    """Files of captures had the numbers of blog and harvest in their names, which every database gives anew."""
    METADATA.create_all(connection, [archive])
    archive_id = random_id()
    connection.execute(insert(archive).values(id=archive_id))
    for table in (blogs, harvests):
        connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN random_id TEXT NOT NULL DEFAULT ''"))
    connection.execute(text("ALTER TABLE harvests ADD COLUMN files TEXT NOT NULL DEFAULT ''"))
    connection.execute(text("ALTER TABLE harvests ADD COLUMN old_files TEXT"))
    blog_ids = {blog: random_id() for blog in connection.scalars(select(blogs.c.id))}
    for blog, its_id in blog_ids.items():
        connection.execute(update(blogs).where(blogs.c.id == blog).values(random_id=its_id))
    for harvest, blog in connection.execute(select(harvests.c.id, harvests.c.blog)).all():
        its_id = random_id()
        names = {"files": f"{archive_id}-{blog_ids[blog]}-{its_id}", "old_files": f"blog{blog:05d}-h{harvest}"}
        connection.execute(update(harvests).where(harvests.c.id == harvest).values(random_id=its_id, **names))


def _robots_directives(connection: Connection) -> None:
    """Of versions that were kept before nothing is known."""
    connection.execute(text("ALTER TABLE versions ADD COLUMN robots_directives TEXT NOT NULL DEFAULT '[]'"))


def _search_in_comments(connection: Connection) -> None:
    """Comments that were kept before are found, too."""
    create_comment_index(connection)
    learn_all_comments(connection)


def _decisions(connection: Connection) -> None:
    METADATA.create_all(connection, [decisions])
    connection.execute(text("ALTER TABLE posts ADD COLUMN excluded BOOLEAN NOT NULL DEFAULT FALSE"))


def _author_digests(connection: Connection) -> None:
    """Versions that were kept before are compared with later ones by what their author said, too."""
    connection.execute(text("ALTER TABLE versions ADD COLUMN author_digest TEXT NOT NULL DEFAULT ''"))
    own = (versions.c.post == bindparam("of"), versions.c.number == bindparam("at"))
    numbers = connection.execute(select(versions.c.post, versions.c.number)).all()
    for chunk in chunks(numbers):
        digests = [
            {"of": post, "at": number, "new": author_digest(post_from(_version(connection, post, number), ()))}
            for post, number in chunk
        ]
        connection.execute(update(versions).where(*own).values(author_digest=bindparam("new")), digests)


def _version(connection: Connection, post: int, number: int) -> Any:
    return connection.execute(select(versions).where(versions.c.post == post, versions.c.number == number)).one()


def _visits(connection: Connection) -> None:
    METADATA.create_all(connection, [visits])


MIGRATIONS = (
    Migration(name="0001 first tables", change=_first_tables),
    Migration(name="0002 comments", change=_comments),
    Migration(name="0003 names of capture files", change=_capture_names),
    Migration(name="0004 documents that held up a harvest", change=_given_up),
    Migration(name="0005 robots directives", change=_robots_directives),
    Migration(name="0006 search in comments", change=_search_in_comments),
    Migration(name="0007 decisions of people", change=_decisions),
    Migration(name="0008 visits", change=_visits),
    Migration(name="0009 digests of what authors said", change=_author_digests),
)


def missing(connection: Connection, known: tuple[Migration, ...], subject: str) -> tuple[Migration, ...] | None:
    """The migrations that the archive lacks; None where there is no archive yet. Raises BadArchive for a newer one."""
    if not inspect(connection).has_table(migrations.name):
        return None
    applied = set(connection.scalars(select(migrations.c.name)))
    if unknown := applied - {migration.name for migration in known}:
        raise BadArchive(
            subject, f"it was made by a newer version ({max(unknown)!r} is unknown)", "Update blogforever."
        )
    return tuple(migration for migration in known if migration.name not in applied)


def migrate(engine: Engine, known: tuple[Migration, ...], subject: str) -> None:
    """Make the tables, or bring them up to date; any number of programs may do so at once."""
    while True:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATING})
            lacking = missing(connection, known, subject)
            if lacking is None:
                _first_tables(connection)
                _record(connection, known)
                return
            if not lacking:
                return
            lacking[0].change(connection)
            _record(connection, lacking[:1])


def _record(connection: Connection, applied: tuple[Migration, ...]) -> None:
    now = datetime.now(UTC).isoformat()
    connection.execute(insert(migrations), [{"name": migration.name, "applied_at": now} for migration in applied])
