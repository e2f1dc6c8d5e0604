from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import inspect, text

from blogforever.errors import BadArchive
from blogforever.store.database import open_database, open_existing
from blogforever.store.queries.blogs import list_blogs
from blogforever.store.tables.migrations import MIGRATIONS, Migration
from tests.store.archive import post


def _add_column(connection):
    connection.execute(text("ALTER TABLE blogs ADD COLUMN mood TEXT"))


LATER = (*MIGRATIONS, Migration(name="9999 moods", change=_add_column))


def columns(database):
    return {column["name"] for column in inspect(database.engine).get_columns("blogs")}


@pytest.mark.parametrize("opened", [open_database, open_existing])
def test_an_archive_of_today_opens_after_a_later_migration(archive, opened):
    with archive.harvest() as records:
        records.keep_post(post())
    for _ in range(2):
        with closing(opened(archive.folder, archive.store, LATER)) as database:
            assert "mood" in columns(database)
            assert list_blogs(database)[0].posts == 1


@pytest.mark.parametrize("opened", [open_database, open_existing])
def test_an_archive_of_a_newer_version_is_left_alone(archive, opened):
    open_database(archive.folder, archive.store, LATER).close()
    with pytest.raises(BadArchive, match=r"made by a newer version \('9999 moods' is unknown\). Update blogforever"):
        opened(archive.folder, archive.store)


def test_a_migration_that_fails_leaves_no_trace(archive):
    def change(connection):
        _add_column(connection)
        connection.execute(text("SELECT nothing FROM nowhere"))

    open_database(archive.folder, archive.store).close()
    failing = (*MIGRATIONS, Migration(name="9999 moods", change=change))
    with pytest.raises(BadArchive):
        open_database(archive.folder, archive.store, failing)
    with archive.reading() as database:
        assert "mood" not in columns(database)


def test_many_programs_may_make_the_archive_at_once(archive):
    def make(_):
        open_database(archive.folder, archive.store, LATER).close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(make, range(8)))
    with closing(open_existing(archive.folder, archive.store, LATER)) as database:
        assert list_blogs(database) == ()


def test_versions_of_an_older_archive_are_compared_by_what_their_author_said(archive):
    with archive.harvest() as records:
        for key in "abc":
            records.keep_post(post(key))
    digests = text("SELECT author_digest FROM versions ORDER BY post")
    with closing(open_database(archive.folder, archive.store)) as database, database.transaction() as connection:
        today = connection.scalars(digests).all()
        connection.execute(text("ALTER TABLE versions DROP COLUMN author_digest"))
        connection.execute(text("DELETE FROM migrations WHERE name LIKE '0009%'"))
    with closing(open_database(archive.folder, archive.store)) as database, database.transaction() as connection:
        assert connection.scalars(digests).all() == today
    with archive.harvest() as records:
        records.keep_post(post("a"))
    with archive.reading() as database:
        assert list_blogs(database)[0].versions == 3
