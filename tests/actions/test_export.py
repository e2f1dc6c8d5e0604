"""What was kept is what is exported."""

import csv
import io
import json
import os
import re

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.actions._archive import open_archive
from blogforever.actions._files.csv_format import COLUMNS, write_csv
from blogforever.actions._files.parquet_format import COLUMNS as PARQUET_COLUMNS
from blogforever.actions._files.parquet_format import write_parquet
from blogforever.actions._files.records import archived_record, as_record
from blogforever.actions.export import FORMATS, export
from blogforever.actions.read_archive import read_post
from blogforever.errors import NotInArchive, UnreadableFile
from blogforever.model.post import Post
from tests.actions.kept_blogs import DIARY, FORMULA, HOSTILE, NEWS
from tests.examples import examples
from tests.store.archive import Archive, post

IN_NO_ARCHIVE = {
    "from_feed": True, "witnesses": [], "mentions": [], "comments_stated": None, "comments_complete": None,
    "screenshot": None,
}  # fmt: skip

ONLY_IN_TABLES = {
    "blog_title", "published_date", "published_utc", "updated_date", "updated_utc", "captured_utc", "word_count",
    "comment_count",
}  # fmt: skip
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def lines(archive, *blogs, only_comments=False):
    output = io.BytesIO()
    export(archive, blogs, "jsonl", output, only_comments=only_comments)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_blogs_by_address_are_each_followed_by_their_posts_by_key(archive):
    assert [line["url"] for line in lines(archive)] == [
        DIARY,
        "https://diary.example/cat",
        "https://diary.example/formula",
        "https://diary.example/hostile",
        NEWS,
        "https://news.example/1",
    ]
    assert [line["type"] for line in lines(archive)] == ["blog", "post", "post", "post", "blog", "feed_entry"]


def test_only_the_blogs_that_are_named_are_exported_each_once(archive):
    assert [line["url"] for line in lines(archive, NEWS, "http://www.news.example")] == [NEWS, "https://news.example/1"]
    with pytest.raises(NotInArchive, match="no such blog"):
        lines(archive, NEWS, "https://nobody.example/")


def test_a_post_is_exported_as_it_is_shown(archive):
    exported = {line["url"]: line for line in lines(archive) if line["type"] == "post"}
    for address, record in exported.items():
        assert record == archived_record(read_post(archive, address))


def test_a_file_appears_whole_or_not_at_all(archive, tmp_path):
    target = tmp_path / "posts.jsonl"
    target.write_text("older")
    with pytest.raises(NotInArchive):
        export(archive, ["https://nobody.example/"], "jsonl", target)
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("posts.jsonl", "older")]
    done = export(archive, (), "jsonl", target)
    assert (done.blogs, done.posts, len(target.read_text("utf-8").splitlines())) == (2, 4, 6)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_that_cannot_be_written_names_the_file(archive, tmp_path, form):
    for target in (tmp_path, tmp_path / "no folder" / "x", "a\0name"):
        with pytest.raises(UnreadableFile, match=r"no folder|is a folder|is not a file name"):
            export(archive, (), form, target)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device here")  # noqa: PTH110  # no file
def test_a_full_disk_is_told(archive):
    with pytest.raises(UnreadableFile, match="no space left"):
        export(archive, (), "jsonl", "/dev/full")


def table(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def test_csv_has_a_row_for_each_post(archive, tmp_path):
    export(archive, (), "csv", tmp_path / "posts.csv")
    cat, formula, *_ = rows = table((tmp_path / "posts.csv").read_bytes())
    assert len(rows) == 4
    assert tuple(cat) == COLUMNS
    assert (cat["title"], cat["authors"], cat["version"], cat["from_feed"]) == (
        "The cat",
        "Ann Archivist; Bob",
        "2",
        "false",
    )
    assert (formula["title"], formula["content_text"]) == (f"'{FORMULA}", "'-1 and more words")


@examples(200)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20))
def test_no_cell_is_a_formula_and_every_text_but_its_controls_can_be_read_back(text):
    output = io.BytesIO()
    record = as_record(Post(url=None, title=text, tags=(text,))) | {"blog": text} | IN_NO_ARCHIVE
    write_csv([record], output)
    (row,) = table(output.getvalue())
    for cell in (row["title"], row["tags"], row["blog"]):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert not re.search(r"[;\t\r\n][\s\"]*[=+@]", cell)
        assert cell.replace("'", "") == CONTROLS.sub(" ", text).replace("'", "")


def parquet(file):
    with duckdb.connect() as database:
        found = database.execute("SELECT * FROM read_parquet($1)", [str(file)])
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_parquet_holds_the_same_as_the_lines(archive, tmp_path):
    export(archive, (), "parquet", tmp_path / "posts.parquet")
    posts = [line for line in lines(archive) if line["type"] != "blog"]
    rows = [
        {name: row[name] for name in row if name not in ONLY_IN_TABLES} for row in parquet(tmp_path / "posts.parquet")
    ]
    assert rows == [{name: one[name] for name in one if name != "type"} for one in posts]
    assert [one.name for one in tmp_path.iterdir()] == ["posts.parquet"]


def test_every_part_of_a_post_has_its_column(archive):
    assert PARQUET_COLUMNS.keys() - ONLY_IN_TABLES == archived_record(read_post(archive, "1")).keys() - {"type"}


@examples(10)
@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), max_size=3))
def test_any_text_comes_back_from_parquet(tmp_path_factory, texts):
    file = tmp_path_factory.mktemp("any 'name' [of] a *") / "x.parquet"
    record = as_record(Post(url="u", tags=tuple(texts), content_text="\n".join(texts)))
    write_parquet([record | {"blog": "b"} | IN_NO_ARCHIVE], file)
    with duckdb.connect() as database:
        found = database.execute(
            "SELECT tags, content_text FROM read_parquet($1)", [str(file).replace("[", "[[]").replace("*", "[*]")]
        )
        assert found.fetchall() == [(texts, "\n".join(texts))]


def test_comments_are_inside_the_record_of_their_post_and_links_from_elsewhere_beside_them(archive):
    cat = next(line for line in lines(archive) if line["url"] == "https://diary.example/cat")
    told = [(one["id"], one["parent"], one["status"], one["content_text"]) for one in cat["comments"]]
    assert told == [
        ("1", None, "gone", "First!"),
        ("2", None, "shown", "What a cat."),
        ("5", "2", "deleted", ""),
        ("6", "5", "shown", FORMULA),
        ("3", None, "shown", HOSTILE),
    ]
    assert [(one["id"], one["kind"], one["status"]) for one in cat["mentions"]] == [
        ("7", "pingback", "shown"),
        ("8", "comment", "deleted"),
    ]
    assert (cat["comments_stated"], cat["comments_complete"]) == (9, True)
    assert cat["comments"][1] == {
        "id": "2",
        "author": "Ann",
        "author_url": "https://ann.example/",
        "avatar": "https://ann.example/me.png",
        "published": "2023-12-25",
        "published_as_written": "Christmas",
        "content_html": "<p>What a cat.</p><script>alert(1)</script>",
        "content_text": "What a cat.",
        "parent": None,
        "url": "https://diary.example/cat#comment-2",
        "kind": "comment",
        "status": "shown",
        "version": 2,
        "captured_at": "2024-05-01T12:00:00+00:00",
        "read_by": "WordPress markup",
    }
    assert cat["screenshot"]["path"].endswith(f"{cat['screenshot']['sha256']}.png")
    others = [
        line for line in lines(archive) if line["type"] != "blog" and line is not cat and line["url"] != cat["url"]
    ]
    assert {(len(one["comments"]), one["comments_complete"], one["screenshot"]) for one in others} == {(0, None, None)}
    assert lines(archive, DIARY)[0]["comments"] == 4


def test_comments_can_be_exported_one_by_one_in_every_format(archive, tmp_path):
    cat = next(line for line in lines(archive) if line["url"] == "https://diary.example/cat")
    every = lines(archive, only_comments=True)
    about = {"type": "comment", "blog": DIARY, "post": cat["url"], "post_title": "The cat"}
    assert every == [about | one for one in (*cat["comments"], *cat["mentions"])]
    for form in FORMATS:
        done = export(archive, (), form, tmp_path / form, only_comments=True)
        assert (done.blogs, done.posts, done.comments) == (1, 1, 7)  # what is in the file
    in_parquet = [
        {name: row[name] for name in row if name not in ONLY_IN_TABLES} for row in parquet(tmp_path / "parquet")
    ]
    assert in_parquet == [{name: one[name] for name in one if name != "type"} for one in every]
    rows = table((tmp_path / "csv").read_bytes())
    assert [row["id"] for row in rows] == [one["id"] for one in every]
    assert rows[3]["content_text"] == f"'{FORMULA}"
    export(archive, (), "csv", tmp_path / "posts")
    posts = {row["url"]: row for row in table((tmp_path / "posts").read_bytes())}
    row = posts[cat["url"]]
    assert (row["comment_count"], row["comments_stated"], row["comments_complete"]) == ("4", "9", "true")
    assert row["screenshot"] == cat["screenshot"]["path"]


def test_an_export_without_posts_is_a_table_without_rows(tmp_path):
    kept = Archive(folder=tmp_path / "archive", store=None)
    with kept.harvest():
        pass
    with open_archive(str(kept.folder)) as opened:
        for form in ("csv", "parquet"):
            assert export(opened, (), form, tmp_path / form).posts == 0
    assert parquet(tmp_path / "parquet") == table((tmp_path / "csv").read_bytes()) == []


def test_posts_that_come_while_an_export_runs_do_not_disturb_it(tmp_path):
    kept = Archive(folder=tmp_path, store=None)
    with kept.harvest() as records:
        for number in range(250):
            records.keep_post(post(f"blog.example/{number:03d}"))
    other = kept.records("https://other.example/")
    with open_archive(str(tmp_path)) as opened:

        class Slow(io.BytesIO):
            def write(self, data):
                other.keep_post(post(f"other.example/{self.tell()}"))
                other.save()
                return super().write(data)

        output = Slow()
        assert export(opened, ["https://blog.example"], "jsonl", output).posts == 250
    other.close(None)
