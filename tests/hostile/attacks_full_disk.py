"""Disks that fill up: a harvest ends in order before they are full, and survives when they are."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Answer, say
from tests.needs import absent

_LIMIT, _ARCHIVE = 5, 6
_PICTURE = b"\xff\xd8\xff\xe0" + b"picture" * 60_000


@attack("full disks", "a blog with more pictures than the disk has room for", slow=True)
def more_than_fits(ground: Ground) -> None:
    with _small_disk(ground.archive, 24), hostile_blog(_gallery(60)) as (home, _):
        run = ground.harvest(home, within=120)
        assert run.code == _LIMIT, run.errors
        assert "The disk is nearly full" in run.output
        assert "Make room and give the same command again" in run.output
        (ground.archive / "archive.sqlite").stat()
        assert _posts(ground) >= POSTS
        _grow(ground.archive, 200)
        run = ground.harvest(home, within=240)
        assert run.code == 0, run.errors
        kept = list((ground.archive / "media").rglob("*.jpg"))
        assert len(kept) >= 60


@attack("full disks", "a disk that is full already")
def full_already(ground: Ground) -> None:
    with _small_disk(ground.archive, 24), hostile_blog({}) as (home, _):
        filler = ground.archive / "filler"
        filler.write_bytes(bytes(23_000_000))
        run = ground.harvest(home)
        assert run.code in {_LIMIT, _ARCHIVE}, run.errors
        assert "ake room" in run.output + run.errors
        filler.unlink()
        run = ground.harvest(home)
        assert run.code == 0, run.errors
        assert _posts(ground) >= POSTS


@attack("full disks", "one picture that is larger than all room", slow=True)
def one_that_is_too_large(ground: Ground) -> None:
    huge = {"/huge.jpg": say(200, b"\xff\xd8\xff\xe0" + bytes(40_000_000), Content_Type="image/jpeg")}
    page = say(200, "<article><h1>Huge</h1>" + "<p>words of it</p>" * 40 + "<img src='/huge.jpg'></article>")
    with _small_disk(ground.archive, 24), hostile_blog({**huge, "/post-huge/": page}) as (home, _):
        run = ground.harvest(home, within=120)
        assert run.code in {0, _LIMIT, _ARCHIVE}, run.errors
        assert "Traceback" not in run.errors
        assert "unexpected" not in run.errors
        _grow(ground.archive, 300)
        assert ground.harvest(home, within=120).code == 0


@attack("full disks", "a gallery against --max-size")
def more_than_asked_for(ground: Ground) -> None:
    with hostile_blog(_gallery(30)) as (home, _):
        run = ground.harvest(home, "--max-size", "3M")
        assert run.code == _LIMIT, run.errors
        assert "--max-size is reached" in run.output
        assert _size(ground.archive / "warc") + _size(ground.archive / "media") < 6_000_000
        again = ground.harvest(home, "--max-size", "3M")
        assert again.code == _LIMIT, again.errors
        assert _size(ground.archive / "warc") + _size(ground.archive / "media") < 6_000_000
        assert ground.harvest(home, "--max-size", "1G").code == 0


def _gallery(pictures: int) -> dict[str, Answer]:
    """Pages with pictures of 420 KB, each picture another."""
    site: dict[str, Answer] = {}
    for number in range(pictures):
        site[f"/gallery-{number}.jpg"] = say(200, _PICTURE + str(number).encode(), Content_Type="image/jpeg")
    shown = "".join(f"<p>Picture {number} <img src='/gallery-{number}.jpg'></p>" for number in range(pictures))
    words = "<p>words of the gallery and what it shows</p>" * 20
    site["/2024/05/gallery/"] = say(
        200,
        f"<html><head><title>A gallery</title></head><body><article><h1>A gallery</h1>{words}{shown}</article></body>",
    )
    return site


@contextmanager
def _small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    folder.mkdir()
    if _run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)):
        absent("no small disk can be mounted here")
    try:
        yield
    finally:
        _run("umount", "--lazy", str(folder))


def _grow(folder: Path, megabytes: int) -> None:
    assert not _run("mount", "-o", f"remount,size={megabytes}m", str(folder))


def _run(*command: str) -> int:
    return subprocess.run(command, check=False, capture_output=True).returncode


def _posts(ground: Ground) -> int:
    return len(ground.blogforever("posts", "--json", "--archive", ground.archive).output.splitlines())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
