"""The part of the checks that takes seconds: what is missing or cut shows without reading every byte."""

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import text

from blogforever.model.fault import Area, Fault
from blogforever.store.checks.captures import KnownCaptures, check_foreign, known_captures
from blogforever.store.checks.database import REBUILD
from blogforever.store.checks.media import check_media_sizes, expected_media
from blogforever.store.database import Database
from blogforever.store.warc.captures import FOLDER
from blogforever.store.warc.cdxj import indexed_end

_FROM_BACKUP = "Put a copy of the file from your backup in its place; without one, harvest the blog again."


def quick_faults(database: Database, folder: Path) -> list[Fault]:
    """Damaged pages of the database, files that are missing, foreign or cut. Raises BadArchive."""
    if faults := list(_damaged_pages(database)):
        return faults
    captures = known_captures(database, folder, None)
    return [
        *captures.lacking,
        *check_foreign(captures.foreign),
        *_cut_files(captures),
        *check_media_sizes(folder, expected_media(database, None)),
    ]


def _damaged_pages(database: Database) -> Iterator[Fault]:
    if database.engine.dialect.name != "sqlite":
        return
    with database.transaction() as connection:
        answer = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    if answer != "ok":
        problem = f"the database is damaged ({str(answer).partition(chr(10))[0][:200]})"
        yield Fault(area=Area.DATABASE, subject=database.subject, problem=problem, next_step=REBUILD)


def _cut_files(captures: KnownCaptures) -> Iterator[Fault]:
    for harvest, path in captures.files:
        size = path.stat().st_size
        wanted = indexed_end(path)
        if size < wanted or (size == 0 and harvest not in captures.unfinished):
            problem = f"it has {size:,} bytes; its index knows {wanted:,}"
            yield Fault(area=Area.CAPTURES, subject=f"{FOLDER}/{path.name}", problem=problem, next_step=_FROM_BACKUP)
