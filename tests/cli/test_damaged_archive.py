"""Bytes of the database that are not what we wrote: every command tells it, none fails in a way of its own."""

import random
import shutil

import pytest
from click.testing import CliRunner

from blogforever.cli.main import blogforever
from blogforever.errors import BlogforeverError
from blogforever.model.comment import Comment
from blogforever.model.harvest import KeptComments
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.store.database import FILE
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import hostile_blog
from tests.store.archive import BLOG, NOON, Archive, post

POST = "https://blog.example/p3"
COMMANDS = (
    ("blogs",), ("blogs", "--json"), ("posts",), ("posts", "--json"), ("show", POST), ("show", "--json", POST),
    ("show", "--versions", POST), ("show", "--evidence", POST), ("search", "word5"), ("why", POST), ("ledger", BLOG),
    ("ledger", "--json", BLOG), ("export",), ("export", "--format", "csv"), ("rules", BLOG),
    ("versions", POST), ("history", BLOG), ("history", "--json", BLOG), ("at", BLOG, "2099"),
)  # fmt: skip
SEED = 7


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    archive = Archive(tmp_path_factory.mktemp("whole") / "archive", None)
    with archive.harvest() as records:
        for number in range(30):
            key = f"blog.example/p{number}"
            told = {
                "authors": ("Ann", "Bob"),
                "tags": ("a", "b"),
                "witnesses": (DiscoveredVia.FEED, DiscoveredVia.LINK),
            }
            records.keep_post(post(key, text=f"word{number} " * 40, title=f"Post {number}", **told))
            said = tuple(Comment(id=f"c{place}", author="Cyd", content_text="well said") for place in range(2))
            records.keep_comments(KeptComments(key=key, comments=said, captured_at=NOON))
            ledger_entry = LedgerEntry(
                key=key, address=f"https://{key}", outcome=Outcome.POST, reason="fits", witnesses=(DiscoveredVia.FEED,)
            )
            records.write_ledger([ledger_entry])
    return archive.folder


def _end_of(archive, command):
    """The exit code, and what is to be told if it is none that a user may see."""
    answer = CliRunner().invoke(blogforever, [*command, "--archive", str(archive)], standalone_mode=False)
    error = answer.exception
    if isinstance(error, BlogforeverError):
        assert error.exit_code != 6 or (str(archive) in str(error) and "blogforever verify" in str(error)), error
        return error.exit_code
    return error.code if isinstance(error, SystemExit) else error or 0


def _flip(folder, whole, chance, flips):
    """A copy of the archive with some bytes changed."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    content = bytearray((folder / FILE).read_bytes())
    places = [chance.randrange(len(content)) for _ in range(flips)]
    for place in places:
        content[place] = chance.choice([0, 0xFF, content[place] ^ (1 << chance.randrange(8)), chance.randrange(256)])
    (folder / FILE).write_bytes(content)
    return places


def _flip_and_read(tmp_path, whole, places):
    chance = random.Random(SEED)  # noqa: S311 - places, not secrets
    told = set()
    for _ in range(places):
        hit = _flip(tmp_path / "flipped", whole, chance, chance.choice([1, 8, 64]))
        for command in COMMANDS:
            code = _end_of(tmp_path / "flipped", command)
            assert code in {0, 2, 6}, (command, hit, code)
            told.add(code)
    assert told >= {0, 6}


def test_commands_that_read_tell_damage_in_the_database(tmp_path, whole):
    _flip_and_read(tmp_path, whole, 5)


@pytest.mark.slow
def test_commands_that_read_tell_damage_in_many_more_places(tmp_path, whole):
    _flip_and_read(tmp_path, whole, 150)


@pytest.mark.slow
def test_a_harvest_and_doctor_tell_damage_in_the_database(tmp_path):
    chance = random.Random(SEED)  # noqa: S311 - places, not secrets
    ground = Ground(tmp_path)
    with hostile_blog({}) as (home, _):
        assert ground.harvest(home).code == 0
        ground.archive.rename(tmp_path / "whole")
        for _ in range(6):
            hit = _flip(ground.archive, tmp_path / "whole", chance, 64)
            run = ground.harvest(home)
            assert run.code in {0, 5, 6}, (hit, run.errors)
            assert "Traceback" not in run.errors
            looked = ground.blogforever("doctor", "--archive", ground.archive)
            assert "unexpected" not in looked.errors + run.errors
