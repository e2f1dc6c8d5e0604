"""One harvest of one blog that is under way: what its captures and its records share.

The harvest of a blog that was left unfinished is taken up again, else a new one begins.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection, select

from blogforever.model.harvest import HarvestOptions
from blogforever.store.curation.merge_blogs import merge_blogs
from blogforever.store.database import Database, open_database
from blogforever.store.locking_connection import LockingConnection
from blogforever.store.tables.harvests import (
    StartedHarvest,
    files_of_all,
    files_of_blog,
    keep_away,
    lock_blog,
    provenance,
    start_harvest,
)
from blogforever.store.tables.schema import blogs
from blogforever.store.translate_errors import translate_errors
from blogforever.store.warc.captures import FOLDER, WarcCaptures
from blogforever.store.warc.file_names import captures_in, foreign_files
from blogforever.store.warc.harvest_end import BLOG, is_over

Start = Callable[[Connection], StartedHarvest]
"""Finds or adds the row of a harvest."""


@dataclass(slots=True, kw_only=True)
class HarvestSession:
    """An open archive, and the harvest that is written to it."""

    database: Database
    connection: LockingConnection
    started: StartedHarvest
    address: str
    """Where the harvest of the blog starts."""
    folder: Path
    """The archive's."""
    options: HarvestOptions
    warc: WarcCaptures
    about: dict[str, str]
    """What the WARC files of the harvest say about it."""
    foreign: Sequence[Path]
    """Files of captures that do not belong to any harvest of the archive."""

    @property
    def harvest(self) -> int:
        """The number of the harvest; one that is taken up again keeps its number."""
        return self.started.harvest

    @property
    def blog(self) -> int:
        """The number of the blog."""
        return self.started.blog

    def join(self, blog: int) -> None:
        """The harvest is one of another blog: the blog that it was begun for becomes part of that.

        Its captures stay in their files. Raises ArchiveBusy when another crawler harvests that blog, and Unreachable
        while its host asks to be left alone.
        """

        def move(connection: Connection) -> str:
            if not self.options.offline:
                keep_away(connection, blog, self.address)
            merge_blogs(connection, into=blog, other=self.blog)
            return str(connection.scalar(select(blogs.c.random_id).where(blogs.c.id == blog)))

        self.connection.lock_instead(lambda connection: lock_blog(connection, blog, self.address))
        self.about[BLOG] = self.connection.run(move)
        self.started = replace(self.started, blog=blog)

    def close(self) -> None:
        """Release the blog, the database and the files."""
        try:
            self.connection.close()
            self.database.close()
        finally:
            self.warc.close()


def open_session(blog: str, *, archive: Path, store: str | None, options: HarvestOptions) -> HarvestSession:
    """A session for the blog. Raises BadArchive, and ArchiveBusy when a crawler elsewhere harvests the blog."""

    def start(connection: Connection) -> StartedHarvest:
        return start_harvest(connection, blog, options, lambda prefix: is_over(archive / FOLDER, prefix))

    return start_session(open_database(archive, store), start, address=blog, folder=archive, options=options)


def start_session(
    database: Database,
    start: Start,
    *,
    address: str,
    folder: Path,
    options: HarvestOptions,
    is_read_only: bool = False,
) -> HarvestSession:
    """A session for the harvest that `start` gives. It owns the database, and closes it where it cannot be opened.

    With `is_read_only` the WARC files stay untouched.
    """
    connection: Connection | None = None
    try:
        with translate_errors(database.subject):
            connection = database.engine.connect()
            started = start(connection)
        locking = LockingConnection(database, connection, lambda again: lock_blog(again, started.blog, address))
        present = captures_in(folder / FOLDER)
        known, about, everyone = locking.run(
            lambda opened: (
                files_of_blog(opened, started.blog),
                provenance(opened, started.harvest, address),
                files_of_all(opened),
            )
        )
        return HarvestSession(
            database=database,
            connection=locking,
            started=started,
            address=address,
            folder=folder,
            options=options,
            warc=WarcCaptures(folder, known=known, about=about, is_read_only=is_read_only),
            about=about,
            foreign=foreign_files(present, everyone),
        )
    except BaseException:
        with suppress(Exception):
            if connection is not None:
                connection.close()
        database.close()
        raise
