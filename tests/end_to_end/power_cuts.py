"""Failures of the power, made with a file system of our own in a file.

What a program wrote and did not sync is in the memory of the machine only: a copy of the file that holds the file
system has none of it, and is what a failure of the power would leave. The copy is mounted, which replays its journal.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from blogforever.actions.upkeep.verify import verify
from blogforever.store.database import FILE, open_existing
from blogforever.store.tables.harvests import files_of_all
from blogforever.store.warc.captures import WarcCaptures
from tests.hostile.ground import family_of

_ASKED = "SELECT key, address FROM addresses WHERE status IS NOT NULL"
_COMMIT_EVERY = 300
"""Seconds: the journal is not written unless somebody syncs."""
_TRIES = 20


def why_not():
    """Why no file system can be mounted here; empty when it can."""
    if os.geteuid():
        return "only root may mount a file system"
    missing = [name for name in ("mkfs.ext4", "mount", "losetup") if not shutil.which(name)]
    if missing:
        return f"{missing[0]} is not installed"
    return "there are no loop devices" if _run("losetup", "--find") else ""


def make_image(path, megabytes):
    """An empty file system in a file."""
    with path.open("wb") as file:
        file.truncate(megabytes * 1_000_000)
    assert not _run("mkfs.ext4", "-q", "-m", "0", path)


@contextmanager
def mounted(image):
    """The folder where the file system of the image is."""
    place = image.with_suffix(".mounted")
    place.mkdir(exist_ok=True)
    assert not _run("mount", "-o", f"loop,commit={_COMMIT_EVERY}", image, place)
    try:
        yield place
    finally:
        for _ in range(_TRIES):
            if not _run("umount", place):
                break
            time.sleep(0.25)
        else:
            _run("umount", "--lazy", place)


@dataclass(frozen=True)
class Reported:
    """What the database said at one moment."""

    posts: frozenset
    media: frozenset
    asked: frozenset
    state: str | None

    @classmethod
    def by(cls, folder):
        """What stands in the archive's database; nothing where there is none yet."""
        if not (folder / FILE).exists():
            return cls(frozenset(), frozenset(), frozenset(), None)
        with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if "harvests" not in tables:
                return cls(frozenset(), frozenset(), frozenset(), None)
            state = database.execute("SELECT state FROM harvests ORDER BY id DESC").fetchone()
            return cls(
                posts=frozenset(database.execute("SELECT id, key, newest FROM posts")),
                media=frozenset(database.execute("SELECT key, sha256, path FROM media")),
                asked=frozenset(database.execute(_ASKED)),
                state=state and state[0],
            )


@dataclass(frozen=True)
class Cut:
    """A moment of a harvest: what had been reported, and what the disk held."""

    seconds: float
    image: Path
    reported: Reported


def cut_power(process, began, image, archive, copy):
    """The image as it is on disk now. The program is stopped meanwhile, so that both halves are of one moment."""
    running = process.poll() is None
    family = family_of(process.pid) if running else ()
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    seconds = time.monotonic() - began
    for _ in range(_TRIES):
        before = image.stat().st_mtime_ns
        assert not _run("cp", "--sparse=always", image, copy)
        if image.stat().st_mtime_ns == before:
            break
    else:
        raise AssertionError("the file system never came to rest")
    reported = Reported.by(archive)
    for pid in family:
        os.kill(pid, signal.SIGCONT)
    return Cut(seconds=seconds, image=copy, reported=reported)


def losses(reported, archive):
    """What had been reported and is not there, in words; the archive is one that the power was taken from."""
    if not (archive / FILE).exists():
        return ["the database"] if reported.state else []
    lost = []
    with closing(sqlite3.connect(archive / FILE)) as database:
        checked = database.execute("PRAGMA integrity_check").fetchone()[0]
        if checked != "ok":
            lost.append(f"integrity_check: {checked}")
    found = Reported.by(archive)
    lost += [f"post {key}" for _, key, _ in reported.posts - found.posts]
    lost += [f"line of the ledger {key}" for key, _ in reported.asked - found.asked]
    lost += [f"line of media {key}" for key, _, _ in reported.media - found.media]
    lost += [f"media file {path}" for _, checksum, path in found.media if not _has_checksum(archive / path, checksum)]
    if reported.state == "done" and found.state != "done":
        lost.append(f"the end: the harvest is {found.state}")
    with closing(open_existing(archive, None)) as database, database.transaction() as connection:
        known = files_of_all(connection)
    captures = WarcCaptures(archive, known=known, is_read_only=True)
    lost += [f"capture of {address}" for _, address in found.asked if captures.find_newest(address) is None]
    lost += [f"{fault.subject}: {fault.problem}" for fault in verify(archive).faults]
    return lost


def _has_checksum(path, checksum):
    return path.is_file() and sha256(path.read_bytes()).hexdigest() == checksum


def _run(*command):
    """Its exit code."""
    return subprocess.run(command, check=False, capture_output=True).returncode
