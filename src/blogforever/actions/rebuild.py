"""Make the database anew from the captures alone, and compare it with the one that is there.

Every harvest that the WARC files tell of is done again, in its order, with its captures in place of the network: the
same way on which an interrupted harvest is taken up. The files themselves are only read.
"""

import hashlib
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from blogforever.actions.export_records import export_records
from blogforever.actions.open_archive import OpenArchive
from blogforever.actions.own_process import Send
from blogforever.actions.read_archive import list_blogs
from blogforever.actions.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.errors import BlogforeverError, NotInArchive
from blogforever.model.fault import Area
from blogforever.model.harvest import Progress, Render, Report, State, Wishes
from blogforever.store.captures import FOLDER as WARC
from blogforever.store.checks.warc import check_warc
from blogforever.store.database import FILE, open_existing
from blogforever.store.found_harvests import FoundHarvest, found_harvests
from blogforever.store.lock import archive_lock
from blogforever.store.rebuilding import finish_database, has_database, move_whole, prepare_rebuild, set_aside

_SCRATCH = ".rebuild-"
"""How the names of folders begin in which databases are made."""

Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How the new database differs from the one that was there: addresses of posts."""

    same: int = 0
    only_before: tuple[str, ...] = ()
    """Posts that the captures do not tell of."""
    only_now: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    problem: str = ""
    """Why the old one could not be compared; empty when it could."""

    @property
    def is_same(self) -> bool:
        """True when both say the same of every post."""
        return not (self.only_before or self.only_now or self.different or self.problem)


@dataclass(slots=True, kw_only=True)
class Rebuilt:
    """What came of it."""

    database: str
    """Where the new database is."""
    is_in_place: bool = False
    """It is the archive's database now."""
    set_aside: str | None = None
    """Where the old database lies now."""
    blogs: int = 0
    posts: int = 0
    comments: int = 0
    harvests: int = 0
    problems: list[str] = field(default_factory=list)
    """Harvests that could not be done again, and damage of the captures: then no database is replaced."""
    notes: list[str] = field(default_factory=list)
    """Files that tell of no harvest."""
    compared: Compared | None = None
    """None when there was nothing to compare with."""

    @property
    def objection(self) -> str:
        """What speaks against using the new database without a look at it; empty when nothing does."""
        if self.problems:
            return "something went wrong"
        return "the old database has posts that it lacks" if self.compared and self.compared.only_before else ""


def rebuild(
    archive: Path, store: str | None = None, *, replace_old: bool = False, watch: Watch | None = None
) -> Rebuilt:
    """Make a database from `archive`/warc; with `store` in an empty PostgreSQL database, else in a new file.

    The file takes the place of a database that is missing or empty, and with `replace_old` of one that is there, which
    is set aside; else it lies beside it, and so it does where something went wrong or posts would be lost. Raises
    NotInArchive where there are no captures, and ArchiveBusy.
    """
    stop = Stop()
    with archive_lock(archive), signals_to(stop):
        harvests, others = found_harvests(archive / WARC)
        if not harvests:
            problem = "there are no captures here to make a database from"
            next_step = "Name the archive's folder with --archive; what was harvested with --no-warc has no captures."
            raise NotInArchive(str(archive), problem, next_step)
        for left in archive.glob(f"{_SCRATCH}*"):  # by a rebuild that was killed
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=archive, prefix=_SCRATCH) as name:
            scratch = Path(name)
            prepare_rebuild(scratch, store, _archive_id(harvests))
            place = {"archive": archive, "scratch": scratch, "store": store}
            ends = [_harvest_again(found, place, stop, watch) for found in harvests]
            rebuilt = Rebuilt(database="")
            rebuilt.problems = [*filter(None, ends), *_damage(harvests)]
            rebuilt.notes = [
                f"{WARC}/{path.name}: it does not tell of which harvest it is; left out" for path in others
            ]
            return _finish(rebuilt, archive, scratch, store, replace_old=replace_old)


def _archive_id(harvests: Sequence[FoundHarvest]) -> str:
    """The id that most of the harvests were made under."""
    counted = Counter(one.archive_id for one in harvests if one.archive_id)
    return counted.most_common(1)[0][0] if counted else ""


def _damage(harvests: Sequence[FoundHarvest]) -> list[str]:
    """What is damaged in the WARC files, and so cannot be in the database."""
    files = [path for found in harvests for path in found.files]
    faults = [fault for path in files for fault in check_warc(path, lambda _: None).faults]
    return [
        f"{fault.subject}: {fault.problem}" for fault in faults if fault.area is Area.CAPTURES and not fault.is_passing
    ]


def _harvest_again(found: FoundHarvest, place: dict[str, Any], stop: Stop, watch: Watch | None) -> str | None:
    """What kept the harvest from being done again; None when nothing did. Raises KeyboardInterrupt."""
    task = Task(address=found.start, work=_harvest_blog, arguments={**place, "found": found})
    try:
        report: Report = Supervisor(task, stop=stop, watch=watch).run()
    except Stopped as stopped:
        raise KeyboardInterrupt from stopped
    except BlogforeverError as error:
        if found.state == State.FAILED:  # as it did back then
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
        _wishes(found),
        sink="blogforever.store.rebuilding.open_rebuilding",
        options={"archive": archive, "database_folder": scratch, "store": store, "found": found},
        supervision=supervised.supervision(send),
        now=datetime.fromisoformat(found.began),
    )


def _wishes(found: FoundHarvest) -> Wishes:
    """What was asked of the harvest; what it captured is all there is, so limits of time and number are behind it."""
    known = {one.name for one in fields(Wishes)}
    wished: dict[str, Any] = {name: value for name, value in found.wishes.items() if name in known}
    wished["render"] = Render(wished.get("render", Render.AUTO))
    return replace(Wishes(**wished), max_pages=None, max_time=None, delay=0.0, offline=True, browser=None)


def _finish(rebuilt: Rebuilt, archive: Path, scratch: Path, store: str | None, *, replace_old: bool) -> Rebuilt:
    """Count, compare, and put the new database in its place, unless that would cost something."""
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


def _compare(archive: Path, new: Mapping[str, bytes]) -> Compared:
    try:
        with closing(open_existing(archive, None)) as database:
            old = _digests(OpenArchive(folder=archive, database=database))
    except BlogforeverError as error:
        return Compared(problem=error.problem)
    both = old.keys() & new.keys()
    return Compared(
        same=sum(old[address] == new[address] for address in both),
        only_before=tuple(sorted(old.keys() - new.keys())),
        only_now=tuple(sorted(new.keys() - old.keys())),
        different=tuple(sorted(address for address in both if old[address] != new[address])),
    )


def _digests(archive: OpenArchive) -> dict[str, bytes]:
    """For the address of every post a digest of all that the archive says of it."""
    found = {}
    for record in export_records(archive):
        if record["type"] != "blog":
            written = json.dumps(record, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
            found[str(record["url"])] = hashlib.blake2b(written, digest_size=16).digest()
    return found
