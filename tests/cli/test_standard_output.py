"""Where the output goes: readers that leave early, full disks, and no output at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.actions import small_blog

PROGRAM = Path(sys.executable).with_name("blogforever")


@pytest.fixture(scope="module")
def commands(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blog")
    (folder / "feed.xml").write_bytes(small_blog.feed())
    (folder / "1.html").write_bytes(small_blog.post(1))
    named = ["--feed", folder / "feed.xml", folder / "1.html"]
    return [["extract", *named], ["rules", *named], ["rules", "--json", *named], ["--help"]]


def test_a_reader_that_leaves_early_is_no_failure(commands):
    for command in commands:
        reader, writer = os.pipe()
        os.close(reader)
        answer = subprocess.run([PROGRAM, *command], stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60)
        os.close(writer)
        assert (answer.returncode, answer.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_named_in_one_line(commands):
    for command in commands:
        with Path("/dev/full").open("wb") as full:
            answer = subprocess.run([PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
        assert answer.returncode == 2
        assert answer.stderr.decode().splitlines() == [
            "blogforever: standard output: cannot be written (no space left on device). Check where the output goes."
        ]


def test_no_standard_output_is_named_in_one_line(commands):
    for command in commands:
        answer = subprocess.run(
            ["/bin/sh", "-c", 'exec "$0" "$@" >&-', PROGRAM, *command], stderr=subprocess.PIPE, check=False, timeout=60
        )
        assert answer.returncode == 2
        assert answer.stderr == b"blogforever: standard output: is closed. Check where the output goes.\n"
