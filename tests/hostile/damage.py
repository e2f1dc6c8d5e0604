"""A shelf of damaged archives: what crashes, bad disks, half restored backups and helpful hands leave behind."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

_PAGE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """What damage is made of: an archive of two harvests, its database after the first, and another archive."""

    archive: Path
    first_database: Path
    other: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One way in which an archive is damaged."""

    name: str
    hurt: Callable[[Path, Shelf], None]
    """Damages the copy of the archive."""
    quick: bool = True
    """It shows without reading every byte, so `doctor` must not say ok."""
    captures_whole: bool = True
    """The captures are untouched, so `rebuild` brings back every post."""

    def __str__(self) -> str:
        return self.name


def _database(archive: Path) -> Path:
    return archive / "archive.sqlite"


def _drop_log(archive: Path) -> None:
    for ending in ("-wal", "-shm"):
        _database(archive).with_name(f"archive.sqlite{ending}").unlink(missing_ok=True)


def _missing_database(archive: Path, _: Shelf) -> None:
    _drop_log(archive)
    _database(archive).unlink()


def _empty_database(archive: Path, _: Shelf) -> None:
    _drop_log(archive)
    _database(archive).write_bytes(b"")


def _halved_database(archive: Path, _: Shelf) -> None:
    content = _database(archive).read_bytes()
    _database(archive).write_bytes(content[: len(content) // 2])


def _zeroed_pages(archive: Path, _: Shelf) -> None:
    content = bytearray(_database(archive).read_bytes())
    for page in range(5, len(content) // _PAGE, 7):
        content[page * _PAGE : (page + 1) * _PAGE] = bytes(_PAGE)
    _database(archive).write_bytes(content)


def _flipped_text(archive: Path, _: Shelf) -> None:
    """One letter of an article: no structure of the file is hurt."""
    with closing(sqlite3.connect(_database(archive))) as connection:
        text = connection.execute("SELECT content_text FROM versions ORDER BY length(content_text)").fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    words = max(text.split(), key=len).encode()
    content = _database(archive).read_bytes()
    place = content.index(words)
    _database(archive).write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])


def _newer_database(archive: Path, _: Shelf) -> None:
    with closing(sqlite3.connect(_database(archive))) as connection, connection:
        connection.execute("INSERT INTO migrations VALUES ('9999 from the future', '2099-01-01')")


def _restored_database(archive: Path, shelf: Shelf) -> None:
    _drop_log(archive)
    shutil.copy(shelf.first_database, _database(archive))


def _foreign_database(archive: Path, shelf: Shelf) -> None:
    _drop_log(archive)
    shutil.copy(_database(shelf.other), _database(archive))


def _warcs(archive: Path) -> list[Path]:
    return sorted((archive / "warc").glob("*.warc.gz"))


def _missing_warc(archive: Path, _: Shelf) -> None:
    max(_warcs(archive), key=lambda path: path.stat().st_size).unlink()


def _all_warcs_missing(archive: Path, _: Shelf) -> None:
    shutil.rmtree(archive / "warc")


def _cut_warc(archive: Path, _: Shelf) -> None:
    path = max(_warcs(archive), key=lambda path: path.stat().st_size)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 3])


def _flipped_warc(archive: Path, _: Shelf) -> None:
    path = max(_warcs(archive), key=lambda path: path.stat().st_size)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def _missing_index(archive: Path, _: Shelf) -> None:
    for path in (archive / "warc").glob("*.cdxj"):
        path.unlink()


def _swapped_indexes(archive: Path, _: Shelf) -> None:
    one, two = sorted((archive / "warc").glob("*.cdxj"))[:2]
    content = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(content)


def _foreign_warc(archive: Path, shelf: Shelf) -> None:
    for path in (shelf.other / "warc").iterdir():
        shutil.copy(path, archive / "warc" / path.name)


def _media(archive: Path) -> Path:
    return max(
        (path for path in (archive / "media").rglob("*") if path.is_file()), key=lambda path: path.stat().st_size
    )


def _missing_media(archive: Path, _: Shelf) -> None:
    _media(archive).unlink()


def _empty_media(archive: Path, _: Shelf) -> None:
    _media(archive).write_bytes(b"")


def _flipped_media(archive: Path, _: Shelf) -> None:
    content = bytearray(_media(archive).read_bytes())
    content[len(content) // 2] ^= 0xFF
    _media(archive).write_bytes(content)


def _no_media_path(archive: Path, _: Shelf) -> None:
    with closing(sqlite3.connect(_database(archive))) as connection, connection:
        connection.execute("UPDATE media SET path = 'media/' || char(0) WHERE rowid = (SELECT max(rowid) FROM media)")


DAMAGES = (
    Damage(name="database missing", hurt=_missing_database),
    Damage(name="database of 0 bytes", hurt=_empty_database),
    Damage(name="database cut in half", hurt=_halved_database),
    Damage(name="database with zeroed pages", hurt=_zeroed_pages),
    Damage(name="a letter flipped in the database", hurt=_flipped_text, quick=False),
    Damage(name="a path in the database that is none", hurt=_no_media_path),
    Damage(name="database of a newer version", hurt=_newer_database),
    Damage(name="database restored from before the last harvest", hurt=_restored_database),
    Damage(name="database of another archive", hurt=_foreign_database),
    Damage(name="WARC file missing", hurt=_missing_warc, captures_whole=False),
    Damage(name="all WARC files missing", hurt=_all_warcs_missing, captures_whole=False),
    Damage(name="WARC file cut", hurt=_cut_warc, captures_whole=False),
    Damage(name="byte flipped in a WARC file", hurt=_flipped_warc, quick=False, captures_whole=False),
    Damage(name="indexes missing", hurt=_missing_index, quick=False),
    Damage(name="indexes swapped", hurt=_swapped_indexes, quick=False),
    Damage(name="WARC files of another archive beside ours", hurt=_foreign_warc),
    Damage(name="media file missing", hurt=_missing_media),
    Damage(name="media file of 0 bytes", hurt=_empty_media),
    Damage(name="byte flipped in a media file", hurt=_flipped_media, quick=False),
)
