"""Rebuild the database from the captures alone, and compare it with the existing one.

Every harvest that the WARC files contain is replayed in its original order, just as an interrupted harvest is resumed.
The WARC files themselves are only read.
"""

import hashlib
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from blogforever.actions._archive import OpenArchive, list_blogs
from blogforever.actions._crawl.subprocess_runner import Send
from blogforever.actions._crawl.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.actions._files.export_records import export_records, select_blogs
from blogforever.errors import BlogforeverError, NotInArchive
from blogforever.model.fault import Area
from blogforever.model.harvest import HarvestOptions, Progress, Report, State
from blogforever.store.checks.warc import check_warc
from blogforever.store.curation.decisions import copy_decisions
from blogforever.store.database import FILE, open_database, open_existing
from blogforever.store.lock import archive_lock
from blogforever.store.ports.rebuilding import finish_database, has_database, move_whole, prepare_rebuild, set_aside
from blogforever.store.visits import copy_visits
from blogforever.store.warc.captures import FOLDER as WARC
from blogforever.store.warc.found_harvests import FoundHarvest, found_harvests

_SCRATCH = ".rebuild-"
"""Prefix of the folders in which a database is built."""

Watch = Callable[[Progress], None]
_Held = tuple[str, bytes]
"""The address of a post, and a digest of what is held of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How the new database differs from the old one, as addresses of posts; one for each post that has it."""

    same: int = 0
    """Posts that both hold, with the same content."""
    only_before: tuple[str, ...] = ()
    """Posts that are in no capture."""
    only_now: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    problem: str = ""
    """Why the old database could not be compared; empty if it could."""

    @property
    def is_same(self) -> bool:
        """True if both hold the same posts with the same content."""
        return not (self.only_before or self.only_now or self.different or self.problem)


@dataclass(slots=True, kw_only=True)
class RebuildResult:
    """What a rebuild produced."""

    database: str
    """Where the new database is."""
    is_in_place: bool = False
    """True if it is the archive's database now."""
    set_aside: str | None = None
    """Where the old database was moved to."""
    blogs: int = 0
    posts: int = 0
    comments: int = 0
    harvests: int = 0
    problems: list[str] = field(default_factory=list)
    """Harvests that could not be replayed, and damaged captures: if there are any, no database is replaced."""
    notes: list[str] = field(default_factory=list)
    """WARC files that do not belong to any known harvest."""
    compared: Comparison | None = None
    """None if there was no old database."""

    @property
    def objection(self) -> str:
        """Why the new database should be checked before it is used; empty if it need not be."""
        if self.problems:
            return "something went wrong"
        return "it lacks posts that the old database has" if self.compared and self.compared.only_before else ""


def rebuild(
    archive: Path, store: str | None = None, *, replace_old: bool = False, watch: Watch | None = None
) -> RebuildResult:
    """Build a database from `archive`/warc: in an empty PostgreSQL database if `store` is given, else in a new file.

    The file becomes the archive's database if that is missing or empty, or with `replace_old`, which renames the old
    one. Otherwise, and whenever something went wrong or posts would be lost, it is left beside the old one. Raises
    NotInArchive if there are no captures, and ArchiveBusy.
    """
    stop = Stop()
    with archive_lock(archive), signals_to(stop):
        harvests, others = found_harvests(archive / WARC)
        if not harvests:
            problem = "there are no captures here to rebuild a database from"
            next_step = "Give the archive's folder with --archive. A harvest with --no-warc leaves no captures."
            raise NotInArchive(str(archive), problem, next_step)
        for left in archive.glob(f"{_SCRATCH}*"):  # by a rebuild that was killed
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=archive, prefix=_SCRATCH) as name:
            scratch = Path(name)
            prepare_rebuild(scratch, store, _archive_id(harvests))
            place = {"archive": archive, "scratch": scratch, "store": store}
            ends = [_replay(found, place, stop, watch) for found in harvests]
            rebuilt = RebuildResult(database="")
            rebuilt.problems = [*filter(None, ends), *_damage(harvests)]
            rebuilt.notes = [
                f"{WARC}/{path.name}: it does not say which harvest it belongs to; left out" for path in others
            ]
            return _finish(rebuilt, archive, scratch, store, replace_old=replace_old)


def _archive_id(harvests: Sequence[FoundHarvest]) -> str:
    """The archive id that most of the harvests have."""
    ids = Counter(found.archive_id for found in harvests if found.archive_id)
    return ids.most_common(1)[0][0] if ids else ""


def _damage(harvests: Sequence[FoundHarvest]) -> list[str]:
    """What is damaged in the WARC files and so cannot be in the database."""
    files = [path for found in harvests for path in found.files]
    faults = [fault for path in files for fault in check_warc(path, lambda _: None).faults]
    return [
        f"{fault.subject}: {fault.problem}" for fault in faults if fault.area is Area.CAPTURES and not fault.is_passing
    ]


def _replay(found: FoundHarvest, place: dict[str, Any], stop: Stop, watch: Watch | None) -> str | None:
    """Why the harvest could not be replayed; None if it could. Raises KeyboardInterrupt."""
    task = Task(address=found.start, work=_harvest_blog, arguments={**place, "found": found})
    try:
        report: Report = Supervisor(task, stop=stop, watch=watch).run()
    except Stopped as stopped:
        raise KeyboardInterrupt from stopped
    except BlogforeverError as error:
        if found.state == State.FAILED:  # as it did originally
            return None
        return f"{found.start}, harvest of {found.began}: {error}"
    if report.state is State.INTERRUPTED:
        raise KeyboardInterrupt
    return None


def _harvest_blog(
    archive: Path, scratch: Path, store: str | None, found: FoundHarvest, supervised: Supervised, send: Send
) -> Report:
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    return crawl(
        found.start,
        _options(found),
        ports="blogforever.store.ports.rebuilding.open_ports",
        arguments={"archive": archive, "database_folder": scratch, "store": store, "found": found},
        supervision=supervised.supervision(send),
        now=datetime.fromisoformat(found.began),
    )


def _options(found: FoundHarvest) -> HarvestOptions:
    """The options of the original harvest, without its limits: what it captured is all there is."""
    return replace(
        HarvestOptions.from_record(found.options), max_pages=None, max_time=None, delay=0.0, offline=True, browser=None
    )


def _finish(
    rebuilt: RebuildResult, archive: Path, scratch: Path, store: str | None, *, replace_old: bool
) -> RebuildResult:
    """Count, compare, and move the new database into place unless something would be lost."""
    _copy_what_captures_lack(archive, scratch, store)
    with closing(open_existing(scratch, store)) as database:
        opened = OpenArchive(folder=archive, database=database)
        kept = list_blogs(opened)
        new = _digests(opened)
        finish_database(database)
    rebuilt.database, rebuilt.blogs = database.subject, len(kept)
    rebuilt.posts, rebuilt.comments = sum(blog.posts for blog in kept), sum(blog.comments for blog in kept)
    rebuilt.harvests = sum(blog.harvests for blog in kept)
    old = archive / FILE
    if old.is_file() and old.stat().st_size:
        rebuilt.compared = _compare(archive, new)
    if store is not None:
        rebuilt.is_in_place = True
        return rebuilt
    rebuilt.is_in_place = not rebuilt.objection and (replace_old or rebuilt.compared is None)
    if has_database(archive) and rebuilt.is_in_place:
        rebuilt.set_aside = str(set_aside(archive))
    target = old if rebuilt.is_in_place else archive / f"archive-rebuilt-{datetime.now(UTC):%Y%m%d%H%M%S}.sqlite"
    move_whole(scratch / FILE, target)
    rebuilt.database = str(target)
    return rebuilt


def _copy_what_captures_lack(archive: Path, scratch: Path, store: str | None) -> None:
    """What people decided, and when to look again, is not in the captures: it is taken over from the old database."""
    if has_database(archive):
        with (
            suppress(BlogforeverError),
            closing(open_existing(archive, None)) as old,
            closing(open_database(scratch, store)) as new,
        ):
            copy_decisions(old, new)
            copy_visits(old, new)


def _compare(archive: Path, new: Counter[_Held]) -> Comparison:
    try:
        with closing(open_existing(archive, None)) as database:
            old = _digests(OpenArchive(folder=archive, database=database))
    except BlogforeverError as error:
        return Comparison(problem=error.problem)
    before, now = _addresses(old - new), _addresses(new - old)
    return Comparison(
        same=(old & new).total(),
        only_before=tuple(sorted((before - now).elements())),
        only_now=tuple(sorted((now - before).elements())),
        different=tuple(sorted((before & now).elements())),
    )


def _addresses(held: Counter[_Held]) -> Counter[str]:
    addresses: Counter[str] = Counter()
    for (address, _), number in held.items():
        addresses[address] += number
    return addresses


def _digests(archive: OpenArchive) -> Counter[_Held]:
    """A digest of everything that the archive holds of each post, with its address: blogs may share addresses."""
    digests: Counter[_Held] = Counter()
    for record in export_records(archive, select_blogs(archive, ())):
        if record["type"] != "blog":
            written = json.dumps(record, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
            digests[str(record["url"]), hashlib.blake2b(written, digest_size=16).digest()] += 1
    return digests
