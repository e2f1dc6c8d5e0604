"""Open an archive to read it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from blogforever.actions.archive_place import archive_place
from blogforever.store.database import Database, open_existing
from blogforever.store.soundness import damage_told


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenArchive:
    """An archive that is being read."""

    folder: Path
    database: Database


@contextmanager
def open_archive(archive: str | None = None, store: str | None = None) -> Iterator[OpenArchive]:
    """The archive in the folder, or the one that `archive_place` names. Raises NotInArchive where there is none."""
    folder = archive_place(archive)
    with closing(open_existing(folder, store)) as database, damage_told(lambda: database):
        yield OpenArchive(folder=folder, database=database)
