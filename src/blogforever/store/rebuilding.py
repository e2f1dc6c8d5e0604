"""A sink that makes a database anew from the captures of one harvest: nothing is asked, nothing is captured again."""

import os
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, func, insert, select, update

from blogforever.errors import BadArchive
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import Report, State, Wishes
from blogforever.model.rendering import Rendering
from blogforever.store.capture_names import random_id
from blogforever.store.database import FILE, Database, open_database
from blogforever.store.disk import sync_folder, unwritable
from blogforever.store.found_harvests import FoundHarvest
from blogforever.store.harvests import Started, find_or_add_blog, hold_blog, measure_blog
from blogforever.store.held_connection import HeldConnection
from blogforever.store.plain_text import as_json
from blogforever.store.schema import archive as archive_table
from blogforever.store.schema import blogs, harvests
from blogforever.store.sink import ArchiveSink
from blogforever.store.trouble import told_plainly
from blogforever.store.upsert import Row


class RebuildingSink(ArchiveSink):
    """The captures of the harvest stand in for the network, and its end is the one that its files tell of."""

    only_reads_captures = True
    found: FoundHarvest

    def capture(self, exchange: Exchange) -> None:
        """Nothing: it is captured already."""

    def keep_rendering(self, rendering: Rendering) -> None:
        """Nothing: no browser runs, and what is recalled is kept already."""

    def close(self, report: Report | None) -> None:
        """The end, as it was back then; a harvest whose files tell of none can be taken up."""
        found = self.found
        ended: Row = {"state": State.INTERRUPTED, "ended": None, "report": None}
        is_whole = report is not None and report.state is not State.INTERRUPTED
        if found.state is not None and is_whole:
            told = found.report or (as_json(asdict(report)) if report else None)
            ended = {"state": found.state, "ended": found.ended, "report": told}
        try:
            self.save()
            self._held.run(lambda connection: self._write_end(connection, ended))
        finally:
            self._held.close()
            self._database.close()
            self._captures.close()

    def why_full(self) -> str:
        """Nothing is captured, so no limit is reached; a full disk is told when it comes to it."""
        return ""

    def _write_end(self, connection: Connection, ended: Row) -> None:
        connection.execute(update(harvests).where(harvests.c.id == self.harvest).values(ended))
        measure_blog(connection, self._blog)


def open_rebuilding(
    blog: str, *, archive: Path, database_folder: Path, store: str | None, wishes: Wishes, found: FoundHarvest
) -> RebuildingSink:
    """A sink for one harvest that was found: its rows go to a database elsewhere, its captures stay where they are."""
    database = open_database(database_folder, store)
    with told_plainly(database.subject):
        connection = database.engine.connect()
    try:
        with told_plainly(database.subject), connection.begin():
            started = _add_harvest(connection, found)
        held = HeldConnection(database, connection, lambda again: hold_blog(again, started.blog, blog))
        sink = RebuildingSink(
            database=database, connection=held, started=started, start=blog, folder=archive, wishes=wishes
        )
    except BaseException:
        connection.close()
        database.close()
        raise
    sink.found = found
    return sink


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


def _add_harvest(connection: Connection, found: FoundHarvest) -> Started:
    """A row for the harvest; the one that is there when its process had to be started again."""
    blog = find_or_add_blog(connection, found.start, found.blog_id or random_id())
    since = datetime.now(UTC)
    known: int | None = connection.scalar(select(harvests.c.id).where(harvests.c.files == found.prefix))
    if known is not None:
        return Started(blog=blog, harvest=known, since=since)
    row = {
        "blog": blog,
        "state": State.RUNNING,
        "started": found.began,
        "wishes": as_json(found.wishes),
        "random_id": found.harvest_id or random_id(),
        "files": found.prefix,
    }
    harvest: int = connection.execute(insert(harvests).values(row).returning(harvests.c.id)).scalar_one()
    return Started(blog=blog, harvest=harvest, since=since)


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
