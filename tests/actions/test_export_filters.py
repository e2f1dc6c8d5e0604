"""Which posts are exported: the same that `posts` lists and `search` finds, in every format."""

import csv
import gzip
import json

import pytest

from blogforever.actions._archive import open_archive
from blogforever.actions.export import choose_format, export
from blogforever.actions.read_archive import PostFilter, list_posts
from blogforever.errors import NotInArchive, UnreadableFile
from blogforever.model.comment import Comment
from blogforever.model.harvest import KeptComments
from tests.store.archive import NOON, Archive, post

FIRST, SECOND = "https://first.example/", "https://second.example/"
A, B, C, D = (f"{FIRST}{name}" for name in "abcd")
Z = f"{SECOND}z"


def kept_post(address, published, language, **more):
    return post(address.removeprefix("https://"), published=published, language=language, **more)


POSTS = (
    kept_post(A, "2020-01-31T23:30:00-05:00", "en", tags=("Sea", "ships"), authors=("Ann Lee",), text="The lighthouse"),
    kept_post(B, "2020-02-01", "de", tags=("sea",), authors=("Bob",), text="Der Leuchtturm"),
    kept_post(C, None, "en", tags=("sea",), authors=("Ann",), text="Undated words"),
    kept_post(D, "2021", None, tags=("Seaside",), authors=("ANNE",), text="A year only"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    kept = Archive(folder=tmp_path_factory.mktemp("filters") / "archive", store=None)
    with kept.harvest(FIRST) as records:
        for one in POSTS:
            records.keep_post(one)
        said = Comment(id="1", author="Eve", content_text="What a lighthouse!")
        records.keep_comments(KeptComments(key="first.example/d", comments=(said,), captured_at=NOON))
    with kept.harvest(SECOND) as records:
        records.keep_post(kept_post(Z, "2020-03-01", "en", tags=("sea",), text="Lighthouses"))
    return kept.folder


@pytest.fixture
def archive(folder):
    with open_archive(str(folder)) as opened:
        yield opened


def exported(archive, file, *blogs, **conditions):
    export(archive, blogs, "jsonl", file, only=PostFilter(**conditions))
    return [json.loads(line)["url"] for line in file.read_bytes().splitlines()]


@pytest.mark.parametrize(
    "conditions, posts",
    [
        ({"since": "2020-02"}, [FIRST, B, D, SECOND, Z]),
        ({"until": "2020-01-31"}, [FIRST, A]),  # the day as it was shown
        ({"since": "2020-01-31", "until": "2020-02"}, [FIRST, A, B]),
        ({"tag": "SEA"}, [FIRST, A, B, C, SECOND, Z]),
        ({"author": "ann"}, [FIRST, A, C, D]),
        ({"language": "EN"}, [FIRST, A, C, SECOND, Z]),
        ({"search": "lighthouse"}, [FIRST, A, D]),  # the last by its comment
        ({"search": "lighthouse*"}, [FIRST, A, D, SECOND, Z]),
        ({"search": "lighthouse", "author": "Ann Lee", "language": "en", "tag": "ships", "since": "2020"}, [FIRST, A]),
    ],
)
def test_filters_work_together_and_blogs_without_a_post_are_left_out(archive, tmp_path, conditions, posts):
    assert exported(archive, tmp_path / "posts.jsonl", **conditions) == posts
    listed = {line.url for line in list_posts(archive, PostFilter(**conditions))}
    assert listed == {address for address in posts if address not in {FIRST, SECOND}}


def test_filters_keep_to_the_blogs_that_are_named(archive, tmp_path):
    file = tmp_path / "posts.jsonl"
    assert exported(archive, file, SECOND, tag="sea") == [SECOND, Z]
    assert exported(archive, file, SECOND, FIRST, tag="sea") == exported(archive, file, tag="sea")


def test_filters_choose_posts_and_their_comments_follow(archive, tmp_path):
    done = export(archive, (), "csv", tmp_path / "x", only=PostFilter(search="year"), only_comments=True)
    assert (done.posts, done.comments) == (1, 1)
    assert [row["author"] for row in csv.DictReader((tmp_path / "x").read_text("utf-8").splitlines())] == ["Eve"]


def test_a_filter_that_nothing_passes_leaves_the_file_as_it_was(archive, tmp_path):
    file = tmp_path / "posts.csv"
    file.write_text("older")
    with pytest.raises(NotInArchive, match=r"no post matches since '2022', tag 'x'. Nothing was written. Leave out"):
        export(archive, (), "csv", file, only=PostFilter(since="2022", tag="x"))
    assert file.read_text() == "older"


@pytest.mark.parametrize(
    "name, form, chosen",
    [
        ("posts.jsonl", None, "jsonl"),
        ("posts.CSV", None, "csv"),
        ("a.b.parquet", "parquet", "parquet"),
        ("posts.csv.gz", None, "csv"),
        ("posts.txt", "csv", "csv"),
        ("posts", "jsonl", "jsonl"),
        ("posts.gz", "jsonl", "jsonl"),
    ],
)
def test_the_ending_says_the_format_or_the_user_does(name, form, chosen):
    assert choose_format(name, form) == chosen


@pytest.mark.parametrize(
    "name, form, problem",
    [
        (
            "posts.json",
            None,
            r"posts.json: its ending does not say what to write. Use one of .jsonl, .csv, .parquet, or",
        ),
        ("posts", None, "its ending does not say"),
        ("posts.gz", None, "its ending does not say"),
        (".csv", None, "its ending does not say"),
        ("posts.csv", "parquet", "its ending says csv, but the format parquet was asked for. Change one of them"),
        ("posts.jsonl.gz", "csv", "its ending says jsonl, but the format csv was asked for"),
        ("posts.parquet.gz", None, "parquet is compressed already"),
    ],
)
def test_an_ending_that_is_unknown_or_contradicts_is_named(name, form, problem):
    with pytest.raises(UnreadableFile, match=problem):
        choose_format(name, form)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_compressed_file_holds_the_same_and_is_the_same_each_time(archive, tmp_path, form):
    for name in (f"plain.{form}", f"one.{form}.gz", f"two.{form}.gz"):
        export(archive, (), form, tmp_path / name)
    one = (tmp_path / f"one.{form}.gz").read_bytes()
    assert one == (tmp_path / f"two.{form}.gz").read_bytes()
    assert gzip.decompress(one) == (tmp_path / f"plain.{form}").read_bytes()


def test_spreadsheets_get_a_mark_and_everybody_else_none(archive, tmp_path):
    for marked in (True, False):
        export(archive, (), "csv", tmp_path / f"{marked}.csv", for_spreadsheets=marked)
    plain = (tmp_path / "False.csv").read_bytes()
    assert plain.startswith(b"blog,")
    assert (tmp_path / "True.csv").read_bytes() == b"\xef\xbb\xbf" + plain
