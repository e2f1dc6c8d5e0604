"""Harvests of a blog: begun, taken up again, ended."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from blogforever.errors import ArchiveBusy, Unreachable
from blogforever.model.harvest import HarvestOptions, Report, State, VisitKind
from blogforever.store.tables.schema import LISTED, archive, blog_names, blogs, harvests, posts
from blogforever.store.tables.storable_text import as_json, index_key, storable
from blogforever.store.tables.upsert import Row
from blogforever.store.warc.cdxj import timestamp
from blogforever.store.warc.file_names import HarvestFiles, OldNames, random_id
from blogforever.urls.normalize import post_key

UNFINISHED = (State.RUNNING, State.STOPPED, State.INTERRUPTED, State.LIMIT)
HARVESTING = 0x68617276
"""The family of PostgreSQL's locks that ours for blogs belong to ("harv" in ASCII)."""
_NAMING = 0x6E616D65
"""The number under which PostgreSQL lets one program at a time name blogs ("name" in ASCII)."""
_DAYS_A_MONTH = 30.44
_FRESH = timedelta(hours=1)
"""How long an update that was cut short can be taken up again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedHarvest:
    """A harvest that runs."""

    blog: int
    harvest: int
    since: datetime
    """When it was begun, for the first time."""
    is_taken_up: bool = False
    """An earlier run began it, and was cut short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unfinished:
    id: int
    files: str
    is_stale: bool
    """An update that was begun long ago: its answers tell what was new then."""


IsOver = Callable[[str], bool]
"""True when the files of captures whose names begin so are those of a harvest that was done."""


def start_harvest(connection: Connection, address: str, options: HarvestOptions, is_over: IsOver) -> StartedHarvest:
    """Find the blog, keep others away from it, and begin its harvest or take it up again.

    A harvest that is unfinished in the database is not taken up where its files say that it ended: the database was
    restored from an older copy.
    """
    with connection.begin():
        blog = find_or_add_blog(connection, address)
    with connection.begin():
        lock_blog(connection, blog, address)
    with connection.begin():
        if not options.offline:
            keep_away(connection, blog, address)
        unfinished = _unfinished(connection, blog)
    # Outside a transaction, so that others do not wait: it reads from disk.
    if unfinished and (is_over(unfinished.files) or (unfinished.is_stale and options.visit is VisitKind.UPDATE)):
        unfinished = None
    with connection.begin():
        harvest = _begin(connection, blog, options) if unfinished is None else unfinished.id
        if unfinished is not None:
            _take_up(connection, harvest, options)
        since = connection.scalar(select(harvests.c.started).where(harvests.c.id == harvest))
        return StartedHarvest(
            blog=blog, harvest=harvest, since=_moment(str(since)), is_taken_up=unfinished is not None
        )  # fmt: skip


def name_key(address: str) -> str:
    """The key under which a blog is known by one of its addresses."""
    return index_key(post_key(address))


def lock_blog_names(connection: Connection) -> None:
    """Until the transaction ends nobody else adds names of blogs. SQLite allows one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _NAMING})


def end_values(report: Report | None) -> Row:
    """How it ended, as of now; without a report it was interrupted."""
    state = report.state if report else State.INTERRUPTED
    return {"state": state, "ended": _now(), "report": as_json(asdict(report)) if report else None}


def end_harvest(connection: Connection, harvest: int, ended: Row) -> None:
    """Write down how it ended."""
    connection.execute(update(harvests).where(harvests.c.id == harvest).values(ended))


def measure_blog(connection: Connection, blog: int) -> None:
    """When the blog was last active, and how many posts a month it has, from the dates of its posts."""
    dated = select(func.count(), func.min(posts.c.published), func.max(posts.c.published))
    count, first, last = connection.execute(dated.where(posts.c.blog == blog, posts.c.published != "", LISTED)).one()
    if not count:
        return
    connection.execute(
        update(blogs)
        .where(blogs.c.id == blog)
        .values(last_activity=last[:10], post_frequency=_posts_a_month(count, first[:10], last[:10]))
    )


def find_or_add_blog(connection: Connection, address: str, its_id: str | None = None) -> int:
    """The blog with this random id, if one is given, or that is known by the address, else a new one."""
    key = name_key(address)
    lock_blog_names(connection)
    known: int | None = connection.scalar(select(blog_names.c.blog).where(blog_names.c.key == key))
    with_id: int | None = connection.scalar(select(blogs.c.id).where(blogs.c.random_id == its_id)) if its_id else None
    blog = known if with_id is None else with_id
    if blog is None:
        new = insert(blogs).values(url=storable(address), random_id=its_id or random_id())
        blog = int(connection.execute(new.returning(blogs.c.id)).scalar_one())
    if known is None:
        connection.execute(insert(blog_names).values(key=key, blog=blog))
    return blog


def has_earlier_harvest(connection: Connection, blog: int, harvest: int) -> bool:
    """True if the blog was harvested before this harvest began."""
    earlier = select(harvests.c.id).where(harvests.c.blog == blog, harvests.c.id < harvest).limit(1)
    return connection.scalar(earlier) is not None


def lock_blog(connection: Connection, blog: int, address: str) -> None:
    """Keep harvests on other machines away from the blog for as long as the connection lives. Raises ArchiveBusy."""
    if connection.dialect.name != "postgresql":
        return
    numbers = {"family": HARVESTING, "blog": blog}
    if not connection.scalar(text("SELECT pg_try_advisory_lock(:family, :blog)"), numbers):
        raise ArchiveBusy(address, "another crawler is harvesting this blog", "Wait until it ends, then try again.")


def keep_away(connection: Connection, blog: int, address: str) -> None:
    """Raises Unreachable while the blog's host does not want requests, according to the last harvest."""
    newest = select(harvests.c.report).where(harvests.c.blog == blog).order_by(harvests.c.id.desc()).limit(1)
    until = (json.loads(connection.scalar(newest) or "null") or {}).get("wait_until")
    if until is not None and datetime.fromisoformat(until) > datetime.now(UTC):
        problem = f"its host asked to be left alone until {datetime.fromisoformat(until):%Y-%m-%d %H:%M:%S} UTC"
        raise Unreachable(address, problem, "Give the same command after that; nothing was requested now.")


def _unfinished(connection: Connection, blog: int) -> _Unfinished | None:
    """The newest harvest of the blog if it was left unfinished."""
    columns = (harvests.c.id, harvests.c.state, harvests.c.files, harvests.c.wishes, harvests.c.started)
    newest = select(*columns).where(harvests.c.blog == blog).order_by(harvests.c.id.desc()).limit(1)
    latest = connection.execute(newest).first()
    if latest is None or latest.state not in UNFINISHED:
        return None
    is_update = json.loads(latest.wishes).get("visit") == VisitKind.UPDATE
    is_stale = is_update and datetime.now(UTC) - _moment(latest.started) > _FRESH
    return _Unfinished(id=latest.id, files=latest.files, is_stale=is_stale)


def _begin(connection: Connection, blog: int, options: HarvestOptions) -> int:
    archive_id = connection.execute(select(archive.c.id)).scalar_one()
    blog_id = connection.execute(select(blogs.c.random_id).where(blogs.c.id == blog)).scalar_one()
    harvest_id = random_id()
    row = {
        "random_id": harvest_id, "blog": blog, "files": f"{archive_id}-{blog_id}-{harvest_id}",
        "state": State.RUNNING, "started": _now(), "wishes": as_json(asdict(options)),
    }  # fmt: skip
    harvest: int = connection.execute(insert(harvests).values(row).returning(harvests.c.id)).scalar_one()
    return harvest


def _take_up(connection: Connection, harvest: int, options: HarvestOptions) -> None:
    running = {"state": State.RUNNING, "ended": None, "wishes": as_json(asdict(options))}
    connection.execute(update(harvests).where(harvests.c.id == harvest).values(running))


def _posts_a_month(count: int, first: str, last: str) -> float | None:
    try:
        days = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).days
    except ValueError:  # a page may name only a year or a month
        return None
    return round(count / days * _DAYS_A_MONTH, 2) if days > 0 else None


def _moment(written: str) -> datetime:
    try:
        return datetime.fromisoformat(written)
    except ValueError:  # a damaged archive
        return datetime.now(UTC)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def files_of_blog(connection: Connection, blog: int) -> dict[int, HarvestFiles]:
    """The names of files of each harvest of the blog."""
    return _files(connection, harvests.c.blog == blog)


def files_of_all(connection: Connection) -> dict[int, HarvestFiles]:
    """The names of files of each harvest of the archive."""
    return _files(connection)


def provenance(connection: Connection, harvest: int, start: str) -> dict[str, str]:
    """What the database knows of the harvest when it begins, and the captures themselves do not say.

    It stands in the first record of every file, so that a database can be made from the files alone.
    """
    rows = select(harvests, blogs.c.random_id.label("blog_id")).join(blogs, blogs.c.id == harvests.c.blog)
    row = connection.execute(rows.where(harvests.c.id == harvest)).one()
    number = select(func.count()).where(harvests.c.blog == row.blog, harvests.c.id <= harvest)
    return {
        "isPartOf": row.files,
        "blogforever-archive": connection.execute(select(archive.c.id)).scalar_one(),
        "blogforever-blog": row.blog_id,
        "blogforever-harvest": row.random_id,
        "blogforever-harvest-number": str(connection.execute(number).scalar_one()),
        "blogforever-start": start,
        "blogforever-began": row.started,
        "blogforever-wishes": row.wishes,
    }


def _files(connection: Connection, *conditions: Any) -> dict[int, HarvestFiles]:
    columns = (harvests.c.id, harvests.c.files, harvests.c.old_files, harvests.c.started, harvests.c.ended)
    rows = connection.execute(select(*columns).where(*conditions))
    return {row.id: HarvestFiles(prefix=row.files, old=_old_names(row)) for row in rows}


def _old_names(row: Any) -> OldNames | None:
    if row.old_files is None:
        return None
    until = timestamp(row.ended) if row.ended else None
    return OldNames(prefix=row.old_files, since=timestamp(row.started), until=until)
