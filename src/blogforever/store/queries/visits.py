"""How the blogs of an archive were visited, for those who visit them again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from blogforever.model.harvest import HarvestOptions, State, VisitKind
from blogforever.store.database import Database
from blogforever.store.tables.harvests import UNFINISHED
from blogforever.store.tables.schema import blogs, harvests


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitedBlog:
    """A blog of the archive, and how it was harvested last."""

    number: int
    address: str
    options: HarvestOptions
    """Of its last harvest of the whole blog."""
    is_unfinished: bool
    """The whole blog was never read to its end since that began."""


def visited_blogs(database: Database, numbers: tuple[int, ...] | None = None) -> list[VisitedBlog]:
    """These blogs in the order given, or all."""
    with database.transaction() as connection:
        found = {blog.number: blog for blog in _visited(connection)}
    return list(found.values()) if numbers is None else [found[number] for number in numbers if number in found]


def _visited(connection: Connection) -> Iterator[VisitedBlog]:
    done = set(connection.scalars(select(harvests.c.blog).where(harvests.c.state == State.DONE).distinct()))
    last: dict[int, tuple[str, HarvestOptions]] = {}
    for run in connection.execute(select(harvests.c.blog, harvests.c.state, harvests.c.wishes).order_by(harvests.c.id)):
        options = HarvestOptions.from_record(json.loads(run.wishes))
        if options.visit is VisitKind.WHOLE:
            last[run.blog] = (run.state, options)
    for row in connection.execute(select(blogs.c.id, blogs.c.url).order_by(blogs.c.id)):
        if row.id in last:
            state, options = last[row.id]
            is_unfinished = state in UNFINISHED or row.id not in done
            yield VisitedBlog(number=row.id, address=row.url, options=options, is_unfinished=is_unfinished)
