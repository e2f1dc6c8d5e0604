import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from blogforever.errors import ArchiveBusy, BadArchive, NotInArchive
from blogforever.store import database as databases
from blogforever.store.database import FILE, open_database, open_existing
from blogforever.store.queries.blogs import list_blogs
from tests.store.archive import Archive, post


@pytest.fixture
def on_disk(tmp_path):
    return Archive(tmp_path / "archive", None)


@pytest.fixture
def nobody():
    """The rights of a user who owns nothing; root may write everywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.fixture
def read_only():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        yield Path(folder)
        Path(folder).chmod(0o755)


def test_making_an_archive_is_safe_to_repeat(archive):
    for _ in range(3):
        open_database(archive.folder, archive.store).close()
    with archive.reading() as database:
        assert list_blogs(database) == ()


def test_the_file_is_safe_and_fast(tmp_path):
    with (
        closing(open_database(tmp_path, None)) as database,
        database.transaction() as connection,
    ):
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        told = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in asked]
    assert told == ["wal", 2, 1, 60_000]


def test_reading_where_nothing_is_names_the_next_step(tmp_path):
    with pytest.raises(NotInArchive, match=r"there is no archive here\. Harvest a blog first"):
        open_existing(tmp_path / "nothing", None)
    assert not (tmp_path / "nothing").exists()


def test_reading_a_server_without_an_archive_names_the_next_step(new_store, tmp_path):
    with pytest.raises(NotInArchive, match="Harvest a blog first"):
        open_existing(tmp_path, new_store())


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path):
    file = tmp_path / "archive"
    file.write_text("mine")
    with pytest.raises(BadArchive, match="there is a file in the folder's place"):
        open_database(file, None)
    with pytest.raises(NotInArchive):
        open_existing(file, None)
    assert file.read_text() == "mine"


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path):
    (tmp_path / FILE).mkdir()
    for open_it in (open_database, open_existing):
        with pytest.raises(BadArchive, match=r"archive\.sqlite is not a file\. Move it away"):
            open_it(tmp_path, None)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadArchive, match=r"the folder cannot be made .* Name another folder"):
        open_database(tmp_path / "file" / "archive", None)


@pytest.mark.usefixtures("nobody")
def test_a_read_only_folder_is_told(read_only):
    with pytest.raises(BadArchive, match="it cannot be opened"):
        open_database(read_only, None)


def test_an_archive_that_may_only_be_read_is_read(read_only, request):
    Path(read_only).chmod(0o755)
    with Archive(read_only, None).harvest() as records:
        records.keep_post(post())
    for path in (*read_only.rglob("*"), read_only):
        path.chmod(0o555)
    request.getfixturevalue("nobody")
    with closing(open_existing(read_only, None)) as database:
        assert list_blogs(database)[0].posts == 1
    with pytest.raises(BadArchive, match="it cannot be written"):
        open_database(read_only, None)


@pytest.mark.parametrize("content", [b"This is no database." * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_told(on_disk, content):
    on_disk.folder.mkdir()
    (on_disk.folder / FILE).write_bytes(content)
    for opened in (open_database, open_existing):
        with pytest.raises(BadArchive, match="the database is damaged"):
            opened(on_disk.folder, None)


def test_a_damaged_page_is_told(on_disk):
    with on_disk.harvest() as records:
        for number in range(200):
            records.keep_post(post(f"blog.example/{number}", text="words " * 300))
    file = on_disk.folder / FILE
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))
    with pytest.raises(BadArchive, match=r"the database is damaged .*backup"), on_disk.reading() as database:
        list_blogs(database)


def test_a_full_disk_is_told_and_nothing_is_lost(on_disk):
    records = on_disk.records()
    records.keep_post(post("blog.example/before"))
    records.save()
    records._session.connection.connection.exec_driver_sql("PRAGMA max_page_count = 60")
    records._session.connection.connection.commit()
    records.keep_post(post(text="words " * 100_000))
    with pytest.raises(BadArchive, match=r"the disk is full .*Make room"):
        records.save()
    records._session.connection.connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    records._session.connection.connection.commit()
    records.close(None)
    with on_disk.reading() as database:
        assert list_blogs(database)[0].posts == 2


def test_a_program_that_never_stops_writing_is_told(on_disk, monkeypatch):
    open_database(on_disk.folder, None).close()
    monkeypatch.setattr(databases, "_PATIENCE", 0.1)
    with closing(sqlite3.connect(on_disk.folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveBusy, match="other programs keep writing"):
            on_disk.records()


@pytest.mark.parametrize(
    "store, problem",
    [
        ("mysql://host/archive", "'mysql' is not a database that can hold an archive"),
        ("no address", "it is not the address of a database"),
        ("postgresql://host:port/archive", "it is not the address of a database"),
    ],
)
def test_an_address_of_no_server_is_told(tmp_path, store, problem):
    with pytest.raises(BadArchive, match=problem):
        open_database(tmp_path, store)


def test_a_server_that_does_not_answer_is_told_without_its_password(tmp_path):
    with pytest.raises(BadArchive, match="the database cannot be reached") as told:
        open_database(tmp_path, "postgresql://me:secret@127.0.0.1:1/archive")
    assert "secret" not in str(told.value)


def test_a_database_that_the_server_does_not_have_is_told(postgresql, tmp_path):
    with pytest.raises(BadArchive, match='database "nowhere" does not exist'):
        open_database(tmp_path, f"{postgresql}/nowhere")


def test_both_spellings_of_the_address_open_the_same_database(new_store, tmp_path):
    store = new_store()
    open_database(tmp_path, store).close()
    open_existing(tmp_path, store.replace("postgresql:", "postgresql+psycopg:")).close()


def test_a_missing_driver_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadArchive, match=r"pip install 'blogforever\[postgresql\]'"):
        open_database(tmp_path, "postgresql://localhost/archive")
