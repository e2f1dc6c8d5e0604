"""Blogs of the archive that may be the same blog, harvested from different addresses."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from blogforever.store.database import Database
from blogforever.store.tables.schema import blogs, feeds, posts
from blogforever.urls.normalize import host_of, post_key

_MOST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleDouble:
    """Another blog on the same host that may be the same blog."""

    number: int
    url: str
    posts: int
    """That both have."""
    merge: tuple[int, int]
    """The numbers of the two: first the one that has a feed, else the one that came first."""


def possible_doubles(database: Database, number: int) -> tuple[PossibleDouble, ...]:
    """Blogs on the host of this one that share posts or a feed with it, or that lie in one folder with it.

    Blogs of which one lies in the folder of the other are only taken for the same if one of them has no feed: many
    blogs share a host.
    """
    with database.transaction() as connection:
        urls = {row.id: str(row.url) for row in connection.execute(select(blogs.c.id, blogs.c.url))}
        own_url = urls.pop(number)
        on_host = {other: url for other, url in urls.items() if host_of(url) == host_of(own_url)}
        if not on_host:
            return ()
        shared = _shared_posts(connection, number)
        own_feeds = _feeds(connection, number)
        found = []
        for other, url in on_host.items():
            their_feeds = _feeds(connection, other)
            is_near = _share_folder(own_url, url) and not (own_feeds and their_feeds)
            if is_near or other in shared or own_feeds & their_feeds:
                first, second = sorted([(not own_feeds, number), (not their_feeds, other)])
                merge = (first[1], second[1])
                found.append(PossibleDouble(number=other, url=url, posts=shared.get(other, 0), merge=merge))
    return tuple(sorted(found, key=lambda double: (-double.posts, double.number))[:_MOST])


def _shared_posts(connection: Connection, number: int) -> dict[int, int]:
    """How many of the blog's posts each other blog has, too."""
    mine, theirs = posts.alias(), posts.alias()
    both = select(theirs.c.blog, func.count()).join(mine, mine.c.key == theirs.c.key)
    both = both.where(mine.c.blog == number, theirs.c.blog != number).group_by(theirs.c.blog)
    return {row[0]: row[1] for row in connection.execute(both)}


def _feeds(connection: Connection, blog: int) -> set[str]:
    return set(map(post_key, connection.scalars(select(feeds.c.address).where(feeds.c.blog == blog))))


def _share_folder(one: str, other: str) -> bool:
    """True if one of the addresses is the other, or lies below it."""
    outer, inner = sorted((post_key(one), post_key(other)), key=len)
    return inner == outer or inner.startswith((f"{outer}/", f"{outer}?"))
