"""Columns of tables that can be sorted, filtered and counted by: exact where the page is exact, else empty."""

import csv
from datetime import date, datetime

import duckdb
import pytest

from blogforever.actions._archive import open_archive
from blogforever.actions.export import export
from blogforever.model.blog import Blog
from blogforever.model.comment import Comment
from blogforever.model.harvest import KeptComments, Report, State
from blogforever.model.moment import Moment
from tests.store.archive import NOON, Archive, post

BLOG = "https://dates.example/"
DATES = {
    "2010": (None, None),
    "2010-03": (None, None),
    "2010-03-31": ("2010-03-31", None),
    "2010-03-31T23:30": ("2010-03-31", None),
    "2010-03-31T23:30:00-05:00": ("2010-03-31", "2010-04-01 04:30:00"),
    "2010-04-01T01:00+02:00": ("2010-04-01", "2010-03-31 23:00:00"),
    "2010-03-31T23:30:00Z": ("2010-03-31", "2010-03-31 23:30:00"),
    "0001-01-01T00:00:00+05:00": ("0001-01-01", None),
    "2010-02-30": (None, None),
}
TEXTS = {
    "a": ("Don't stop: well-known words – 3 of them.", 7),
    "b": ("吾輩は猫である。", 7),
    "c": ("나는 학교에 갑니다.", 3),
    "d": ("", 0),
    "e": ("GPT はカタカナ 2 つ", 8),
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The rows of posts and of comments in Parquet and in CSV, by address or id."""
    folder = tmp_path_factory.mktemp("columns")
    kept = Archive(folder=folder / "archive", store=None)
    records = kept.records(BLOG)
    records.keep_blog(Blog(url=BLOG, title="Dates and words"))
    for number, iso in enumerate(DATES):
        moment = Moment(written=f"on {iso}", iso=iso)
        records.keep_post(post(f"dates.example/{number}", published=iso, updated=moment))
    for name, (text, _) in TEXTS.items():
        records.keep_post(post(f"dates.example/{name}", published=None, text=text))
    said = (
        Comment(id="1", content_text="Two words", published=Moment(written="x", iso="2010-03-31T23:30:00-05:00")),
        Comment(id="2", content_text="東京", published=Moment(written="y", iso="2010-03-31T23:30")),
        Comment(id="3", content_text=""),
    )
    records.keep_comments(KeptComments(key="dates.example/a", comments=said, captured_at=NOON))
    records.close(Report(blog=BLOG, state=State.DONE))
    rows = {}
    with open_archive(str(kept.folder)) as archive, duckdb.connect() as database:
        for only_comments, key in ((False, "url"), (True, "id")):
            for form in ("parquet", "csv"):
                export(archive, (), form, folder / form, only_comments=only_comments)
            found = database.execute("SELECT * FROM read_parquet($1)", [str(folder / "parquet")])
            names = [column[0] for column in found.description]
            rows["parquet", key] = {
                row[names.index(key)]: dict(zip(names, row, strict=True)) for row in found.fetchall()
            }
            with (folder / "csv").open(encoding="utf-8", newline="") as file:
                rows["csv", key] = {row[key]: row for row in csv.DictReader(file)}
    return rows


def test_no_day_hour_or_zone_is_invented(tables):
    for number, (iso, (day, utc)) in enumerate(DATES.items()):
        address = f"https://dates.example/{number}"
        row, cells = tables["parquet", "url"][address], tables["csv", "url"][address]
        for name in ("published", "updated"):
            assert (row[name], cells[name]) == (iso, iso)
            assert row[f"{name}_date"] == (date.fromisoformat(day) if day else None)
            assert row[f"{name}_utc"] == (datetime.fromisoformat(utc) if utc else None)
            assert (cells[f"{name}_date"], cells[f"{name}_utc"]) == (day or "", utc or "")


def test_the_moment_of_capture_is_known_exactly(tables):
    row, cells = (tables[form, "url"]["https://dates.example/0"] for form in ("parquet", "csv"))
    assert row["captured_utc"] == NOON.replace(tzinfo=None)
    assert (cells["captured_utc"], cells["captured_at"]) == ("2024-05-01 12:00:00", "2024-05-01T12:00:00+00:00")


def test_words_are_counted_in_every_script(tables):
    for name, (_, words) in TEXTS.items():
        address = f"https://dates.example/{name}"
        assert tables["parquet", "url"][address]["word_count"] == words
        assert tables["csv", "url"][address]["word_count"] == str(words)


def test_posts_name_their_blog_and_count_their_comments(tables):
    row, cells = (tables[form, "url"]["https://dates.example/a"] for form in ("parquet", "csv"))
    assert (row["blog_title"], row["comment_count"], len(row["comments"])) == ("Dates and words", 2, 2)
    assert (cells["blog_title"], cells["comment_count"]) == ("Dates and words", "2")


def test_comments_have_the_same_columns(tables):
    first, second = (tables["parquet", "id"][name] for name in "12")
    assert (first["blog_title"], first["word_count"], first["published_date"]) == (
        "Dates and words",
        2,
        date(2010, 3, 31),
    )
    assert (first["published_utc"], second["published_utc"]) == (datetime.fromisoformat("2010-04-01T04:30"), None)
    assert second["word_count"] == 2
    cells = tables["csv", "id"]["1"]
    assert (cells["published_utc"], cells["word_count"]) == ("2010-04-01 04:30:00", "2")
