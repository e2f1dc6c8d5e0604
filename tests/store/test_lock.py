import os
import subprocess
import sys

import pytest

from blogforever.errors import ArchiveBusy, BadArchive
from blogforever.store.lock import LOCK, archive_lock, is_held

HOLD = """
import sys
from pathlib import Path
from blogforever.store.lock import archive_lock
with archive_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    command = [sys.executable, "-c", HOLD, tmp_path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_one_process_at_a_time_holds_the_archive(tmp_path, holder):
    with pytest.raises(ArchiveBusy, match=rf"process {holder.pid} is at work in it .*Wait until it ends"):
        archive_lock(tmp_path).__enter__()


def test_a_process_that_is_killed_lets_go(tmp_path, holder):
    holder.kill()
    holder.wait()
    with archive_lock(tmp_path):
        assert str(os.getpid()) in (tmp_path / LOCK).read_text()


def test_the_lock_is_let_go_at_the_end_and_after_errors(tmp_path):
    with pytest.raises(KeyError), archive_lock(tmp_path / "new"):
        raise KeyError
    with archive_lock(tmp_path / "new"):
        pass


@pytest.mark.usefixtures("holder")
def test_a_holder_that_did_not_say_who_it_is_is_told_too(tmp_path):
    (tmp_path / LOCK).write_text("[]")
    with pytest.raises(ArchiveBusy, match="another process is at work in it"):
        archive_lock(tmp_path).__enter__()


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadArchive, match="it cannot be written"):
        archive_lock(tmp_path / "file").__enter__()


def _link(path):
    path.with_name("mine").write_text("keep this")
    path.symlink_to(path.with_name("mine"))


@pytest.mark.parametrize("planted", [_link, os.mkfifo, os.mkdir], ids=["link", "pipe", "folder"])
def test_what_others_planted_in_its_place_is_refused_and_left_alone(tmp_path, planted):
    planted(tmp_path / LOCK)
    for door in (lambda: archive_lock(tmp_path).__enter__(), lambda: is_held(tmp_path)):
        with pytest.raises(BadArchive, match=r"archive\.lock: is (a link|not a regular file).*Remove it"):
            door()
    if (tmp_path / "mine").exists():
        assert (tmp_path / "mine").read_text() == "keep this"


@pytest.mark.parametrize(
    "store",
    ["postgresql://me:se%63ret@host/db", "postgresql://me:s/ec@ret@host/db", "postgresql://host/db?password=secret"],
)
def test_the_lock_does_not_tell_the_password(tmp_path, monkeypatch, store):
    for argv in (["blogforever", "harvest", "--store", store], ["blogforever", "harvest", f"--store={store}"]):
        monkeypatch.setattr("sys.argv", argv)
        with archive_lock(tmp_path):
            told = (tmp_path / LOCK).read_text()
            assert "--store" in told
            assert "host/db" in told
            assert not [part for part in ("secret", "se%63ret", "ec@ret") if part in told]
