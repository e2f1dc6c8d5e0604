"""The feeds of the archive's blogs, as each harvest captured them."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from sqlalchemy import select

from blogforever.model.exchange import Exchange
from blogforever.model.page import LARGEST_PAGE
from blogforever.sources.decompress import decompress
from blogforever.store.database import Database
from blogforever.store.tables.harvests import files_of_blog
from blogforever.store.tables.schema import LISTED, posts
from blogforever.store.warc.captures import WarcCaptures


def captured_feeds(database: Database, blog: int, address: str) -> Iterator[Exchange]:
    """The answers for the feed, one for each harvest that has one, oldest first."""
    with database.transaction() as connection:
        known = files_of_blog(connection, blog)
    with closing(WarcCaptures(database.folder, known=known, is_read_only=True)) as warc:
        for harvest in sorted(known):
            if (exchange := warc.find(address, harvest=harvest)) is not None:
                yield exchange


def newest_feed(database: Database, blog: int, address: str) -> Exchange | None:
    """The newest answer with a body for the feed, unpacked."""
    with database.transaction() as connection:
        known = files_of_blog(connection, blog)
    with closing(WarcCaptures(database.folder, known=known, is_read_only=True)) as warc:
        found = warc.find_older(address, before=max(known, default=0) + 1)
    if found is None:
        return None
    return replace(found, body=decompress(found.body, found.header("Content-Encoding") or "", LARGEST_PAGE))


def publication_dates(database: Database, blog: int) -> tuple[str, ...]:
    """When the blog's posts were published, as far as they say: ISO 8601."""
    dates = select(posts.c.published).where(posts.c.blog == blog, posts.c.published != "", LISTED)
    with database.transaction() as connection:
        return tuple(connection.scalars(dates))
