"""Posts of the archive, read whole."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any

from sqlalchemy import Connection, Select, and_, select

from blogforever.errors import NotInArchive
from blogforever.model.archive import PostVersion, StoredPost
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.tables.ledger import decision_from, discovered_via_from
from blogforever.store.tables.post_rows import post_from
from blogforever.store.tables.schema import LISTED, aliases, blogs, decisions, posts, versions
from blogforever.store.tables.storable_text import index_key
from blogforever.store.tables.upsert import chunks
from blogforever.urls.normalize import looks_like_address, post_key

_AT_ONCE = 100
_MOST_DIGITS = 9


def find_post(database: Database, name: str, *, blog: str | None = None) -> StoredPost:
    """The post with this address, key, alias or number, in one blog or any. Raises NotInArchive."""
    with database.transaction() as connection:
        within = None if blog is None else blog_id(connection, blog)
        number = _post_number(connection, name, within)
        if number is None:
            asked = quote(name[:200])
            is_address = looks_like_address(name)
            next_step = (
                f"Ask why: blogforever why {asked}" if is_address else f"Look for it: blogforever search {asked}"
            )
            raise NotInArchive(name[:200], "the archive holds no such post", next_step)
        stored = _stored(connection, _newest().where(posts.c.id == number))[0]
        same = and_(decisions.c.blog == posts.c.blog, decisions.c.key == posts.c.key)
        decided = connection.execute(select(decisions).join(posts, same).where(posts.c.id == number)).first()
        return replace(stored, decision=decision_from(decided) if decided else None)


def each_post(database: Database, blog: str, *, after: str = "") -> Iterator[StoredPost]:
    """All posts of the blog that nobody excluded, in the order of their keys, from behind the key `after`.

    They are read in chunks, so that no transaction stays open while the caller works.
    """
    with database.transaction() as connection:
        number = blog_id(connection, blog)
    while True:
        wanted = _newest().where(posts.c.blog == number, posts.c.key > after, LISTED)
        chunk = wanted.order_by(posts.c.key).limit(_AT_ONCE)
        with database.transaction() as connection:
            stored = _stored(connection, chunk)
        yield from stored
        if len(stored) < _AT_ONCE:
            return
        after = stored[-1].key


def some_posts(database: Database, numbers: Sequence[int]) -> Iterator[StoredPost]:
    """The posts with these numbers, in this order; those that are gone by now are left out. Also read in chunks."""
    for start in range(0, len(numbers), _AT_ONCE):
        chunk = numbers[start : start + _AT_ONCE]
        with database.transaction() as connection:
            stored = {post.id: post for post in _stored(connection, _newest().where(posts.c.id.in_(chunk)))}
        yield from (stored[number] for number in chunk if number in stored)


def post_versions(database: Database, post: int) -> tuple[PostVersion, ...]:
    """All versions of the post, oldest first."""
    with database.transaction() as connection:
        known_as = _aliases(connection, [post]).get(post, ())
        rows = connection.execute(select(versions).where(versions.c.post == post).order_by(versions.c.number))
        return tuple(version_from(row, known_as) for row in rows)


def posts_at(database: Database, blog: str, addresses: Iterable[str]) -> dict[str, int]:
    """Of these addresses those that lead to posts of the blog, and the numbers of the posts. Raises NotInArchive."""
    by_key: dict[str, list[str]] = {}
    for address in addresses:
        by_key.setdefault(index_key(post_key(address)), []).append(address)
    found: dict[str, int] = {}
    with database.transaction() as connection:
        of_blog = (posts.c.blog == blog_id(connection, blog), LISTED)
        for keys in chunks(list(by_key)):
            as_alias = select(aliases.c.key, posts.c.id).join(aliases, aliases.c.post == posts.c.id)
            as_post = select(posts.c.key, posts.c.id)
            for wanted in (as_alias.where(aliases.c.key.in_(keys)), as_post.where(posts.c.key.in_(keys))):
                for row in connection.execute(wanted.where(*of_blog)):
                    found |= dict.fromkeys(by_key[row.key], row.id)
    return found


def _post_number(connection: Connection, name: str, blog: int | None) -> int | None:
    in_scope = [] if blog is None else [posts.c.blog == blog]
    if name.isascii() and name.isdecimal() and len(name) <= _MOST_DIGITS:
        return _first(connection, select(posts.c.id).where(posts.c.id == int(name), *in_scope))
    keys = (index_key(post_key(name)), index_key(name))
    post = _first(connection, select(posts.c.id).where(posts.c.key.in_(keys), *in_scope))
    if post is not None:
        return post
    as_alias = select(posts.c.id).join(aliases, aliases.c.post == posts.c.id).where(aliases.c.key.in_(keys), *in_scope)
    return _first(connection, as_alias)


def _first(connection: Connection, wanted: Select[Any]) -> int | None:
    number: int | None = connection.scalar(wanted.order_by(posts.c.id).limit(1))
    return number


def _newest() -> Select[Any]:
    newest = and_(versions.c.post == posts.c.id, versions.c.number == posts.c.newest)
    columns = (posts.c.id, blogs.c.url.label("blog_url"), posts.c.key, posts.c.first_seen, posts.c.last_seen)
    return select(*columns, posts.c.witnesses, versions).join(versions, newest).join(blogs, blogs.c.id == posts.c.blog)


def _stored(connection: Connection, wanted: Select[Any]) -> list[StoredPost]:
    rows = connection.execute(wanted).all()
    known_as = _aliases(connection, [row.id for row in rows])
    return [
        StoredPost(
            id=row.id,
            blog=row.blog_url,
            key=row.key,
            newest=version_from(row, known_as.get(row.id, ())),
            first_seen=row.first_seen,
            last_seen=row.last_seen,
            witnesses=discovered_via_from(row.witnesses),
        )
        for row in rows
    ]


def version_from(row: Any, known_as: Sequence[str] = ()) -> PostVersion:
    """The version in the row; `known_as` are the other addresses of its post."""
    return PostVersion(
        number=row.number,
        harvest=row.harvest,
        captured_at=row.captured_at,
        status_code=row.status_code,
        from_feed=row.from_feed,
        post=post_from(row, known_as),
    )


def _aliases(connection: Connection, ids: Sequence[int]) -> dict[int, list[str]]:
    by_post: dict[int, list[str]] = {}
    wanted = select(aliases).where(aliases.c.post.in_(ids)).order_by(aliases.c.post, aliases.c.position)
    for row in connection.execute(wanted):
        by_post.setdefault(row.post, []).append(row.address)
    return by_post
