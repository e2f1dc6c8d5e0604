"""Two posts of an archive become one: the blog was kept as two, or the post moved to another address."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from blogforever.store.tables.comment_index import forget_comments, learn_comments
from blogforever.store.tables.post_parts import add_aliases, replace_aliases, replace_parts
from blogforever.store.tables.schema import aliases, comments, discussions, posts, versions
from blogforever.store.tables.search_index import forget, learn
from blogforever.store.tables.storable_text import index_key
from blogforever.store.tables.upsert import Row, chunks
from blogforever.urls.normalize import post_key

_PLACEMENT = ("gone", "turned", "position")


def join_moved_posts(connection: Connection, blog: int, harvest: int, named: Mapping[str, Iterable[str]]) -> None:
    """A post that moved stays one post: what the archive holds at an address that leads to it now becomes part of it.

    `named` are the other addresses of posts by their keys. What this harvest saw as a post of its own stays one.
    """
    keys = {index_key(post_key(address)): key for key, addresses in named.items() for address in addresses}
    earlier = [key for key, now in keys.items() if key != now]
    found: dict[str, int] = {}
    for chunk in chunks([*earlier, *named]):
        wanted = select(posts.c.id, posts.c.key, posts.c.last_seen).where(posts.c.blog == blog, posts.c.key.in_(chunk))
        for row in connection.execute(wanted):
            if row.key in named or row.last_seen < harvest:
                found[row.key] = row.id
    for key in earlier:
        now = keys[key]
        if key in found and now in found and key not in named:
            address = connection.scalar(
                select(versions.c.url).where(versions.c.post == found[key]).order_by(versions.c.number.desc()).limit(1)
            )
            join_posts(connection, found[now], found.pop(key))
            add_aliases(connection, blog, {now: (str(address),)} if address else {})


def join_posts(connection: Connection, kept: int, joined: int) -> None:
    """The versions, comments and addresses of both are those of the kept post, and the other one is gone."""
    both = (kept, joined)
    forget(connection, both)
    forget_comments(connection, both)
    rows = {row["id"]: dict(row) for row in _rows_of(connection, posts, posts.c.id, both)}
    latest = max(both, key=lambda post: rows[post]["last_seen"])
    known = _versions_in_order(_rows_of(connection, versions, versions.c.post, both))
    named = [row["address"] for row in _rows_of(connection, aliases, aliases.c.post, both)]
    told = _comments_in_order(_rows_of(connection, comments, comments.c.post, both), latest)

    for table in (versions, comments):
        connection.execute(delete(table).where(table.c.post.in_(both)))
    connection.execute(insert(versions), [{**row, "post": kept} for row in known])
    if told:
        connection.execute(insert(comments), [{**row, "post": kept} for row in told])
    connection.execute(update(discussions).where(discussions.c.post == joined).values(post=kept))
    _count_comments(connection, kept, {row["id"]: row for row in told}.values())
    newest = known[-1]
    sightings = {
        "newest": newest["number"],
        "published": rows[newest["post"]]["published"],
        "first_seen": min(rows[post]["first_seen"] for post in both),
        "last_seen": rows[latest]["last_seen"],
        "witnesses": rows[latest]["witnesses"],
    }
    connection.execute(update(posts).where(posts.c.id == kept).values(sightings))
    connection.execute(delete(posts).where(posts.c.id == joined))
    replace_aliases(connection, {kept: tuple(dict.fromkeys(named))})
    replace_parts(connection, [{**newest, "post": kept}])
    learn(connection, [kept])
    learn_comments(connection, [kept])


def _rows_of(connection: Connection, table: Table, column: Any, both: Sequence[int]) -> Sequence[Any]:
    """Their rows in the order of their keys, those of the first post before those of the second."""
    keys = [key for key in table.primary_key if key.name != column.name]
    rows = connection.execute(select(table).where(column.in_(both)).order_by(*keys)).mappings().all()
    return sorted(rows, key=lambda row: both.index(row[column.name]))


def _versions_in_order(rows: Iterable[Any]) -> list[Row]:
    """The versions in the order of their harvests, numbered anew, without one that says what the one before says."""
    ordered: list[Row] = []
    for row in sorted(map(dict, rows), key=lambda row: row["harvest"]):
        if not ordered or _said_at(row) != _said_at(ordered[-1]):
            ordered.append({**row, "number": len(ordered) + 1})
    return ordered


def _said_at(row: Row) -> tuple[object, ...]:
    """A post that moved has a version at each address, even if it says the same."""
    return row["author_digest"], row["from_feed"], post_key(row["url"] or "")


def _comments_in_order(rows: Iterable[Any], latest: int) -> list[Row]:
    """The versions of each comment in the order of their harvests; where it stands is what the latest post says."""
    by_id: dict[str, list[Row]] = {}
    for row in map(dict, rows):
        by_id.setdefault(row["id"], []).append(row)
    ordered: list[Row] = []
    for own in by_id.values():
        place = max(own, key=lambda row: (row["post"] == latest, row["version"]))
        said: list[Row] = []
        for row in sorted(own, key=lambda row: row["harvest"]):
            if not said or row["digest"] != said[-1]["digest"]:
                said.append({**row, "version": len(said) + 1})
        said[-1].update({name: place[name] for name in _PLACEMENT})
        ordered += said
    return ordered


def _count_comments(connection: Connection, post: int, newest_versions: Iterable[Row]) -> None:
    """How the discussion stands now says how many comments with text both have."""
    kept = sum(bool(row["content_text"]) for row in newest_versions)
    newest = select(func.max(discussions.c.harvest)).where(discussions.c.post == post).scalar_subquery()
    stand = update(discussions).where(discussions.c.post == post, discussions.c.harvest == newest)
    connection.execute(stand.values(kept=kept))
