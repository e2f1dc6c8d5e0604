"""`blogforever export` as a user types it."""

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from tests.actions.kept_blogs import DIARY, NEWS, make_archive

PROGRAM = Path(sys.executable).with_name("blogforever")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return make_archive(tmp_path_factory.mktemp("kept") / "archive").folder


def export(kept, *arguments):
    command = [PROGRAM, "export", "--archive", kept, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, timeout=60)


def test_lines_go_to_standard_output(kept):
    answer = export(kept)
    assert [json.loads(line)["type"] for line in answer.stdout.splitlines()] == [
        "blog", "post", "post", "post", "blog", "feed_entry",
    ]  # fmt: skip
    assert answer.stderr == b"blogforever: exported 4 posts of 2 blogs\n"


def test_a_file_holds_the_same_as_standard_output(kept, tmp_path):
    for form in ("jsonl", "csv"):
        answer = export(kept, DIARY, "--format", form, "--output", tmp_path / form)
        assert (answer.returncode, answer.stdout) == (0, b"")
        assert (tmp_path / form).read_bytes() == export(kept, "--format", form, "--output", "-", DIARY).stdout


def test_parquet_needs_a_file(kept, tmp_path):
    assert export(kept, "--format", "parquet").returncode == 2
    assert export(kept, NEWS, "--format", "parquet", "--output", tmp_path / "x.parquet").returncode == 0
    with duckdb.connect() as database:
        found = database.execute("SELECT title, len(tags) FROM read_parquet($1)", [str(tmp_path / "x.parquet")])
        assert found.fetchall() == [("Only in the feed", 0)]


def test_an_unknown_blog_leaves_no_file_behind(kept, tmp_path):
    answer = export(kept, "https://nobody.example", "--output", tmp_path / "x")
    assert answer.returncode == 2
    assert b"no such blog" in answer.stderr
    assert list(tmp_path.iterdir()) == []
