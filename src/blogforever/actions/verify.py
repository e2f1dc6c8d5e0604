"""Read an archive to its last byte: every capture, every media file and every text must be what was kept."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from blogforever.errors import BadArchive, BlogforeverError, NotInArchive
from blogforever.model.fault import Area, Fault
from blogforever.store.blogs import find_blog
from blogforever.store.capture_names import captures_in
from blogforever.store.captures import FOLDER as WARC
from blogforever.store.checks.captures import KnownCaptures, check_foreign, check_references, known_captures
from blogforever.store.checks.database import REBUILD, check_database, rows_to_read
from blogforever.store.checks.media import check_media, expected_media, unknown_media
from blogforever.store.checks.warc import CheckedFile, check_warc
from blogforever.store.database import FILE, Database, open_existing
from blogforever.store.lock import reading_lock

_ROW = 4_000
"""Bytes that a row of the database counts for in the progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verifying:
    """How far the work is."""

    part: str
    """What is being read: "database", "captures" or "media"."""
    done: int
    total: int
    """Both in bytes, roughly."""


@dataclass(slots=True, kw_only=True)
class Verified:
    """What was read, and all that is wrong."""

    archive: str
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What is no fault, but worth knowing."""
    texts: int = 0
    """Versions of posts and comments."""
    files: int = 0
    """WARC files."""
    records: int = 0
    media: int = 0
    bytes: int = 0
    """Of WARC and media files."""

    @property
    def ok(self) -> bool:
        """True when nothing is wrong."""
        return not self.faults


Watch = Callable[[Verifying], None]


def verify(archive: Path, store: str | None = None, *, blog: str | None = None, watch: Watch | None = None) -> Verified:
    """Check the whole archive, or what concerns one blog. Nothing is written.

    Raises NotInArchive where there is neither a database nor a capture, and ArchiveBusy while a harvest runs.
    """
    with reading_lock(archive):
        try:
            database = open_existing(archive, store)
        except (NotInArchive, BadArchive) as error:
            return _without_database(archive, store, error, watch)
        with closing(database):
            number = find_blog(database, blog).id if blog is not None else None
            return _verify(archive, database, number, watch)


def _verify(archive: Path, database: Database, blog: int | None, watch: Watch | None) -> Verified:
    verified = Verified(archive=database.subject)
    work = _Work(watch)
    rows = rows_to_read(database, blog)
    try:
        captures = known_captures(database, archive, blog)
        media = expected_media(database, blog)
    except BlogforeverError as error:  # so damaged that it does not even tell what it knows
        verified.faults.append(_unreadable(database.subject, error))
        captures, media = _all_captures(archive), {}
    paths = [path for _, path in captures.files]
    work.total = rows * _ROW + sum(map(_size, paths)) + sum(size for _, size in media.values())

    work.part = "database"
    verified.faults += check_database(database, blog, lambda count: work.tell(count * _ROW))
    verified.texts = rows
    checked = _check_captures(captures, verified, work)
    verified.faults += [*captures.lacking, *check_foreign(captures.foreign)]
    try:
        verified.faults += check_references(database, blog, checked)
    except BlogforeverError as error:
        verified.faults.append(_unreadable(database.subject, error))
    work.part = "media"
    verified.faults += check_media(archive, media, work.tell)
    verified.media = len(media)
    verified.bytes += sum(size for _, size in media.values())
    if blog is None and media and (unknown := unknown_media(archive, media)):
        verified.notes.append(f"{len(unknown):,} files in media/ are known to no blog, such as {unknown[0]}")
    return verified


def _check_captures(captures: KnownCaptures, verified: Verified, work: "_Work") -> dict[int, list[CheckedFile]]:
    work.part = "captures"
    checked: dict[int, list[CheckedFile]] = {}
    for harvest, path in captures.files:
        file = check_warc(path, work.tell)
        checked.setdefault(harvest, []).append(file)
        _add_file(verified, file, path, is_unfinished=harvest in captures.unfinished)
    return checked


def _add_file(verified: Verified, file: CheckedFile, path: Path, *, is_unfinished: bool) -> None:
    """A harvest that was cut short left what the next one mends: that is told, but nothing is wrong with it."""
    for fault in file.faults:
        if fault.is_passing and is_unfinished:
            verified.notes.append(f"{fault.subject}: {fault.problem}. {fault.next_step}")
        else:
            verified.faults.append(fault)
    if file.unlisted:
        problem = f"{file.unlisted:,} more faults like these"
        verified.faults.append(
            Fault(
                area=Area.CAPTURES, subject=f"{WARC}/{path.name}", problem=problem, next_step=file.faults[0].next_step
            )
        )
    verified.files += 1
    verified.records += file.records
    verified.bytes += _size(path)


def _without_database(archive: Path, store: str | None, error: BlogforeverError, watch: Watch | None) -> Verified:
    """The database is missing or cannot be opened: the captures are checked all the same."""
    captures = _all_captures(archive)
    if isinstance(error, NotInArchive) and not captures.foreign:
        raise error
    verified = Verified(archive=str(archive))
    if isinstance(error, NotInArchive):
        subject = FILE if store is None else error.subject
        problem = f"it is missing or empty, but {WARC}/ holds captures (WARC files: {len(captures.foreign):,})"
        verified.faults.append(Fault(area=Area.DATABASE, subject=subject, problem=problem, next_step=REBUILD))
    else:
        verified.faults.append(_unreadable(error.subject, error))
    work = _Work(watch, total=sum(map(_size, captures.foreign)))
    for path in captures.foreign:
        _add_file(verified, check_warc(path, work.tell), path, is_unfinished=False)
    return verified


def _all_captures(archive: Path) -> KnownCaptures:
    lying = tuple(path for path in captures_in(archive / WARC) if path.name.endswith(".warc.gz"))
    return KnownCaptures(files=(), foreign=lying, unfinished=frozenset(), lacking=())


def _unreadable(subject: str, error: BlogforeverError) -> Fault:
    return Fault(area=Area.DATABASE, subject=subject, problem=error.problem, next_step=error.next_step or REBUILD)


class _Work:
    """Counts what was read, and tells whoever watches."""

    def __init__(self, watch: Watch | None, total: int = 0) -> None:
        self.part = "captures"
        self.total = total
        self._watch = watch
        self._done = 0

    def tell(self, count: int) -> None:
        self._done += count
        if self._watch is not None:
            self._watch(Verifying(part=self.part, done=self._done, total=max(self.total, self._done)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
