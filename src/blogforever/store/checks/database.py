"""Looks whether the database is sound: its pages, its references, and every text that it holds."""

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Table, and_, func, or_, select, text

from blogforever.errors import BlogforeverError
from blogforever.model.fault import Area, Fault
from blogforever.store.database import Database
from blogforever.store.tables.comment_rows import comment_digest, comment_from
from blogforever.store.tables.post_rows import post_from, version_digest
from blogforever.store.tables.schema import comments, posts, versions
from blogforever.store.tables.upsert import Row

REBUILD = "Make it anew from the captures: blogforever rebuild --replace"
_AT_ONCE = 200
_MOST_FAULTS = 100

Tell = Callable[[int], None]
"""Told how many more rows were read."""


def check_database(database: Database, blog: int | None, tell: Tell) -> list[Fault]:
    """What is wrong with it; `blog` looks at the texts of one blog only."""
    faults: list[Fault] = []
    for check in (_check_file, _check_references, _check_versions, _check_comments):
        try:
            for fault in check(database, blog, tell):
                faults.append(fault)
                if len(faults) >= _MOST_FAULTS:
                    return faults
        except BlogforeverError as error:  # what cannot even be read
            faults.append(_fault(database.subject, error.problem))
    return faults


def rows_to_read(database: Database, blog: int | None) -> int:
    """How many rows `check_database` will report; 0 where the database does not know."""
    try:
        with database.transaction() as connection:
            return sum(_count(connection, table, blog) for table in (versions, comments))
    except BlogforeverError:
        return 0


def _count(connection: Connection, table: Table, blog: int | None) -> int:
    wanted = select(func.count()).select_from(table)
    if blog is not None:
        wanted = wanted.join(posts, posts.c.id == table.c.post).where(posts.c.blog == blog)
    return int(connection.scalar(wanted) or 0)


def _check_file(database: Database, _blog: int | None, _tell: Tell) -> Iterator[Fault]:
    if database.engine.dialect.name != "sqlite":  # a server watches over its own files
        return
    with database.transaction() as connection:
        for (answer,) in connection.execute(text("PRAGMA integrity_check(20)")).all():
            if answer != "ok":
                yield _fault(database.subject, f"the database is damaged ({str(answer).partition(chr(10))[0][:200]})")


def _check_references(database: Database, _blog: int | None, _tell: Tell) -> Iterator[Fault]:
    if database.engine.dialect.name != "sqlite":
        return
    with database.transaction() as connection:
        broken = connection.execute(text("PRAGMA foreign_key_check")).all()
    for table in sorted({str(row[0]) for row in broken}):
        count = sum(row[0] == table for row in broken)
        yield _fault(database.subject, f"rows of the table {table} refer to rows that are not there ({count:,})")


def _check_versions(database: Database, blog: int | None, tell: Tell) -> Iterator[Fault]:
    for row in _each_row(database, versions, ("post", "number"), blog, tell):
        problem = _problem(row, lambda row: post_from(row, ()), version_digest)
        if problem:
            yield _fault(str(row.url), f"version {row.number} of the post {problem}")


def _check_comments(database: Database, blog: int | None, tell: Tell) -> Iterator[Fault]:
    for row in _each_row(database, comments, ("post", "id", "version"), blog, tell):
        problem = _problem(row, comment_from, comment_digest)
        if problem:
            yield _fault(str(row.url or row.id), f"version {row.version} of the comment {problem}")


def _problem(row: Any, read: Callable[[Any], object], digest: Callable[[Row], str]) -> str:
    try:
        read(row)
        is_same = digest(dict(row._mapping)) == row.digest  # noqa: SLF001 - SQLAlchemy's documented name
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "cannot be read: its values are damaged"
    return "" if is_same else "is not what was written: its digest is another"


def _each_row(database: Database, table: Table, keys: tuple[str, ...], blog: int | None, tell: Tell) -> Iterator[Any]:
    """All rows in chunks, so that no transaction stays open for long."""
    columns = [table.c[name] for name in keys]
    last: tuple[Any, ...] | None = None
    while True:
        wanted = select(table).order_by(*columns).limit(_AT_ONCE)
        if blog is not None:
            wanted = wanted.join(posts, posts.c.id == table.c.post).where(posts.c.blog == blog)
        if last is not None:
            wanted = wanted.where(
                or_(
                    *(
                        and_(
                            *(columns[before] == last[before] for before in range(place)), columns[place] > last[place]
                        )
                        for place in range(len(columns))
                    )
                )
            )
        with database.transaction() as connection:
            rows = connection.execute(wanted).all()
        yield from rows
        tell(len(rows))
        if len(rows) < _AT_ONCE:
            return
        last = tuple(getattr(rows[-1], name) for name in keys)


def _fault(subject: str, problem: str) -> Fault:
    return Fault(area=Area.DATABASE, subject=subject, problem=problem, next_step=REBUILD)
