"""When to look at each blog of the archive again: written after a visit, asked for by whoever looks for what is due."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, case, func, select

from blogforever.model.harvest import HarvestOptions, State, VisitKind
from blogforever.schedule.visits import NextVisit, PlannedVisit, PostingHistory
from blogforever.store.database import Database
from blogforever.store.tables.harvests import UNFINISHED
from blogforever.store.tables.schema import LISTED, blogs, feeds, harvests, posts, visits
from blogforever.store.tables.upsert import chunks, upsert

_NEWEST = 250
"""Dates of posts that are enough to know a blog's habits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitedBlog:
    """A blog of the archive, and how it was harvested last."""

    number: int
    address: str
    options: HarvestOptions
    """Of its last harvest of the whole blog over the network."""
    is_unfinished: bool
    """The whole blog was never read to its end since that began."""


def set_next_visit(
    database: Database,
    blog: int,
    next_visit: NextVisit,
    *,
    last_visit: datetime | None,
    last_new_post: datetime | None = None,
    failures: int = 0,
) -> None:
    """Write the plan for a blog; it takes the place of the plan before.

    `last_visit` is the visit after which this was planned, `failures` how many failed in a row, this one included.
    `last_new_post` is the last visit that found a new post; pass on the one of the plan before if this one did not.
    """
    row = {
        "blog": blog,
        "next_visit": _written(next_visit.at),
        "reason": next_visit.reason,
        "latest_safe": next_visit.latest_safe and _written(next_visit.latest_safe),
        "last_visit": last_visit and _written(last_visit),
        "last_new_post": last_new_post and _written(last_new_post),
        "failures": failures,
    }
    with database.transaction() as connection:
        upsert(connection, visits, [row])


def due_blogs(database: Database, now: datetime, limit: int) -> tuple[PlannedVisit, ...]:
    """The blogs whose visit is due, longest overdue first. A blog without a plan was never visited: it is not here."""
    with database.transaction() as connection:
        return tuple(map(_planned, connection.execute(due_query(now, limit))))


def due_query(now: datetime, limit: int) -> Select[Any]:
    """The query of `due_blogs`: it reads no more rows than it returns."""
    due = select(visits).where(visits.c.next_visit <= _written(now))
    first = due.order_by(visits.c.next_visit, visits.c.blog).limit(limit).subquery()
    return select(first, blogs.c.url).join(blogs, blogs.c.id == first.c.blog).order_by(first.c.next_visit, first.c.blog)


def planned_visit(database: Database, blog: int) -> PlannedVisit | None:
    """The plan for a blog; None if nobody made one."""
    planned = select(visits, blogs.c.url).join(blogs, blogs.c.id == visits.c.blog).where(visits.c.blog == blog)
    with database.transaction() as connection:
        row = connection.execute(planned).one_or_none()
    return None if row is None else _planned(row)


def unplanned_blogs(database: Database) -> list[tuple[int, datetime]]:
    """The blogs that were harvested and have no plan, each with the end of its last harvest."""
    ended = func.max(func.coalesce(harvests.c.ended, harvests.c.started))
    wanted = (
        select(harvests.c.blog, ended)
        .outerjoin(visits, visits.c.blog == harvests.c.blog)
        .where(visits.c.blog.is_(None), harvests.c.state == State.DONE)
        .group_by(harvests.c.blog)
    )
    with database.transaction() as connection:
        return [(row[0], _read(row[1]) or datetime.now(UTC)) for row in connection.execute(wanted)]


def next_moment(database: Database) -> datetime | None:
    """When the next visit is due; None if none is planned."""
    with database.transaction() as connection:
        return _read(connection.scalar(select(func.min(visits.c.next_visit))))


def posting_history(database: Database, blog: int) -> PostingHistory:
    """What the archive knows of the blog's habits, for `next_visit`: as of now, so read it after the posts are kept."""
    dates = select(posts.c.published).where(posts.c.blog == blog, posts.c.published != "", LISTED)
    # The main feed is the one that visits look at; a blog may know it under another role.
    shown = select(feeds.c.entries).where(feeds.c.blog == blog, feeds.c.entries > 0, feeds.c.role != "comments")
    main_first = shown.order_by(case((feeds.c.role == "main", 0), else_=1), feeds.c.position).limit(1)
    with database.transaction() as connection:
        published = connection.scalars(dates.order_by(posts.c.published.desc()).limit(_NEWEST)).all()
        entries = connection.scalar(main_first)
        name = connection.scalar(select(blogs.c.random_id).where(blogs.c.id == blog))
    plan = planned_visit(database, blog)
    return PostingHistory(
        blog=name or str(blog),
        published=tuple(published),
        feed_entries=entries or 0,
        last_visit=plan.last_visit if plan else None,
        last_new_post=plan.last_new_post if plan else None,
        failures=plan.failures if plan else 0,
    )


def copy_visits(old: Database, new: Database) -> None:
    """The plans hold in a database that was made anew, too: the captures do not tell them."""
    with old.transaction() as connection:
        rows = connection.execute(select(blogs.c.random_id, visits).join(blogs, blogs.c.id == visits.c.blog)).all()
    with new.transaction() as connection:
        numbers = {row.random_id: row.id for row in connection.execute(select(blogs.c.id, blogs.c.random_id))}
        known = [row._mapping for row in rows if row.random_id in numbers]  # noqa: SLF001 - SQLAlchemy's public name
        upsert(connection, visits, _renumbered(known, numbers))


def _renumbered(rows: Sequence[Any], numbers: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {name: row[name] for name in visits.columns.keys()} | {"blog": numbers[row["random_id"]]}  # noqa: SIM118
        for row in rows
    ]


def _planned(row: Any) -> PlannedVisit:
    return PlannedVisit(
        blog=row.blog,
        url=row.url,
        next_visit=NextVisit(
            at=datetime.fromisoformat(row.next_visit),
            reason=row.reason,
            latest_safe=_read(row.latest_safe),
        ),
        last_visit=_read(row.last_visit),
        last_new_post=_read(row.last_new_post),
        failures=row.failures,
    )


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _read(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)


def visited_blogs(database: Database, numbers: tuple[int, ...] | None = None) -> list[VisitedBlog]:
    """These blogs in the order given, or all."""
    with database.transaction() as connection:
        if numbers is None:
            numbers = tuple(connection.scalars(select(blogs.c.id).order_by(blogs.c.id)))
        found = {blog.number: blog for chunk in chunks(numbers) for blog in _visited(connection, chunk)}
    return [found[number] for number in numbers if number in found]


def _visited(connection: Connection, numbers: Sequence[int]) -> Iterator[VisitedBlog]:
    columns = (harvests.c.blog, harvests.c.state, harvests.c.wishes)
    done: set[int] = set()
    last: dict[int, tuple[str, HarvestOptions]] = {}
    for run in connection.execute(select(*columns).where(harvests.c.blog.in_(numbers)).order_by(harvests.c.id)):
        options = HarvestOptions.from_record(json.loads(run.wishes))
        if run.state == State.DONE:
            done.add(run.blog)
        if options.visit is VisitKind.WHOLE and not options.offline:
            last[run.blog] = (run.state, options)
    for row in connection.execute(select(blogs.c.id, blogs.c.url).where(blogs.c.id.in_(list(last)))):
        state, options = last[row.id]
        if state == State.FAILED and row.id not in done:
            continue  # an address that never was a blog
        is_unfinished = state in UNFINISHED or row.id not in done
        yield VisitedBlog(number=row.id, address=row.url, options=options, is_unfinished=is_unfinished)
