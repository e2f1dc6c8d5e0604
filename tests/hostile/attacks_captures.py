"""Databases and folders that do not belong together: captures of other harvests must come out of it as they were."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Quiet

_DATABASE = "archive.sqlite"


def _captures(ground: Ground) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (ground.archive / "warc").glob("*")}


@contextmanager
def _two_blogs() -> Iterator[tuple[str, str, Quiet, Quiet]]:
    with hostile_blog({}) as (one, first), hostile_blog({}) as (two, second):
        yield one, two, first, second


def _harvest(ground: Ground, home: str, *options: object) -> str:
    run = ground.harvest(home, *options)
    assert run.code == 0, run.errors
    return run.output + run.errors


def _lose_database(ground: Ground) -> None:
    for path in ground.archive.glob(f"{_DATABASE}*"):
        path.unlink()


def _harvest_leaves_alone(ground: Ground, home: str, server: Quiet, *options: object, foreign: int = 1) -> None:
    """A harvest that asks for every post, reports the files that are not its own, and changes none of them."""
    before = _captures(ground)
    server.asked.clear()
    told = _harvest(ground, home, *options)
    assert len({path for path in server.asked if path.startswith("/2")}) >= POSTS, server.asked
    assert f"{foreign} file" in told
    assert "no harvest of this database" in told
    after = _captures(ground)
    assert {name: after.get(name) for name in before} == before


@attack("captures", "a lost database, and then another blog", slow=True)
def lost_database_other_blog(ground: Ground) -> None:
    with _two_blogs() as (one, two, _, second):
        _harvest(ground, one)
        _lose_database(ground)
        _harvest_leaves_alone(ground, two, second)


@attack("captures", "a lost database, and then another blog that is not to be captured", slow=True)
def lost_database_other_blog_without_captures(ground: Ground) -> None:
    with _two_blogs() as (one, two, _, second):
        _harvest(ground, one)
        _lose_database(ground)
        _harvest_leaves_alone(ground, two, second, "--no-warc")


@attack("captures", "a lost database, and then the same blog")
def lost_database_same_blog(ground: Ground) -> None:
    with hostile_blog({}) as (home, server):
        _harvest(ground, home)
        _lose_database(ground)
        _harvest_leaves_alone(ground, home, server)


@attack("captures", "a database restored from the time before a harvest", slow=True)
def restored_database(ground: Ground) -> None:
    with _two_blogs() as (one, two, first, second):
        _harvest(ground, one)
        older = (ground.archive / _DATABASE).read_bytes()
        _harvest(ground, two)
        (ground.archive / _DATABASE).write_bytes(older)
        _harvest_leaves_alone(ground, two, second)
        _harvest_leaves_alone(ground, one, first, "--no-warc")


@attack("captures", "a database restored from the middle of a harvest that was done since", slow=True)
def restored_in_the_middle(ground: Ground) -> None:
    with hostile_blog({}) as (home, server):
        assert ground.harvest(home, "--max-pages", 4).code == 5
        older = (ground.archive / _DATABASE).read_bytes()
        _harvest(ground, home)
        before = _captures(ground)
        (ground.archive / _DATABASE).write_bytes(older)
        server.asked.clear()
        _harvest(ground, home, "--no-warc")
        assert len({path for path in server.asked if path.startswith("/2")}) >= POSTS, server.asked
        assert {name: _captures(ground).get(name) for name in before} == before


@attack("captures", "two copies of an archive, harvested apart and put together again", slow=True)
def copies_put_together(ground: Ground) -> None:
    with _two_blogs() as (one, two, first, second):
        _harvest(ground, one)
        copy = Ground(ground.folder / "copy")
        shutil.copytree(ground.archive, copy.archive)
        _harvest(copy, two)
        _harvest(copy, one)
        for name, content in _captures(copy).items():
            (ground.archive / "warc" / name).write_bytes(content)
        _harvest_leaves_alone(ground, two, second, foreign=2)
        _harvest_leaves_alone(ground, one, first, "--no-warc", foreign=2)
