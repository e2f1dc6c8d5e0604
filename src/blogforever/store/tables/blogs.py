"""What is known about a blog, as rows of tables and back."""

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from blogforever.model.blog import Blog, KnownFeed, Platform
from blogforever.model.moment import Moment
from blogforever.store.tables.harvests import lock_blog_names, name_key
from blogforever.store.tables.post_rows import strings
from blogforever.store.tables.schema import blog_names, blogs, feeds
from blogforever.store.tables.storable_text import as_json, storable, storable_or_none
from blogforever.store.tables.upsert import Row


def write_blog(connection: Connection, number: int, blog: Blog) -> None:
    """Overwrite what was known about the blog."""
    connection.execute(update(blogs).where(blogs.c.id == number).values(_blog_row(blog)))
    connection.execute(delete(feeds).where(feeds.c.blog == number))
    if blog.feeds:
        rows = [{"blog": number, "position": place, **_feed_row(feed)} for place, feed in enumerate(blog.feeds)]
        connection.execute(insert(feeds), rows)
    add_names(connection, number, (blog.url, *blog.aliases))


def read_blog(connection: Connection, row: Any) -> Blog:
    """The blog of a row of the table of blogs."""
    rows = connection.execute(select(feeds).where(feeds.c.blog == row.id).order_by(feeds.c.position))
    return Blog(
        url=row.url,
        title=row.title,
        subtitle=row.subtitle,
        aliases=strings(row.aliases),
        language=row.language,
        encoding=row.encoding,
        platform=_platform(row),
        feeds=tuple(_feed(feed) for feed in rows),
        sitemaps=strings(row.sitemaps),
        authors=strings(row.authors),
        rights=row.rights,
        license=row.license,
        status_code=row.status_code,
        hosting_ip=row.hosting_ip,
        last_activity=row.last_activity,
        post_frequency=row.post_frequency,
        update_frequency=row.update_frequency,
    )


def _blog_row(blog: Blog) -> Row:
    platform = blog.platform
    row: Row = {
        "url": storable(blog.url),
        "title": storable_or_none(blog.title),
        "subtitle": storable_or_none(blog.subtitle),
        "aliases": as_json(blog.aliases),
        "language": storable_or_none(blog.language),
        "encoding": storable_or_none(blog.encoding),
        "platform": storable(platform.name) if platform else None,
        "platform_version": storable_or_none(platform.version) if platform else None,
        "platform_reason": storable(platform.reason) if platform else None,
        "platform_sure": platform.sure if platform else None,
        "sitemaps": as_json(blog.sitemaps),
        "authors": as_json(blog.authors),
        "rights": storable_or_none(blog.rights),
        "license": storable_or_none(blog.license),
        "status_code": blog.status_code,
        "hosting_ip": storable_or_none(blog.hosting_ip),
        "update_frequency": storable_or_none(blog.update_frequency),
    }
    # The archive works these two out itself at the end of each harvest; until then the old ones stand.
    if blog.last_activity is not None:
        row["last_activity"] = storable(blog.last_activity)
    if blog.post_frequency is not None:
        row["post_frequency"] = blog.post_frequency
    return row


def _feed_row(feed: KnownFeed) -> Row:
    return {
        "address": storable(feed.address),
        "role": storable(feed.role),
        "format": storable_or_none(feed.format),
        "title": storable_or_none(feed.title),
        "entries": feed.entries,
        "text": storable_or_none(feed.text),
        "reason": storable(feed.reason),
        "updated": storable(feed.updated.iso) if feed.updated else None,
        "updated_as_written": storable(feed.updated.written) if feed.updated else None,
    }


def add_names(connection: Connection, number: int, addresses: tuple[str, ...]) -> None:
    """Let the addresses lead to the blog; one that leads to another blog already goes on doing so."""
    wanted = dict.fromkeys(name_key(address) for address in addresses)
    known = select(blog_names.c.key).where(blog_names.c.key.in_(wanted))
    if wanted.keys() <= set(connection.scalars(known)):
        return
    lock_blog_names(connection)
    taken = set(connection.scalars(known))
    if free := [{"key": key, "blog": number} for key in wanted if key not in taken]:
        connection.execute(insert(blog_names), free)


def other_blog(connection: Connection, number: int, addresses: tuple[str, ...]) -> int | None:
    """Another blog that is known by one of the addresses, by the first of them if there are several."""
    for address in addresses:
        known: int | None = connection.scalar(select(blog_names.c.blog).where(blog_names.c.key == name_key(address)))
        if known is not None and known != number:
            return known
    return None


def _platform(row: Any) -> Platform | None:
    if row.platform is None:
        return None
    return Platform(
        name=row.platform, version=row.platform_version, reason=row.platform_reason or "", sure=row.platform_sure or 0.0
    )


def _feed(row: Any) -> KnownFeed:
    written = row.updated_as_written
    return KnownFeed(
        address=row.address,
        role=row.role,
        format=row.format,
        title=row.title,
        entries=row.entries,
        text=row.text,
        reason=row.reason,
        updated=None if row.updated is None or written is None else Moment(written=written, iso=row.updated),
    )
