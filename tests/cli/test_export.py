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
    answer = export(kept, "https://nobody.example", "--output", tmp_path / "x.jsonl")
    assert answer.returncode == 2
    assert b"no such blog" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_ending_of_the_file_says_the_format(kept, tmp_path):
    for name, start in (("x.jsonl", b"{"), ("x.csv", b"blog,"), ("x.parquet", b"PAR1"), ("x.csv.gz", b"\x1f\x8b")):
        assert export(kept, "--output", tmp_path / name).stderr == b"blogforever: exported 4 posts of 2 blogs\n"
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    "arguments, problem",
    [
        (["--output", "posts.json"], "posts.json: its ending does not say what to write"),
        (["--output", "posts.csv", "--format", "jsonl"], "its ending says csv, but the format jsonl was asked for"),
        (
            ["--output", "posts.csv", "--tag", "nobody uses it"],
            "no post matches tag 'nobody uses it'. Nothing was written",
        ),
        (["--output", "posts.csv", "--search", "* ?"], "There is no word in --search"),
        (["--output", "posts.csv", "--since", "March"], "write a year, a month or a day"),
        (["--for-spreadsheets"], "--for-spreadsheets is for CSV, but the format is jsonl"),
    ],
)
def test_what_cannot_be_exported_is_said_and_leaves_no_file(kept, tmp_path, monkeypatch, arguments, problem):
    monkeypatch.chdir(tmp_path)
    answer = export(kept, *arguments)
    assert (answer.returncode, answer.stdout) == (2, b"")
    assert problem in answer.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_filters_choose_posts_and_blogs_are_arguments_or_options(kept):
    answer = export(kept, "--tag", "cats", "--author", "bob", "--until", "2023", "--language", "en", "--search", "tab*")
    assert [json.loads(line)["url"] for line in answer.stdout.splitlines()] == [DIARY, f"{DIARY}cat"]
    assert answer.stderr == b"blogforever: exported 1 post of 1 blog\n"
    assert export(kept, "--blog", DIARY, "--blog", NEWS).stdout == export(kept, NEWS, DIARY).stdout


def test_a_spreadsheet_gets_its_mark(kept):
    plain, marked = (export(kept, "--format", "csv", *more).stdout for more in ([], ["--for-spreadsheets"]))
    assert marked == b"\xef\xbb\xbf" + plain


def test_an_export_of_comments_counts_what_was_written(kept):
    answer = export(kept, "--comments")
    comments = [json.loads(line) for line in answer.stdout.splitlines()]
    posts, blogs = ({comment[name] for comment in comments} for name in ("post", "blog"))
    assert (len(comments), len(posts), len(blogs)) == (7, 1, 1)
    assert answer.stderr == b"blogforever: exported 7 comments on 1 post of 1 blog\n"
    assert export(kept, NEWS, "--comments").stderr == b"blogforever: exported 0 comments: none of the posts has any\n"
