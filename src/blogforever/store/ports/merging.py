"""Makes two blogs of an archive one, and lets the captures say so, for a database that is made from them later."""

from pathlib import Path

from sqlalchemy import Connection, select

from blogforever.store.curation.merge_blogs import MergeCounts, merge_blogs
from blogforever.store.database import Database
from blogforever.store.tables.harvests import files_of_blog, lock_blog, provenance
from blogforever.store.tables.schema import blogs, feeds, posts
from blogforever.store.warc.captures import FOLDER, WarcCaptures
from blogforever.store.warc.file_names import HarvestFiles, files_written
from blogforever.store.warc.harvest_end import BLOG
from blogforever.urls.normalize import host_of, post_key


def may_be_one(database: Database, one: int, other: int) -> bool:
    """True if something speaks for it that the two are the same blog: they share a host, a feed or a post."""
    with database.transaction() as connection:
        parts = zip(_parts(connection, one), _parts(connection, other), strict=True)
        return any(not mine.isdisjoint(theirs) for mine, theirs in parts)


def merge(database: Database, folder: Path, *, into: int, other: int) -> MergeCounts:
    """All of the other blog belongs to the first from now on. Raises ArchiveBusy while one of them is harvested."""
    with database.transaction() as connection:
        url = str(connection.scalar(select(blogs.c.url).where(blogs.c.id == other)))
        for blog in (into, other):
            lock_blog(connection, blog, url)
        moved = files_of_blog(connection, other)
        counts = merge_blogs(connection, into=into, other=other)
        for harvest, files in moved.items():
            _note_in_captures(connection, folder, harvest, files, url)
    return counts


def _parts(connection: Connection, blog: int) -> tuple[set[str], set[str], set[str]]:
    """Its host, its feeds and its posts, in forms that compare equal."""
    return (
        set(map(host_of, connection.scalars(select(blogs.c.url).where(blogs.c.id == blog)))),
        set(map(post_key, connection.scalars(select(feeds.c.address).where(feeds.c.blog == blog)))),
        set(connection.scalars(select(posts.c.key).where(posts.c.blog == blog))),
    )


def _note_in_captures(connection: Connection, folder: Path, harvest: int, files: HarvestFiles, start: str) -> None:
    """Behind the captures of the harvest stands which blog it belongs to now; files of earlier versions stay as is."""
    if not files_written(folder / FOLDER, files.prefix):
        return
    about = provenance(connection, harvest, start)
    warc = WarcCaptures(folder, known={harvest: files}, about=about)
    try:
        fields = {"blogforever-harvest": about["blogforever-harvest"], BLOG: about[BLOG]}
        warc.write_end(start, fields, harvest=harvest)
        warc.flush()
    finally:
        warc.close()
