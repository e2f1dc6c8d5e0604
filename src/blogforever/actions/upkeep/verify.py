"""Verify a whole archive: every capture, every media file and every text must be exactly what was stored."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from blogforever.errors import BadArchive, BlogforeverError, NotInArchive
from blogforever.model.fault import Area, Fault
from blogforever.store.checks.captures import KnownCaptures, check_foreign, check_references, known_captures
from blogforever.store.checks.database import REBUILD, check_database, rows_to_read
from blogforever.store.checks.media import check_media, expected_media, unknown_media
from blogforever.store.checks.warc import CheckedFile, check_warc
from blogforever.store.database import FILE, Database, open_existing
from blogforever.store.lock import reading_lock
from blogforever.store.queries.blogs import find_blog
from blogforever.store.warc.captures import FOLDER as WARC
from blogforever.store.warc.file_names import captures_in

_ROW = 4_000
"""Bytes that one row of the database counts for in the progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyProgress:
    """How far the verification has come."""

    part: str
    """What is being read: "database", "captures" or "media"."""
    done: int
    total: int
    """Both in bytes, roughly."""


@dataclass(slots=True, kw_only=True)
class VerifyResult:
    """What was checked, and every fault."""

    archive: str
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Not faults, but worth knowing."""
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
        """True if there are no faults."""
        return not self.faults


Watch = Callable[[VerifyProgress], None]


def verify(
    archive: Path, store: str | None = None, *, blog: str | None = None, watch: Watch | None = None
) -> VerifyResult:
    """Check the whole archive, or only one blog. Nothing is written.

    Raises NotInArchive if there is neither a database nor a capture, and ArchiveBusy while a harvest is running.
    """
    with reading_lock(archive):
        try:
            database = open_existing(archive, store)
        except (NotInArchive, BadArchive) as error:
            return _without_database(archive, store, error, watch)
        with closing(database):
            number = find_blog(database, blog).id if blog is not None else None
            return _verify(archive, database, number, watch)


def _verify(archive: Path, database: Database, blog: int | None, watch: Watch | None) -> VerifyResult:
    result = VerifyResult(archive=database.subject)
    progress = _ProgressCounter(watch)
    rows = rows_to_read(database, blog)
    try:
        captures = known_captures(database, archive, blog)
        media = expected_media(database, blog)
    except BlogforeverError as error:  # too damaged even to list what should be there
        result.faults.append(_unreadable(database.subject, error))
        captures, media = _all_captures(archive), {}
    paths = [path for _, path in captures.files]
    progress.total = rows * _ROW + sum(map(_size, paths)) + sum(size for _, size in media.values())

    progress.part = "database"
    result.faults += check_database(database, blog, lambda count: progress.advance(count * _ROW))
    result.texts = rows
    checked = _check_captures(captures, result, progress)
    result.faults += [*captures.lacking, *check_foreign(captures.foreign)]
    try:
        result.faults += check_references(database, blog, checked)
    except BlogforeverError as error:
        result.faults.append(_unreadable(database.subject, error))
    progress.part = "media"
    result.faults += check_media(archive, media, progress.advance)
    result.media = len(media)
    result.bytes += sum(size for _, size in media.values())
    if blog is None and media and (unknown := unknown_media(archive, media)):
        result.notes.append(f"{len(unknown):,} files in media/ do not belong to any blog, such as {unknown[0]}")
    return result


def _check_captures(
    captures: KnownCaptures, result: VerifyResult, progress: "_ProgressCounter"
) -> dict[int, list[CheckedFile]]:
    progress.part = "captures"
    checked: dict[int, list[CheckedFile]] = {}
    for harvest, path in captures.files:
        file = check_warc(path, progress.advance)
        checked.setdefault(harvest, []).append(file)
        _add_file(result, file, path, is_unfinished=harvest in captures.unfinished)
    return checked


def _add_file(result: VerifyResult, file: CheckedFile, path: Path, *, is_unfinished: bool) -> None:
    """What an unfinished harvest left behind and the next one repairs is a note, not a fault."""
    for fault in file.faults:
        if fault.is_passing and is_unfinished:
            result.notes.append(f"{fault.subject}: {fault.problem}. {fault.next_step}")
        else:
            result.faults.append(fault)
    if file.unlisted:
        problem = f"{file.unlisted:,} more faults like these"
        result.faults.append(
            Fault(
                area=Area.CAPTURES, subject=f"{WARC}/{path.name}", problem=problem, next_step=file.faults[0].next_step
            )
        )
    result.files += 1
    result.records += file.records
    result.bytes += _size(path)


def _without_database(archive: Path, store: str | None, error: BlogforeverError, watch: Watch | None) -> VerifyResult:
    """Check the captures although the database is missing or cannot be opened."""
    captures = _all_captures(archive)
    if isinstance(error, NotInArchive) and not captures.foreign:
        raise error
    result = VerifyResult(archive=str(archive))
    if isinstance(error, NotInArchive):
        subject = FILE if store is None else error.subject
        problem = f"it is missing or empty, but {WARC}/ contains captures (WARC files: {len(captures.foreign):,})"
        result.faults.append(Fault(area=Area.DATABASE, subject=subject, problem=problem, next_step=REBUILD))
    else:
        result.faults.append(_unreadable(error.subject, error))
    progress = _ProgressCounter(watch, total=sum(map(_size, captures.foreign)))
    for path in captures.foreign:
        _add_file(result, check_warc(path, progress.advance), path, is_unfinished=False)
    return result


def _all_captures(archive: Path) -> KnownCaptures:
    files = tuple(path for path in captures_in(archive / WARC) if path.name.endswith(".warc.gz"))
    return KnownCaptures(files=(), foreign=files, unfinished=frozenset(), lacking=())


def _unreadable(subject: str, error: BlogforeverError) -> Fault:
    return Fault(area=Area.DATABASE, subject=subject, problem=error.problem, next_step=error.next_step or REBUILD)


class _ProgressCounter:
    """Counts what was read and reports it to `watch`."""

    def __init__(self, watch: Watch | None, total: int = 0) -> None:
        self.part = "captures"
        self.total = total
        self._watch = watch
        self._done = 0

    def advance(self, count: int) -> None:
        self._done += count
        if self._watch is not None:
            self._watch(VerifyProgress(part=self.part, done=self._done, total=max(self.total, self._done)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
