"""Two blogs of an archive become one, and nothing of either is lost.

Posts that both have become one post with the versions of both, in the order of the harvests; so do comments. Harvests
keep their files of captures, whose names begin with the id of the blog that they were begun for.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update

from blogforever.model.ledger import Outcome
from blogforever.store.tables.comment_index import forget_comments, learn_comments
from blogforever.store.tables.harvests import measure_blog
from blogforever.store.tables.ledger import carry_out_decisions
from blogforever.store.tables.post_parts import replace_aliases, replace_parts
from blogforever.store.tables.schema import (
    addresses,
    aliases,
    blog_names,
    blogs,
    comments,
    decisions,
    discussions,
    feeds,
    given_up,
    harvests,
    media,
    posts,
    rule_sets,
    versions,
)
from blogforever.store.tables.search_index import forget, learn
from blogforever.store.tables.upsert import Row, chunks

_KEPT = frozenset({Outcome.POST, Outcome.FEED_ONLY})
_PLACEMENT = ("gone", "turned", "position")


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
        _join_posts(connection, kept, joined)
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


def _join_posts(connection: Connection, kept: int, joined: int) -> None:
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
        before = ordered[-1] if ordered else None
        if before is None or (row["digest"], row["from_feed"]) != (before["digest"], before["from_feed"]):
            ordered.append({**row, "number": len(ordered) + 1})
    return ordered


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
