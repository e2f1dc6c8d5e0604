"""Two blogs of an archive become one, and nothing of either is lost.

Posts that both have become one post with the versions of both, in the order of the harvests; so do comments. Harvests
keep their files of captures, whose names begin with the id of the blog that they were begun for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from blogforever.model.ledger import Outcome
from blogforever.store.curation.join_posts import join_posts
from blogforever.store.tables.harvests import measure_blog
from blogforever.store.tables.ledger import carry_out_decisions
from blogforever.store.tables.schema import (
    addresses,
    blog_names,
    blogs,
    decisions,
    feeds,
    given_up,
    harvests,
    media,
    posts,
    rule_sets,
)
from blogforever.store.tables.upsert import Row, chunks

_KEPT = frozenset({Outcome.POST, Outcome.FEED_ONLY})


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeCounts:
    """What came from the blog that is gone."""

    posts: int
    joined: int
    """Of these, how many the other blog had too."""
    harvests: int


def merge_blogs(connection: Connection, *, into: int, other: int) -> MergeCounts:
    """All of the other blog belongs to the first from now on, its names too, and the other one is gone."""
    mine, theirs = posts.alias(), posts.alias()
    same = select(mine.c.id, theirs.c.id).join(theirs, mine.c.key == theirs.c.key)
    pairs = connection.execute(same.where(mine.c.blog == into, theirs.c.blog == other)).all()
    for kept, joined in pairs:
        join_posts(connection, kept, joined)
    moved = _move(connection, posts, into, other)
    _join_rows(connection, addresses, into, other, lambda row: (row["outcome"] in _KEPT, row["harvest"]))
    _join_rows(connection, media, into, other, lambda row: row["captured_at"])
    _join_rows(connection, decisions, into, other, lambda row: row["at"])
    _add_feeds(connection, into, other)
    for table in (blog_names, given_up, rule_sets):
        _move(connection, table, into, other)
    harvested = _move(connection, harvests, into, other)
    connection.execute(delete(blogs).where(blogs.c.id == other))
    carry_out_decisions(connection, into)
    measure_blog(connection, into)
    return MergeCounts(posts=len(pairs) + moved, joined=len(pairs), harvests=harvested)


def _move(connection: Connection, table: Table, into: int, other: int) -> int:
    return connection.execute(update(table).where(table.c.blog == other).values(blog=into)).rowcount


def _join_rows(connection: Connection, table: Table, into: int, other: int, rank: Callable[[Row], Any]) -> None:
    """Move the rows; of two with the same key the one of higher rank stays."""
    shared = select(table.c.key).where(table.c.blog == other)
    mine = _by_key(connection, table, table.c.blog == into, table.c.key.in_(shared))
    theirs = {
        key: row
        for keys in chunks(list(mine))
        for key, row in _by_key(connection, table, table.c.blog == other, table.c.key.in_(keys)).items()
    }
    lost = [
        {"of": into, "named": key} if rank(theirs[key]) > rank(mine[key]) else {"of": other, "named": key}
        for key in theirs
    ]
    if lost:
        one = (table.c.blog == bindparam("of"), table.c.key == bindparam("named"))
        connection.execute(delete(table).where(*one), lost)
    _move(connection, table, into, other)


def _by_key(connection: Connection, table: Table, *conditions: Any) -> dict[str, Row]:
    return {row["key"]: dict(row) for row in connection.execute(select(table).where(*conditions)).mappings()}


def _add_feeds(connection: Connection, into: int, other: int) -> None:
    """The feeds of the other blog stand behind those of the first; one that both have stands once."""
    listed = select(feeds).order_by(feeds.c.position)
    mine = connection.execute(listed.where(feeds.c.blog == into)).mappings().all()
    known = {row["address"] for row in mine}
    place = max((row["position"] for row in mine), default=-1) + 1
    theirs = connection.execute(listed.where(feeds.c.blog == other)).mappings().all()
    new = [dict(row) for row in theirs if row["address"] not in known]
    connection.execute(delete(feeds).where(feeds.c.blog == other))
    if new:
        rows = [{**row, "blog": into, "position": place + number} for number, row in enumerate(new)]
        connection.execute(insert(feeds), rows)
