"""Open the archive's database: a file in the archive folder, or a PostgreSQL server.

SQLite lets one program write at a time: writing transactions take their turn at once (BEGIN IMMEDIATE), wait for each
other, and are short. Readers never wait (write-ahead log).
"""

import importlib.util
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from blogforever.errors import BadArchive, NotInArchive
from blogforever.model.secrets import without_secrets
from blogforever.store.disk import make_synced_folder, sync_folder
from blogforever.store.tables.migrations import MIGRATIONS, Migration, migrate, missing
from blogforever.store.translate_errors import UNEXPECTED_VALUES, damaged, translate_errors
from blogforever.store.warc.file_names import captures_in

FILE = "archive.sqlite"
_PATIENCE = 60.0
"""Seconds to wait for another program that writes."""
_CAPTURES = "warc"
_HARVEST_FIRST = "Harvest a blog first: blogforever harvest URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open archive; close it with `close`."""

    engine: Engine
    subject: str
    """What to call it in messages."""
    folder: Path
    """The archive's: the files and the lock of the harvests that run on this machine are there."""

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A new connection for one short transaction that reads. Raises BadArchive for values that cannot be read."""
        try:
            with translate_errors(self.subject), self.engine.begin() as connection:
                yield connection
        except UNEXPECTED_VALUES as error:  # only rows are made into values here
            raise damaged(self.subject, f"{type(error).__name__}: {error}"[:200]) from error

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def open_database(folder: Path, store: str | None, migrations: tuple[Migration, ...] = MIGRATIONS) -> Database:
    """The database for writing: made where there is none yet, brought up to date where it is older."""
    subject, engine = (store_name(store), _server(store)) if store else (str(folder), _file_for_writing(folder))
    with _or_closed(engine), translate_errors(subject):
        migrate(engine, migrations, subject)
    return Database(engine=engine, subject=subject, folder=folder)


def open_existing(folder: Path, store: str | None, migrations: tuple[Migration, ...] = MIGRATIONS) -> Database:
    """The database for reading. Raises NotInArchive where there is no archive."""
    subject, engine = (store_name(store), _server(store)) if store else (str(folder), _file_for_reading(folder))
    with _or_closed(engine):
        with translate_errors(subject), engine.connect() as connection:
            lacking = missing(connection, migrations, subject)
        if lacking is None:
            raise NotInArchive(subject, "there is no archive here", _HARVEST_FIRST)
        if lacking:
            open_database(folder, store, migrations).close()
    return Database(engine=engine, subject=subject, folder=folder)


def store_name(store: str) -> str:
    """The server's address without its password."""
    return without_secrets(_address(store).render_as_string(hide_password=True))


@contextmanager
def _or_closed(engine: Engine) -> Iterator[None]:
    """Let go of the connections when what is done inside fails."""
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


def _file_for_writing(folder: Path) -> Engine:
    try:
        make_synced_folder(folder)
    except FileExistsError as error:
        raise BadArchive(str(folder), "there is a file in the folder's place", "Name another folder.") from error
    except OSError as error:
        problem = f"the folder cannot be made ({error.strerror})"
        raise BadArchive(str(folder), problem, "Name another folder with --archive.") from error
    is_new = not (folder / FILE).exists()
    if is_new and (folder / f"{FILE}-wal").exists():  # SQLite would write an old log into the new file
        problem = f"{FILE} is missing, but {FILE}-wal, which belongs to it, is there"
        raise BadArchive(str(folder), problem, f"Put {FILE} back, or make it anew: blogforever rebuild --replace")
    engine = _file(folder, "rwc", begin="BEGIN IMMEDIATE")
    with translate_errors(str(folder)):
        _write_ahead(engine)
    if is_new:
        sync_folder(folder)
    return engine


def _file_for_reading(folder: Path) -> Engine:
    try:
        (folder / FILE).stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        if captures_in(folder / _CAPTURES):
            problem = "the database is missing, but its captures are here"
            raise NotInArchive(str(folder), problem, "Make it anew from them: blogforever rebuild") from error
        raise NotInArchive(str(folder), "there is no archive here", _HARVEST_FIRST) from error
    except OSError as error:
        raise BadArchive(str(folder), f"it cannot be read ({error.strerror})", "Ask its owner for access.") from error
    # Readers of a write-ahead log write to its index, which nobody can in a folder that is read-only: such a folder
    # does not change either.
    writable = os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    return _file(folder, "ro" if writable else "ro&immutable=1", begin="BEGIN")


def _file(folder: Path, mode: str, *, begin: str) -> Engine:
    path = folder / FILE
    if path.exists() and not path.is_file():
        problem = f"{FILE} is not a file"
        raise BadArchive(str(folder), problem, "Move it away; then make the database anew: blogforever rebuild")
    address = f"{path.absolute().as_uri()}?mode={mode}"

    def connect() -> sqlite3.Connection:
        # The transactions are ours (see `begin`), so the module starts none of its own.
        connection = sqlite3.connect(
            address, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")  # what was committed survives a power failure
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _write_ahead(engine: Engine) -> None:
    """Switch the file to a write-ahead log; of several programs that do so at once, SQLite refuses all but one."""
    deadline = time.monotonic() + _PATIENCE
    raw = engine.raw_connection()
    try:
        while True:
            try:
                raw.cursor().execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            else:
                return
    finally:
        raw.close()


def _server(store: str) -> Engine:
    address = _address(store)
    if importlib.util.find_spec("psycopg") is None:
        next_step = "Install it: pip install 'blogforever[postgresql]'"
        raise BadArchive(store_name(store), "the driver for PostgreSQL is not installed", next_step)
    with translate_errors(store_name(store)):
        arguments: dict[str, Any] = {"connect_timeout": 15}
        return create_engine(address, connect_args=arguments, hide_parameters=True, pool_pre_ping=True)


def _address(store: str) -> URL:
    next_step = "Write it as postgresql://user:password@host/database"
    try:
        address = make_url(store)
    except (ArgumentError, ValueError):  # they repeat the address with its password
        raise BadArchive("--store", "it is not the address of a database", next_step) from None
    if address.drivername not in {"postgresql", "postgresql+psycopg", "postgres"}:
        raise BadArchive("--store", f"{address.drivername!r} is not a database that can hold an archive", next_step)
    return address.set(drivername="postgresql+psycopg")
