"""Disks that fill up: a harvest ends in order before they are full, and survives when they are."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog
from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.needs import absent
from tests.sample_blog.blog import make_blog

_LIMIT, _ARCHIVE = 5, 6


@attack("full disks", "a blog with more pictures than the disk has room for", slow=True)
def more_than_fits(ground: Ground) -> None:
    with _small_disk(ground.archive, 40), _gallery(150, 600_000) as blog:
        run = ground.harvest(blog.home, "--concurrency", 1, within=240)
        assert run.code == _LIMIT, run.errors
        assert "The disk is nearly full" in run.output
        assert "Make room and give the same command again" in run.output
        assert _posts(ground) == len(blog.post_paths)
        _grow(ground.archive, 300)
        run = ground.harvest(blog.home, within=240)
        assert run.code == 0, run.errors
        assert f"{len(blog.media_paths)} media files kept" in run.output


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


@attack("full disks", "pictures that are larger than all room", slow=True)
def pictures_that_are_too_large(ground: Ground) -> None:
    with _small_disk(ground.archive, 24), _gallery(8, 30_000_000) as blog:
        run = ground.harvest(blog.home, within=240)
        assert run.code == _ARCHIVE, run.errors
        assert "Make room and give the same command again" in run.errors
        assert "Traceback" not in run.errors
        _grow(ground.archive, 500)
        run = ground.harvest(blog.home, within=240)
        assert run.code == 0, run.errors
        assert _posts(ground) == len(blog.post_paths)


@attack("full disks", "a gallery against --max-size", slow=True)
def more_than_asked_for(ground: Ground) -> None:
    with _gallery(60, 1_000_000) as blog:
        for _ in range(2):  # a second time is no second helping
            run = ground.harvest(blog.home, "--max-size", "8M", within=120)
            assert run.code == _LIMIT, run.errors
            assert "--max-size is reached" in run.output
            assert _size(ground.archive) < 20_000_000
        assert ground.harvest(blog.home, "--max-size", "1G", within=120).code == 0
        assert _size(ground.archive) > 30_000_000


@contextmanager
def _gallery(posts: int, picture: int) -> Iterator[ServedBlog]:
    """A blog whose pictures all have so many bytes."""
    blog = ServedBlog(make_blog(posts=posts, feed=6))
    small = blog.server.answer

    def large(path: str, headers: dict[str, str]) -> Answer:
        given = small(path, headers)
        more = bytes(picture) if "/media/" in path and given.status == 200 else b""
        return Answer(given.body + more, given.status, given.headers)

    blog.server.answer = large
    with blog.server.running():
        yield blog


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
    return len(ground.blogforever("posts", "--json", "--limit", 1000, "--archive", ground.archive).output.splitlines())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
