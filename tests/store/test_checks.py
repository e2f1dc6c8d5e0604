"""What `verify`, `doctor` and `rebuild` say to archives that are whole, and to a shelf of damaged ones."""

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime

import pytest

from blogforever.actions.upkeep.doctor import diagnose
from blogforever.actions.upkeep.verify import verify
from blogforever.errors import BlogforeverError
from blogforever.store.warc.file_names import is_random_id
from blogforever.store.warc.gzip_members import whole_members
from blogforever.store.warc.records import warcinfo_record
from tests.hostile.damage import DAMAGES
from tests.hostile.ground import PROGRAM
from tests.hostile.shelf import POSTS, fingerprints, is_kept, make_shelf


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    return make_shelf(tmp_path_factory.mktemp("shelf"))


def run(command, archive, *options):
    return subprocess.run(
        [PROGRAM, command, "--archive", archive, *options], capture_output=True, text=True, check=False, timeout=240
    )


def export(archive):
    done = run("export", archive)
    assert done.returncode == 0, done.stderr
    return done.stdout


def said_by(archive, word):
    """The comments with this word, as a search finds them."""
    hits = map(json.loads, run("search", archive, word, "--json", "--limit", "1000").stdout.splitlines())
    return {(hit["url"], hit["comment"]["id"]) for hit in hits if hit["comment"]}


def contents(archive):
    """What `doctor` says of the archive, as far as it is no question of the machine."""
    return [check for check in diagnose(archive) if check.name in {"archive", "contents"}]


def test_a_whole_archive_has_no_fault(shelf):
    verified = verify(shelf.archive)
    assert verified.faults == []
    assert verified.notes == []
    assert verified.files == 2
    assert verified.records > 4 * POSTS
    assert verified.media == len(list((shelf.archive / "media").rglob("*.*")))
    assert all(check.ok for check in contents(shelf.archive))


def test_one_blog_can_be_verified_alone(shelf):
    home = json.loads(export(shelf.archive).splitlines()[0])["url"]
    assert verify(shelf.archive, blog=home).files == 2
    with pytest.raises(BlogforeverError):
        verify(shelf.archive, blog="http://blog.invalid/")


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_every_damage_is_named_with_a_way_out(damage, shelf, tmp_path):
    archive = tmp_path / "archive"
    shutil.copytree(shelf.archive, archive)
    damage.hurt(archive, shelf)
    before = fingerprints(archive)
    verified = verify(archive)
    assert verified.faults
    assert all(fault.problem and fault.next_step for fault in verified.faults)
    assert {check.ok for check in contents(archive)} != {True} or not damage.quick
    assert fingerprints(archive) == before


def test_verify_ends_with_6_and_tells_machines_why(shelf, tmp_path):
    archive = tmp_path / "archive"
    shutil.copytree(shelf.archive, archive)
    next(damage for damage in DAMAGES if damage.name == "media file missing").hurt(archive, shelf)
    told = run("verify", archive, "--json")
    assert told.returncode == 6
    result = json.loads(told.stdout)
    assert result["ok"] is False
    assert [fault["area"] for fault in result["faults"]] == ["media"]
    assert "rebuild" in result["faults"][0]["next_step"]
    assert run("verify", shelf.archive, "--json").returncode == 0


def test_a_database_is_made_anew_from_the_captures(shelf, tmp_path):
    archive = tmp_path / "archive"
    shutil.copytree(shelf.archive, archive)
    for path in archive.glob("archive.sqlite*"):
        path.unlink()
    shutil.rmtree(archive / "media")
    before = fingerprints(archive)
    done = run("rebuild", archive)
    assert done.returncode == 0, done.stderr
    assert export(archive) == export(shelf.archive)
    assert said_by(archive, "grandfather") == said_by(shelf.archive, "grandfather") != set()
    assert all(is_kept(archive, name, told) for name, told in before.items())
    assert verify(archive).faults == []


def test_beside_a_database_the_new_one_is_another_file_and_is_compared(shelf, tmp_path):
    archive = tmp_path / "archive"
    shutil.copytree(shelf.archive, archive)
    old = (archive / "archive.sqlite").read_bytes()
    told = json.loads(run("rebuild", archive, "--json").stdout)
    assert (archive / "archive.sqlite").read_bytes() == old
    assert told["is_in_place"] is False
    assert told["compared"]["same"] == POSTS
    assert not told["compared"]["different"]
    replaced = json.loads(run("rebuild", archive, "--replace", "--json").stdout)
    assert replaced["is_in_place"] is True
    assert export(archive) == export(shelf.archive)
    assert (archive / replaced["set_aside"]).read_bytes() == old


def kept(archive):
    return [record for record in map(json.loads, export(archive).splitlines()) if record["type"] == "post"]


@pytest.fixture
def archive(shelf, tmp_path):
    """A copy to be hurt."""
    shutil.copytree(shelf.archive, tmp_path / "archive")
    return tmp_path / "archive"


def test_the_log_of_a_lost_database_never_gets_into_the_new_one(archive):
    with closing(sqlite3.connect(archive / "archive.sqlite")) as connection:
        connection.execute("UPDATE blogs SET title = 'written last'")
        connection.commit()
        assert (archive / "archive.sqlite-wal").stat().st_size
        (archive / "archive.sqlite").rename(archive.parent / "lost.sqlite")
        wal = (archive / "archive.sqlite-wal").read_bytes()
    (archive / "archive.sqlite-wal").write_bytes(wal)
    assert run("harvest", archive, "http://127.0.0.1:1/").returncode == 6
    assert run("rebuild", archive).returncode == 0
    assert verify(archive).faults == []
    assert len(kept(archive)) == POSTS


@pytest.mark.parametrize(
    "name",
    [
        "WARC file missing",
        pytest.param("WARC file cut", marks=pytest.mark.slow),
        pytest.param("byte flipped in a WARC file", marks=pytest.mark.slow),
    ],
)
def test_a_database_is_not_replaced_by_one_that_lacks_posts(name, shelf, archive):
    next(damage for damage in DAMAGES if damage.name == name).hurt(archive, shelf)
    done = run("rebuild", archive, "--replace", "--json")
    told = json.loads(done.stdout)
    assert len(kept(archive)) == POSTS
    if told["posts"] < POSTS:
        assert not told["is_in_place"]
    assert done.returncode == (6 if told["problems"] else 0)


def test_a_rebuild_that_fails_half_way_leaves_the_old_database(archive):
    shutil.rmtree(archive / "media")
    (archive / "media").write_text("in the way")
    done = run("rebuild", archive, "--replace", "--json")
    assert done.returncode == 6
    assert not json.loads(done.stdout)["is_in_place"]
    assert len(kept(archive)) == POSTS


@pytest.mark.slow
def test_ids_that_would_lead_out_of_the_archive_are_not_believed(archive):
    about = {
        "blogforever-archive": "../../evil", "blogforever-blog": "a" * 10, "blogforever-harvest": "b" * 10,
        "blogforever-start": "http://blog.example/", "blogforever-began": "2027-01-01T00:00:00+00:00",
    }  # fmt: skip
    name = "q-w-e-20270101000000-00000.warc.gz"
    (archive / "warc" / name).write_bytes(warcinfo_record(name, datetime.now(UTC), about))
    told = json.loads(run("rebuild", archive, "--replace", "--json").stdout)
    assert any(name in note for note in told["notes"])
    with closing(sqlite3.connect(archive / "archive.sqlite")) as connection:
        assert is_random_id(connection.execute("SELECT id FROM archive").fetchone()[0])


@pytest.mark.parametrize(
    "odd", ["a pipe", *(pytest.param(odd, marks=pytest.mark.slow) for odd in ("a link to nowhere", "a folder"))]
)
def test_what_is_no_file_does_not_stop_anything(odd, archive):
    place = archive / "warc" / "aaa-bbb-ccc-20260101000000-00000.warc.gz"
    {"a folder": place.mkdir, "a pipe": lambda: os.mkfifo(place)}.get(odd, lambda: place.symlink_to("/nowhere"))()
    assert run("rebuild", archive).returncode == 0
    assert verify(archive).faults == []


def test_a_harvest_that_is_done_must_tell_its_end(archive):
    path = max((archive / "warc").glob("*.warc.gz"), key=lambda path: path.name[-25:])
    content = path.read_bytes()
    with path.open("rb") as file:
        members = list(whole_members(file, 0, most=0))
    path.write_bytes(content[: members[-1].offset])
    assert ["is missing" in fault.problem for fault in verify(archive).faults] == [True]
