"""Whose a file of captures is: what belongs to no harvest of the database is neither read nor touched."""

import json
import shutil
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from sqlalchemy import delete, text
from warcio.archiveiterator import ArchiveIterator

from blogforever.model.harvest import HarvestOptions, State
from blogforever.store.database import FILE, open_database, open_existing
from blogforever.store.tables.schema import migrations
from blogforever.store.warc.http_message import parse_warc_fields
from tests.store.archive import BLOG, Archive
from tests.store.wire import exchange

OTHER = "https://other.example/"
NO_WARC = HarvestOptions(warc=False)


def files(archive):
    """What lies in the folder of captures."""
    return {path.name: path.read_bytes() for path in (archive.folder / "warc").glob("*")}


def harvest(archive, blog=BLOG, *, state=State.DONE, options=None, words=b"some words "):
    """A harvest of one page; what it recalled of that page before it asked, and its notes."""
    with archive.harvest_ports(blog, state, options) as (captures, records):
        recalled = captures.recall(blog)
        if recalled is None:
            captures.capture(exchange(blog, body=words * 100))
        return recalled, records.notes()


@pytest.fixture
def other_database(request, archive):
    """Makes another, empty database for the folder of the archive."""

    def make():
        if archive.store:
            return Archive(folder=archive.folder, store=request.getfixturevalue("new_store")())
        for path in archive.folder.glob(f"{FILE}*"):
            path.unlink()
        return archive

    return make


@pytest.mark.parametrize("options", [HarvestOptions(), NO_WARC], ids=["kept", "no-warc"])
@pytest.mark.parametrize("blog", [BLOG, OTHER])
@pytest.mark.parametrize("state", [State.DONE, State.INTERRUPTED])
def test_another_database_leaves_the_files_of_the_first_alone(archive, other_database, state, blog, options):
    harvest(archive, state=state)
    before = files(archive)
    recalled, notes = harvest(other_database(), blog, options=options, words=b"other words ")
    assert recalled is None
    assert files(archive).items() >= before.items()
    (name,) = (name for name in before if name.endswith(".warc.gz"))
    told = "1 file in warc/ belongs to no harvest of this database and is left alone"
    assert notes == (f"{told}: {name} (`blogforever verify` names them)",)


def test_a_foreign_file_with_a_torn_end_is_not_mended(archive, other_database):
    harvest(archive)
    (path,) = (archive.folder / "warc").glob("*.warc.gz")
    path.write_bytes(path.read_bytes()[:-5])
    path.with_name("other-00000.warc.gz").write_bytes(b"not ours")
    before = files(archive)
    _, (note,) = harvest(other_database())
    assert note.startswith("2 files in warc/ belong to no harvest of this database and are left alone: ")
    assert files(archive).items() >= before.items()


@pytest.mark.parametrize("options", [HarvestOptions(), NO_WARC], ids=["kept", "no-warc"])
@pytest.mark.parametrize("blog", [BLOG, OTHER, "https://third.example/"])
@pytest.mark.parametrize("archive", ["sqlite"], indirect=True)
def test_a_database_restored_from_an_older_copy_leaves_newer_files_alone(archive, blog, options):
    harvest(archive)
    older = (archive.folder / FILE).read_bytes()
    harvest(archive, words=b"changed words ")
    harvest(archive, OTHER)
    before = files(archive)
    (archive.folder / FILE).write_bytes(older)
    recalled, (note,) = harvest(archive, blog, options=options, words=b"words after that ")
    assert recalled is None
    assert note.startswith("2 files in warc/ belong to no harvest")
    assert files(archive).items() >= before.items()


@pytest.mark.parametrize("options", [HarvestOptions(), NO_WARC], ids=["kept", "no-warc"])
@pytest.mark.parametrize("archive", ["sqlite"], indirect=True)
def test_a_harvest_that_its_files_know_to_be_done_is_not_taken_up_by_an_older_database(archive, options):
    harvest(archive, state=State.INTERRUPTED)
    older = (archive.folder / FILE).read_bytes()
    assert harvest(archive)[0] is not None
    before = files(archive)
    (archive.folder / FILE).write_bytes(older)
    assert harvest(archive, options=options)[0] is None
    assert files(archive).items() >= before.items()


@pytest.mark.parametrize("archive", ["sqlite"], indirect=True)
def test_two_copies_of_an_archive_that_went_apart_can_lie_in_one_folder(archive, quick_folder):
    harvest(archive)
    copy = Archive(folder=quick_folder / "copy", store=None)
    shutil.copytree(archive.folder, copy.folder)
    harvest(archive, OTHER)
    harvest(copy, "https://third.example/")
    harvest(copy, words=b"changed words ")
    for name, content in files(copy).items():
        assert files(archive).get(name, content) == content
        (archive.folder / "warc" / name).write_bytes(content)
    before = files(archive)
    recalled, (note,) = harvest(archive, options=NO_WARC)
    assert recalled is None
    assert note.startswith("2 files in warc/ belong to no harvest")
    assert files(archive).items() >= before.items()


@pytest.mark.parametrize("archive", ["postgresql"], indirect=True)
@pytest.mark.parametrize("state", [State.DONE, State.INTERRUPTED])
def test_one_database_with_another_folder_asks_again_and_names_no_file_twice(archive, quick_folder, state):
    harvest(archive, state=state)
    elsewhere = Archive(folder=quick_folder / "elsewhere", store=archive.store)
    recalled, notes = harvest(elsewhere)
    assert (recalled, notes) == (None, ())
    with elsewhere.harvest_ports() as (captures, _):
        assert captures.recall_older(BLOG).body == b"some words " * 100
    if state is State.DONE:
        assert not files(archive).keys() & files(elsewhere).keys()


def test_no_warc_deletes_what_the_harvest_itself_wrote_and_nothing_else(archive):
    harvest(archive)
    kept = files(archive)
    harvest(archive, state=State.INTERRUPTED, words=b"new words ")
    assert files(archive).keys() > kept.keys()
    harvest(archive, options=NO_WARC)
    assert files(archive) == kept


def test_the_first_record_of_a_file_tells_what_a_database_needs(archive):
    harvest(archive)
    harvest(archive, options=HarvestOptions(delay=0.25), words=b"new words ")
    told = sorted((warcinfo(path) for path in (archive.folder / "warc").glob("*.warc.gz")), key=lambda one: one[NUMBER])
    first, second = told
    assert first["blogforever-archive"] == second["blogforever-archive"]
    assert first["blogforever-blog"] == second["blogforever-blog"]
    assert first["blogforever-harvest"] != second["blogforever-harvest"]
    assert (first[NUMBER], second[NUMBER]) == ("1", "2")
    assert second["blogforever-start"] == BLOG
    assert datetime.fromisoformat(second["blogforever-began"]).utcoffset() == timedelta(0)
    assert json.loads(second["blogforever-wishes"])["delay"] == 0.25
    names = [second[f"blogforever-{name}"] for name in ("archive", "blog", "harvest")]
    assert second["name"].startswith("-".join(names) + "-")
    assert all(len(name) == 10 for name in names)


NUMBER = "blogforever-harvest-number"


def warcinfo(path):
    """The fields of the file's first record, and its name."""
    with path.open("rb") as file:
        record = next(iter(ArchiveIterator(file)))
        assert record.rec_type == "warcinfo"
        return {"name": path.name, **dict(parse_warc_fields(record.raw_stream.read()))}


def test_the_last_record_tells_how_the_harvest_ended(archive):
    harvest(archive, state=State.LIMIT)
    harvest(archive, options=HarvestOptions(delay=0.25))
    (path,) = (archive.folder / "warc").glob("*.warc.gz")
    with path.open("rb") as file:
        told = [record.raw_stream.read() for record in ArchiveIterator(file) if record.rec_type == "metadata"]
    limit, done = (dict(parse_warc_fields(one)) for one in told)
    assert limit["blogforever-state"] == State.LIMIT
    assert done["blogforever-state"] == State.DONE
    assert json.loads(done["blogforever-report"])["blog"] == BLOG
    assert json.loads(done["blogforever-wishes"])["delay"] == 0.25
    assert done["blogforever-harvest"] == warcinfo(path)["blogforever-harvest"]


def as_of_version_1(archive, started=None):
    """Make the archive one of an earlier version: names with numbers, and a database without ids."""
    with closing(open_database(archive.folder, archive.store)) as database, database.transaction() as connection:
        for column in ("harvests.random_id", "harvests.files", "harvests.old_files", "blogs.random_id"):
            connection.execute(text("ALTER TABLE {} DROP COLUMN {}".format(*column.split("."))))
        connection.execute(text("DROP TABLE archive"))
        connection.execute(delete(migrations).where(migrations.c.name == "0003 names of capture files"))
        if started:
            connection.execute(text("UPDATE harvests SET started = :started"), {"started": started})
    for path in (archive.folder / "warc").glob("*"):
        path.rename(path.with_name("-".join(["blog00001-h1", *path.name.split("-")[3:]])))


def test_the_files_of_an_earlier_version_still_belong_to_their_harvest(archive):
    harvest(archive)
    as_of_version_1(archive)
    before = files(archive)
    assert all(name.startswith("blog00001-h1-2") for name in before)
    open_existing(archive.folder, archive.store).close()
    with archive.harvest_ports() as (captures, records):
        assert records.notes() == ()
        assert captures.recall(BLOG) is None
        assert captures.recall_older(BLOG).body == b"some words " * 100
        captures.capture(exchange(body=b"new words " * 100))
    assert files(archive).items() >= before.items()


@pytest.mark.parametrize("options", [HarvestOptions(), NO_WARC], ids=["kept", "no-warc"])
def test_an_unfinished_harvest_of_an_earlier_version_is_taken_up_and_its_files_stay_as_they_are(archive, options):
    harvest(archive, state=State.INTERRUPTED)
    as_of_version_1(archive)
    before = files(archive)
    with archive.harvest_ports(options=options) as (captures, _):
        assert captures.recall(BLOG).body == b"some words " * 100
        captures.capture(exchange(body=b"new words " * 100))
    assert files(archive).items() >= before.items()
    assert (len(files(archive)) > len(before)) == options.warc


def test_files_of_an_earlier_version_that_another_database_wrote_are_told_by_their_time(archive):
    harvest(archive)
    later = (datetime.now().astimezone() + timedelta(days=1)).isoformat()
    as_of_version_1(archive, started=later)
    before = files(archive)
    recalled, (note,) = harvest(archive)
    assert recalled is None
    assert note.startswith("1 file in warc/ belongs to no harvest of this database and is left alone: blog00001-h1-")
    assert files(archive).items() >= before.items()
