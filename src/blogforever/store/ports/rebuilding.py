"""A harvest that makes the database anew from its captures: nothing is requested, nothing is captured again."""

import os
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, func, insert, select, update

from blogforever.errors import BadArchive
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import HarvestOptions, Report, State
from blogforever.model.ports import Ports
from blogforever.model.rendering import Rendering
from blogforever.store.database import FILE, Database, open_database
from blogforever.store.disk import sync_folder, unwritable
from blogforever.store.ports.captures import ArchiveCaptures
from blogforever.store.ports.records import ArchiveRecords
from blogforever.store.ports.session import start_session
from blogforever.store.tables.harvests import StartedHarvest, find_or_add_blog
from blogforever.store.tables.schema import archive as archive_table
from blogforever.store.tables.schema import blogs, harvests
from blogforever.store.tables.storable_text import as_json
from blogforever.store.tables.upsert import Row
from blogforever.store.warc.file_names import random_id
from blogforever.store.warc.found_harvests import FoundHarvest


class RebuildCaptures:
    """The captures of the harvest stand in for the network."""

    def __init__(self, own: ArchiveCaptures) -> None:
        self._own = own

    def recall(self, key: str) -> Exchange | None:
        """What the harvest captured for the key."""
        return self._own.recall(key)

    def recall_older(self, key: str) -> Exchange | None:
        """The newest answer with a body that earlier harvests captured for the key."""
        return self._own.recall_older(key)

    def capture(self, exchange: Exchange) -> None:
        """Nothing: it is captured already."""

    def recall_rendering(self, address: str) -> Rendering | None:
        """What the harvest kept as the rendering of the address."""
        return self._own.recall_rendering(address)

    def shortfalls(self) -> tuple[str, ...]:
        """Nothing is known to be: `verify` checks the archive's own files."""
        return ()

    def keep_rendering(self, rendering: Rendering) -> None:
        """Nothing: no browser runs, and what is recalled is kept already."""


def open_ports(
    blog: str, *, archive: Path, database_folder: Path, store: str | None, options: HarvestOptions, found: FoundHarvest
) -> Ports:
    """The ports for one harvest that was found: its rows go to a database elsewhere, its captures stay untouched."""

    def start(connection: Connection) -> StartedHarvest:
        with connection.begin():
            return _add_harvest(connection, found)

    session = start_session(
        open_database(database_folder, store), start, address=blog, folder=archive, options=options, is_read_only=True
    )
    captures = RebuildCaptures(ArchiveCaptures(session.warc, harvest=session.harvest))
    records = ArchiveRecords(
        session, writes_captures=False, describes_blog=not found.is_merged, end_of=lambda report: _end(report, found)
    )
    return captures, records


def _end(report: Report | None, found: FoundHarvest) -> Row:
    """The end as it was back then; a harvest whose files do not say how it ended can be taken up."""
    is_whole = report is not None and report.state is not State.INTERRUPTED
    if found.state is None or not is_whole:
        return {"state": State.INTERRUPTED, "ended": None, "report": None}
    written = found.report or (as_json(asdict(report)) if report else None)
    return {"state": found.state, "ended": found.ended, "report": written}


def prepare_rebuild(database_folder: Path, store: str | None, archive_id: str) -> None:
    """An empty database that goes on under the archive's id. Raises BadArchive where one holds blogs already."""
    database = open_database(database_folder, store)
    try:
        with database.transaction() as connection:
            if connection.scalar(select(func.count()).select_from(blogs)):
                next_step = "Name an empty database, or leave --store out: then a file is written."
                raise BadArchive(database.subject, "it holds an archive already", next_step)
            if archive_id:
                connection.execute(update(archive_table).values(id=archive_id))
    finally:
        database.close()


def _add_harvest(connection: Connection, found: FoundHarvest) -> StartedHarvest:
    """A row for the harvest; the one that is there when its process had to be started again."""
    blog = find_or_add_blog(connection, found.start, found.blog_id or random_id())
    since = datetime.now(UTC)
    known: int | None = connection.scalar(select(harvests.c.id).where(harvests.c.files == found.prefix))
    if known is not None:
        return StartedHarvest(blog=blog, harvest=known, since=since)
    row = {
        "blog": blog,
        "state": State.RUNNING,
        "started": found.began,
        "wishes": as_json(found.options),
        "random_id": found.harvest_id or random_id(),
        "files": found.prefix,
    }
    harvest: int = connection.execute(insert(harvests).values(row).returning(harvests.c.id)).scalar_one()
    return StartedHarvest(blog=blog, harvest=harvest, since=since)


def finish_database(database: Database) -> None:
    """All that was written is in the one file, and nothing beside it."""
    if database.engine.dialect.name == "sqlite":
        raw = database.engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            raw.close()


def set_aside(archive: Path) -> Path:
    """Give the archive's database another name, together with what SQLite keeps beside it; the new name.

    The database goes first: without its log it would lack what was written last, and nobody would see it.
    """
    aside = archive / f"archive-replaced-{datetime.now(UTC):%Y%m%d%H%M%S}.sqlite"
    try:
        for ending in ("", "-wal", "-shm"):
            if os.path.lexists(archive / (FILE + ending)):
                (archive / (FILE + ending)).rename(aside.with_name(aside.name + ending))
        sync_folder(archive)
    except OSError as error:
        raise unwritable(aside, error) from error
    return aside


def has_database(archive: Path) -> bool:
    """True where there is a database, or what SQLite keeps beside one: a new one must not meet an old one's log."""
    return any(os.path.lexists(archive / (FILE + ending)) for ending in ("", "-wal", "-shm"))


def move_whole(database: Path, target: Path) -> None:
    """Put a finished database in its place."""
    try:
        with database.open("rb") as file:
            os.fsync(file.fileno())
        database.rename(target)
        sync_folder(target.parent)
    except OSError as error:
        raise unwritable(target, error) from error
