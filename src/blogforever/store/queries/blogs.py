"""Blogs of the archive, read."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, func, select

from blogforever.errors import AmbiguousBlog, NotInArchive
from blogforever.model.archive import ArchivedBlog
from blogforever.model.blog import Blog, KnownFeed
from blogforever.model.harvest import State
from blogforever.store.database import Database
from blogforever.store.queries.comments import as_it_stands
from blogforever.store.running import running_blogs
from blogforever.store.tables.blogs import read_blog
from blogforever.store.tables.harvests import name_key
from blogforever.store.tables.schema import (
    LISTED,
    addresses,
    blog_names,
    blogs,
    discussions,
    harvests,
    media,
    posts,
    rule_sets,
    visits,
)
from blogforever.text.words import fold
from blogforever.urls.normalize import host_of, post_key

_MOST_DIGITS = 9
_DAY = len("2024-05-01")
_MOST_NAMED = 10


def list_blogs(database: Database) -> tuple[ArchivedBlog, ...]:
    """All blogs with their figures, in the order in which they came."""
    with database.transaction() as connection:
        return _archived(connection, database.folder, None)


def blog_at(database: Database, address: str) -> int | None:
    """The number of the blog that the address is one of; None if the archive knows none."""
    with database.transaction() as connection:
        return connection.scalar(select(blog_names.c.blog).where(blog_names.c.key == name_key(address)))


def find_blog(database: Database, name: str) -> ArchivedBlog:
    """The blog that is meant by the name. Raises NotInArchive and AmbiguousBlog."""
    with database.transaction() as connection:
        return _archived(connection, database.folder, blog_id(connection, name))[0]


def blog_id(connection: Connection, name: str) -> int:
    """The number of the blog that is meant by the name. Raises NotInArchive and AmbiguousBlog.

    A name is the blog's number, one of its addresses, its host or title, or a part of its address or title: the first
    of these that fits any blog decides, and must fit only one.
    """
    if name.isascii() and name.isdecimal() and len(name) <= _MOST_DIGITS:
        numbered: int | None = connection.scalar(select(blogs.c.id).where(blogs.c.id == int(name)))
        if numbered is not None:
            return numbered
    named: int | None = connection.scalar(select(blog_names.c.blog).where(blog_names.c.key == name_key(name)))
    if named is not None:
        return named
    rows = connection.execute(select(blogs.c.id, blogs.c.url, blogs.c.title).order_by(blogs.c.id)).all()
    ways = _ways_to_name(name)
    for fits in ways[:-1] if name.isdecimal() else ways:  # a number is no part of an address
        if matching := [row for row in rows if fits(row)]:
            if len(matching) > 1:
                raise _ambiguous(name, matching)
            return int(matching[0].id)
    raise NotInArchive(name, "the archive holds no such blog", "See what it holds: blogforever blogs")


def _ways_to_name(name: str) -> tuple[Callable[[Any], bool], ...]:
    """How a name may fit a blog, from the strictest way to the loosest."""
    title, part = fold(name), name.strip().casefold()
    # An address with a path means that one place: another blog on the same host is not meant.
    host = host_of(name) if post_key(name) == host_of(name) else ""
    return (
        lambda row: bool(host) and host_of(row.url) == host,
        lambda row: bool(title) and fold(row.title or "") == title,
        lambda row: bool(part) and (part in row.url.casefold() or part in (row.title or "").casefold()),
    )


def _ambiguous(name: str, rows: Sequence[Any]) -> AmbiguousBlog:
    shown = [f"{row.id}  {row.url}" + (f"  {row.title}" if row.title else "") for row in rows[:_MOST_NAMED]]
    more = [f"and {len(rows) - _MOST_NAMED:,} more: blogforever blogs"] if len(rows) > _MOST_NAMED else []
    listed = "\n  ".join([*shown, *more])
    return AmbiguousBlog(name, f"{len(rows):,} blogs match", f"Give the number of the one you mean:\n  {listed}")


def newest_rules(database: Database, name: str) -> str | None:
    """The rules that the blog's pages were last read by, as JSON like that of a file of rules; None for no rules."""
    with database.transaction() as connection:
        number = blog_id(connection, name)
        newest = select(rule_sets.c.rules).where(rule_sets.c.blog == number).order_by(rule_sets.c.harvest.desc())
        return connection.scalar(newest.limit(1))


def blog_record(archived: ArchivedBlog) -> dict[str, Any]:
    """The blog as the JSON object that users see [BF Table 4]; what nobody stated is None."""
    blog = archived.blog
    return {
        "type": "blog",
        "url": blog.url,
        "title": blog.title,
        "subtitle": blog.subtitle,
        "aliases": list(blog.aliases),
        "authors": list(blog.authors),
        "language": blog.language,
        "encoding": blog.encoding,
        "platform": blog.platform.name if blog.platform else None,
        "platform_version": blog.platform.version if blog.platform else None,
        "feeds": [_feed_record(feed) for feed in blog.feeds],
        "sitemap": blog.sitemaps[0] if blog.sitemaps else None,
        "sitemaps": list(blog.sitemaps),
        "last_activity": blog.last_activity,
        "post_frequency": blog.post_frequency,
        "update_frequency": blog.update_frequency,
        "rights": blog.rights,
        "license": blog.license,
        "status_code": blog.status_code,
        "hosting_ip": blog.hosting_ip,
        "posts": archived.posts,
        "comments": archived.comments,
        "captured_at": archived.harvested,
    }


def _feed_record(feed: KnownFeed) -> dict[str, Any]:
    return {
        "url": feed.address,
        "role": feed.role,
        "format": feed.format,
        "title": feed.title,
        "entries": feed.entries,
        "text": feed.text,
        "updated": feed.updated.iso if feed.updated else None,
    }


def _archived(connection: Connection, folder: Path, blog: int | None) -> tuple[ArchivedBlog, ...]:
    """One blog, or all for None."""
    counts = {table: _by_blog(connection, table, func.count(), blog) for table in (media, addresses, harvests)}
    counts[posts] = _by_blog(connection, posts, func.count().filter(LISTED), blog)
    # Versions are numbered without gaps.
    version_counts = _by_blog(connection, posts, func.sum(posts.c.newest), blog)
    comment_counts = _comments(connection, blog)
    newest = _by_blog(connection, harvests, func.max(harvests.c.id), blog)
    days = (func.min(posts.c.published).label("first"), func.max(posts.c.published).label("last"))
    dated = select(posts.c.blog, *days).where(posts.c.published != "", LISTED).group_by(posts.c.blog)
    spans = {row.blog: row for row in connection.execute(_only(dated, posts.c.blog, blog))}
    latest = select(harvests.c.id, harvests.c.state, harvests.c.started, harvests.c.ended)
    runs = {row.id: row for row in connection.execute(_only(latest, harvests.c.blog, blog))}
    states = {number: State(runs[harvest].state) for number, harvest in newest.items()}
    claimed = {number for number, state in states.items() if state is State.RUNNING}
    states |= dict.fromkeys(claimed - running_blogs(connection, folder, claimed), State.STOPPED)
    planned = select(visits.c.blog, visits.c.next_visit, visits.c.reason)
    plans = {row.blog: row for row in connection.execute(_only(planned, visits.c.blog, blog))}
    rows = connection.execute(_only(select(blogs).order_by(blogs.c.id), blogs.c.id, blog)).all()
    newest_runs = {number: runs[harvest] for number, harvest in newest.items()}
    return tuple(
        ArchivedBlog(
            id=row.id,
            blog=_with_last_activity(read_blog(connection, row), spans.get(row.id)),
            posts=counts[posts].get(row.id, 0),
            first_post=str(spans[row.id].first) if row.id in spans else None,
            versions=version_counts.get(row.id, 0),
            comments=comment_counts.get(row.id, 0),
            media=counts[media].get(row.id, 0),
            addresses=counts[addresses].get(row.id, 0),
            harvests=counts[harvests].get(row.id, 0),
            state=states.get(row.id),
            harvested=(run.ended or run.started) if (run := newest_runs.get(row.id)) else None,
            next_visit=plan.next_visit if (plan := plans.get(row.id)) else None,
            next_visit_reason=plan.reason if plan else None,
            harvest_began=run.started if run else None,
            harvest_ended=run.ended if run else None,
        )
        for row in rows
    )


def _with_last_activity(blog: Blog, span: Any) -> Blog:
    """The blog as its posts are now: what the table says is from the end of a harvest, and the newest may have none."""
    return replace(blog, last_activity=str(span.last)[:_DAY]) if span else blog


def _by_blog(connection: Connection, table: Table, figure: ColumnElement[Any], blog: int | None) -> dict[int, int]:
    figures = select(table.c.blog, figure).group_by(table.c.blog)
    return {row[0]: int(row[1]) for row in connection.execute(_only(figures, table.c.blog, blog))}


def _comments(connection: Connection, blog: int | None) -> dict[int, int]:
    kept = func.sum(discussions.c.kept)
    figures = select(posts.c.blog, kept).select_from(posts).join(discussions, as_it_stands())
    figures = figures.where(LISTED).group_by(posts.c.blog)
    return {row[0]: int(row[1]) for row in connection.execute(_only(figures, posts.c.blog, blog))}


def _only(wanted: Select[Any], column: ColumnElement[int], blog: int | None) -> Select[Any]:
    return wanted if blog is None else wanted.where(column == blog)
