"""Checks that everything a harvest needs is there. Each check says what it found and what to do about it."""

import os
import platform
import shutil
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from blogforever.actions._crawl.contact import CONTACT_VARIABLE, contact
from blogforever.errors import BlogforeverError, NotInArchive
from blogforever.store.checks.database import REBUILD
from blogforever.store.checks.quick import quick_faults
from blogforever.store.database import open_existing, store_name
from blogforever.store.lock import is_held
from blogforever.store.tables.migrations import MIGRATIONS
from blogforever.store.warc.captures import FOLDER as WARC
from blogforever.store.warc.file_names import captures_in

_LIBRARIES = (
    "turbohtml", "feedparser", "lxml", "scrapy", "twisted", "sqlalchemy", "warcio", "scipy", "playwright",
    "click", "rich",
)  # fmt: skip
_ENOUGH_DISK = 1_000_000_000
"""Bytes: a blog with its pictures often takes a few hundred megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check and its result."""

    name: str
    ok: bool
    found: str
    next_step: str = ""
    """How to fix it, or, if nothing is broken, what could be improved."""


def diagnose(archive: Path, store: str | None = None) -> tuple[Check, ...]:
    """Run all checks. Nothing is written."""
    archive = archive.absolute()
    return (
        _python(),
        _libraries(),
        _sqlite(),
        _disk(archive),
        _folder(archive),
        _format(archive, store),
        _contents(archive, store),
        _lock(archive),
        _postgresql(store),
        _browser(),
        _contact(),
    )


def _python() -> Check:
    ok = sys.version_info >= (3, 11)
    return Check(
        name="Python", ok=ok, found=platform.python_version(), next_step="" if ok else "Install Python 3.11 or later."
    )


def _libraries() -> Check:
    found, missing = [f"blogforever {version('blogforever')}"], []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        next_step = "Install blogforever again: pip install --force-reinstall blogforever"
        return Check(name="libraries", ok=False, found=f"missing: {', '.join(missing)}", next_step=next_step)
    return Check(name="libraries", ok=True, found=", ".join(found))


def _sqlite() -> Check:
    with_search = True
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(words)")
    except sqlite3.OperationalError:
        with_search = False
    finally:
        connection.close()
    return Check(
        name="SQLite",
        ok=with_search,
        found=f"{sqlite3.sqlite_version} {'with' if with_search else 'without'} full text search (FTS5)",
        next_step="" if with_search else "Use a Python whose SQLite supports FTS5, or use PostgreSQL with --store.",
    )


def _disk(archive: Path) -> Check:
    place = _existing(archive)
    try:
        free = shutil.disk_usage(place).free
    except OSError as error:
        return Check(name="free disk", ok=False, found=f"unknown ({error.strerror})", next_step="Check the disk.")
    ok = free >= _ENOUGH_DISK
    return Check(
        name="free disk",
        ok=ok,
        found=f"{free / 1e9:.1f} GB at {place}",
        next_step="" if ok else "Free some space, or choose a folder on another disk with --archive.",
    )


def _folder(archive: Path) -> Check:
    place = _existing(archive)
    if place != archive and not place.is_dir():
        return Check(
            name="archive folder",
            ok=False,
            found=f"{place} is a file",
            next_step="Choose another folder with --archive.",
        )
    may = os.access(place, os.R_OK | os.W_OK | os.X_OK)
    there = "is readable and writable" if place == archive else f"will be created in {place} by the first harvest"
    return Check(
        name="archive folder",
        ok=may,
        found=f"{archive} {there}" if may else f"{place} is not writable",
        next_step="" if may else "Grant write permission, or choose another folder with --archive.",
    )


def _format(archive: Path, store: str | None) -> Check:
    try:
        name = store_name(store) if store else str(archive)
        open_existing(archive, store).close()
    except NotInArchive as error:
        return Check(name="archive", ok=True, found=f"{error.problem}; the first harvest creates it")
    except BlogforeverError as error:
        return Check(name="archive", ok=False, found=f"{error.subject}: {error.problem}", next_step=error.next_step)
    return Check(name="archive", ok=True, found=f"{name} has the format of this version ({MIGRATIONS[-1].name})")


def _contents(archive: Path, store: str | None) -> Check:
    """The quick part of `verify`: no file that was stored may be missing."""
    try:
        with closing(open_existing(archive, store)) as database:
            faults = quick_faults(database, archive)
    except NotInArchive:
        captures = captures_in(archive / WARC)
        if not captures:
            return Check(name="contents", ok=True, found="nothing has been stored yet")
        problem = f"the database is missing or empty, but {WARC}/ contains captures (WARC files: {len(captures):,})"
        return Check(name="contents", ok=False, found=problem, next_step=REBUILD)
    except BlogforeverError as error:
        return Check(name="contents", ok=False, found=error.problem, next_step=error.next_step)
    if not faults:
        result = "every file listed in the database exists (`blogforever verify` checks their contents)"
        return Check(name="contents", ok=True, found=result)
    first = faults[0]
    more = f", and {len(faults) - 1:,} more" if len(faults) > 1 else ""
    return Check(
        name="contents",
        ok=False,
        found=f"{first.subject}: {first.problem}{more}",
        next_step=f"{first.next_step} List all faults: blogforever verify",
    )


def _lock(archive: Path) -> Check:
    try:
        held = is_held(archive)
    except BlogforeverError as error:
        problem = f"{error.subject} {error.problem}"
        return Check(name="lock", ok=False, found=problem, next_step=error.next_step)
    if held:
        next_step = "Wait until it ends; the archive can be read in the meantime."
        return Check(name="lock", ok=True, found="a harvest is running", next_step=next_step)
    return Check(name="lock", ok=True, found="no harvest is running")


def _postgresql(store: str | None) -> Check:
    if find_spec("psycopg"):
        return Check(name="PostgreSQL driver", ok=True, found=f"psycopg {version('psycopg')}")
    step = "Install it: pip install 'blogforever[postgresql]'"
    state = "not installed" if store else "not installed; only needed for --store"
    return Check(name="PostgreSQL driver", ok=not store, found=state, next_step=step if store else "")


def _browser() -> Check:
    # No other check needs these.
    from blogforever.actions._crawl.inputs import unusable_browser  # noqa: PLC0415 - the same
    from blogforever.render.find import VARIABLE, find_browser, how_to_get_one  # noqa: PLC0415

    browser = find_browser()
    if browser:
        return Check(name="browser", ok=True, found=f"{browser.path} {browser.version} ({browser.source})")
    named = os.environ.get(VARIABLE)
    if named:
        error = unusable_browser(named)
        return Check(name="browser", ok=False, found=f"{VARIABLE}: {named} {error.problem}", next_step=error.next_step)
    effect = "none: pages that need JavaScript are read as they were fetched"
    return Check(name="browser", ok=True, found=effect, next_step=how_to_get_one())


def _contact() -> Check:
    named = contact(None)
    if named:
        return Check(name="contact", ok=True, found=named)
    next_step = f"State a web or e-mail address for the owners of blogs: --contact, or the variable {CONTACT_VARIABLE}."
    return Check(name="contact", ok=True, found="none: requests state only the program", next_step=next_step)


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    return next((place for place in (path, *path.parents) if place.exists()), path)
