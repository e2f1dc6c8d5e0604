"""Is everything there that a harvest needs? Each check says what it found and what to do about it."""

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

from blogforever.actions.contact import VARIABLE, contact
from blogforever.errors import BlogforeverError, NotInArchive
from blogforever.store.capture_names import captures_in
from blogforever.store.captures import FOLDER as WARC
from blogforever.store.checks.database import REBUILD
from blogforever.store.checks.quick import quick_faults
from blogforever.store.database import open_existing, store_name
from blogforever.store.lock import is_held
from blogforever.store.migrations import MIGRATIONS

_LIBRARIES = (
    "turbohtml", "feedparser", "lxml", "scrapy", "twisted", "sqlalchemy", "warcio", "duckdb", "scipy", "playwright",
    "click", "rich",
)  # fmt: skip
_ENOUGH_DISK = 1_000_000_000
"""Bytes: a blog with its pictures often takes some hundred megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    found: str
    next_step: str = ""
    """What mends it; where nothing is broken, what would be better."""


def examine(archive: Path, store: str | None = None) -> tuple[Check, ...]:
    """All checks. Nothing is written."""
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
        name="Python", ok=ok, found=platform.python_version(), next_step="" if ok else "Install 3.11 or later."
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
        return Check(name="libraries", ok=False, found=f"{', '.join(missing)} missing", next_step=next_step)
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
        next_step="" if with_search else "Use a Python whose SQLite has FTS5, or --store with PostgreSQL.",
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
        next_step="" if ok else "Make room, or name a folder on another disk with --archive.",
    )


def _folder(archive: Path) -> Check:
    place = _existing(archive)
    if place != archive and not place.is_dir():
        return Check(name="archive folder", ok=False, found=f"{place} is a file", next_step="Name another folder.")
    may = os.access(place, os.R_OK | os.W_OK | os.X_OK)
    there = "can be read and written" if place == archive else f"is made by the first harvest in {place}"
    return Check(
        name="archive folder",
        ok=may,
        found=f"{archive} {there}" if may else f"{place} cannot be written",
        next_step="" if may else "Allow writing there, or name another folder with --archive.",
    )


def _format(archive: Path, store: str | None) -> Check:
    try:
        name = store_name(store) if store else str(archive)
        open_existing(archive, store).close()
    except NotInArchive as error:
        return Check(name="archive", ok=True, found=f"{error.problem}; the first harvest makes it")
    except BlogforeverError as error:
        return Check(name="archive", ok=False, found=f"{error.subject}: {error.problem}", next_step=error.next_step)
    return Check(name="archive", ok=True, found=f"{name} has the format of this version ({MIGRATIONS[-1].name})")


def _contents(archive: Path, store: str | None) -> Check:
    """The quick part of `verify`: nothing that was kept may be missing."""
    try:
        with closing(open_existing(archive, store)) as database:
            faults = quick_faults(database, archive)
    except NotInArchive:
        found = captures_in(archive / WARC)
        if not found:
            return Check(name="contents", ok=True, found="nothing was kept yet")
        told = f"the database is missing or empty, but {WARC}/ holds captures (WARC files: {len(found):,})"
        return Check(name="contents", ok=False, found=told, next_step=REBUILD)
    except BlogforeverError as error:
        return Check(name="contents", ok=False, found=error.problem, next_step=error.next_step)
    if not faults:
        told = "every file that the database speaks of is there (`blogforever verify` reads them all)"
        return Check(name="contents", ok=True, found=told)
    first = faults[0]
    more = f", and {len(faults) - 1:,} more" if len(faults) > 1 else ""
    return Check(
        name="contents",
        ok=False,
        found=f"{first.subject}: {first.problem}{more}",
        next_step=f"{first.next_step} All faults: blogforever verify",
    )


def _lock(archive: Path) -> Check:
    try:
        held = is_held(archive)
    except BlogforeverError as error:
        found = f"{error.subject} {error.problem}"
        return Check(name="lock", ok=False, found=found, next_step=error.next_step)
    if held:
        next_step = "Wait until it ends; reading goes on meanwhile."
        return Check(name="lock", ok=True, found="a harvest is under way", next_step=next_step)
    return Check(name="lock", ok=True, found="no harvest is under way")


def _postgresql(store: str | None) -> Check:
    if find_spec("psycopg"):
        return Check(name="PostgreSQL driver", ok=True, found=f"psycopg {version('psycopg')}")
    step = "Install it: pip install 'blogforever[postgresql]'"
    found = "not installed" if store else "not installed; only --store needs it"
    return Check(name="PostgreSQL driver", ok=not store, found=found, next_step=step if store else "")


def _browser() -> Check:
    # Nothing else here needs these.
    from blogforever.actions.wanted_browser import misnamed  # noqa: PLC0415
    from blogforever.render.find import VARIABLE, find_browser, how_to_get_one  # noqa: PLC0415

    found = find_browser()
    if found:
        return Check(name="browser", ok=True, found=f"{found.path} {found.version} ({found.source})")
    named = os.environ.get(VARIABLE)
    if named:
        error = misnamed(named)
        return Check(name="browser", ok=False, found=f"{VARIABLE}: {named} {error.problem}", next_step=error.next_step)
    told = "none: pages that need their scripts are read as they came"
    return Check(name="browser", ok=True, found=told, next_step=how_to_get_one())


def _contact() -> Check:
    named = contact(None)
    if named:
        return Check(name="contact", ok=True, found=named)
    next_step = f"Name an address or e-mail for the owners of blogs: --contact, or the variable {VARIABLE}."
    return Check(name="contact", ok=True, found="none: requests name this user and machine", next_step=next_step)


def _existing(path: Path) -> Path:
    """The path, or the nearest place above it that exists."""
    return next((place for place in (path, *path.parents) if place.exists()), path)
