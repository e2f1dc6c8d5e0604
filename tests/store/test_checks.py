"""What `verify`, `doctor` and `rebuild` say to archives that are whole, and to a shelf of damaged ones."""

import json
import shutil
import subprocess

import pytest

from blogforever.actions.doctor import examine
from blogforever.actions.verify import verify
from blogforever.errors import BlogforeverError
from tests.hostile.damage import DAMAGES
from tests.hostile.ground import PROGRAM
from tests.hostile.shelf import POSTS, fingerprints, is_kept, make_shelf


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    return make_shelf(tmp_path_factory.mktemp("shelf"))


def run(command, archive, *options):
    return subprocess.run(
        [PROGRAM, command, "--archive", archive, *options], capture_output=True, text=True, check=False, timeout=120
    )


def export(archive):
    done = run("export", archive)
    assert done.returncode == 0, done.stderr
    return done.stdout


def contents(archive):
    """What `doctor` says of the archive, as far as it is no question of the machine."""
    return [check for check in examine(archive) if check.name in {"archive", "contents"}]


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
