"""Write a batch of posts: what changes is decided in changes/posts.py, here it is read and written.

what the archive holds → diff_posts → remove versions that are taken back → write versions → sightings
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from blogforever.changes.posts import (
    HeldPost,
    HeldPostVersion,
    PostChange,
    PostChangeKind,
    SeenPost,
    diff_posts,
)
from blogforever.model.harvest import KeptPost
from blogforever.model.ledger import DiscoveredVia
from blogforever.store.tables.comment_index import forget_comments
from blogforever.store.tables.post_parts import replace_aliases, replace_parts
from blogforever.store.tables.post_rows import version_row
from blogforever.store.tables.schema import posts, versions
from blogforever.store.tables.search_index import forget, learn
from blogforever.store.tables.storable_text import as_json
from blogforever.store.tables.upsert import Row, chunks, upsert

_LONGEST_DATE = 40


_WRITTEN = frozenset({PostChangeKind.NEW, PostChangeKind.EDITED, PostChangeKind.REPEATED})
_REWRITTEN = frozenset({PostChangeKind.EDITED, PostChangeKind.REPEATED})
_UNDONE = frozenset({PostChangeKind.TAKEN_BACK, PostChangeKind.REMOVED})


def write_posts(connection: Connection, blog: int, harvest: int, kept: Mapping[str, KeptPost | None]) -> None:
    """Keep the posts under their keys; None takes back what this harvest kept under the key."""
    rows = {key: version_row(post) for key, post in kept.items() if post}
    seen = {key: _seen(rows[key]) if post else None for key, post in kept.items()}
    ids, held = _read_held(connection, blog, list(kept))
    changes = diff_posts(held, seen, harvest=harvest)
    _take_back(connection, harvest, ids, changes)
    new = [change.key for change in changes if change.kind is PostChangeKind.NEW]
    ids |= _add(connection, [_post_row(blog, harvest, key, rows[key]) for key in new])
    rewritten = [ids[change.key] for change in changes if change.kind in _REWRITTEN]
    forget(connection, rewritten)  # with the words that it knows: those of a repeated version may be spaced otherwise
    written = [
        {"post": ids[change.key], "number": change.version, "harvest": harvest, **rows[change.key]}
        for change in changes
        if change.kind in _WRITTEN
    ]
    upsert(connection, versions, written)
    _point_to_newest(connection, written)
    replace_parts(connection, written)
    replace_aliases(connection, {ids[key]: post.post.aliases for key, post in kept.items() if post})
    learn(connection, [*(ids[key] for key in new), *rewritten])

    last_seen = {change.key: change.last_seen for change in changes if change.kind is not PostChangeKind.REMOVED}
    _update(connection, [_sighting(ids[key], seen_in, kept[key]) for key, seen_in in last_seen.items() if kept[key]])
    _update(connection, [_sighting(ids[key], seen_in) for key, seen_in in last_seen.items() if not kept[key]])


def name_witnesses(connection: Connection, blog: int, witnesses: Mapping[str, tuple[DiscoveredVia, ...]]) -> None:
    """All sources that name the posts with these keys."""
    connection.execute(
        update(posts).where(posts.c.blog == blog, posts.c.key == bindparam("of")).values(witnesses=bindparam("named")),
        [{"of": key, "named": as_json(named)} for key, named in witnesses.items()],
    )


def _seen(row: Row) -> SeenPost:
    return SeenPost(digest=row["author_digest"], from_feed=row["from_feed"])


def _read_held(connection: Connection, blog: int, keys: Sequence[str]) -> tuple[dict[str, int], dict[str, HeldPost]]:
    """The ids of the posts with these keys, and what the archive holds of them."""
    ids: dict[str, int] = {}
    last_seen: dict[str, int] = {}
    found: dict[str, list[HeldPostVersion]] = {}
    columns = (versions.c.number, versions.c.harvest, versions.c.author_digest, versions.c.from_feed)
    statement = (
        select(posts.c.id, posts.c.key, posts.c.last_seen, *columns)
        .join(versions, versions.c.post == posts.c.id)
        .where(posts.c.blog == blog, posts.c.key.in_(bindparam("keys", expanding=True)))
    )
    for chunk in chunks(keys):
        for row in connection.execute(statement, {"keys": chunk}):
            ids[row.key], last_seen[row.key] = row.id, row.last_seen
            version = HeldPostVersion(
                number=row.number, harvest=row.harvest, digest=row.author_digest, from_feed=row.from_feed
            )
            found.setdefault(row.key, []).append(version)
    held = {key: HeldPost(versions=tuple(known), last_seen=last_seen[key]) for key, known in found.items()}
    return ids, held


def _take_back(connection: Connection, harvest: int, ids: Mapping[str, int], changes: Sequence[PostChange]) -> None:
    """Remove this harvest's versions; the version before becomes the newest, a post without one goes."""
    undone = [change for change in changes if change.kind in _UNDONE]
    if not undone:
        return
    forget(connection, [ids[change.key] for change in undone])
    for change in undone:
        own = (versions.c.post == ids[change.key], versions.c.harvest == harvest)
        connection.execute(delete(versions).where(*own))
    removed = [{"removed": ids[change.key]} for change in undone if change.kind is PostChangeKind.REMOVED]
    if removed:
        forget_comments(connection, [row["removed"] for row in removed])
        connection.execute(delete(posts).where(posts.c.id == bindparam("removed")), removed)
    restored = [change for change in undone if change.kind is PostChangeKind.TAKEN_BACK]
    rows = [_version(connection, ids[change.key], change.version) for change in restored]
    _point_to_newest(connection, rows)
    replace_parts(connection, rows)
    learn(connection, [ids[change.key] for change in restored])


def _version(connection: Connection, post: int, number: int) -> Row:
    wanted = select(versions).where(versions.c.post == post, versions.c.number == number)
    return dict(connection.execute(wanted).mappings().one())


def _add(connection: Connection, rows: Sequence[Row]) -> dict[str, int]:
    if not rows:
        return {}
    return {row.key: row.id for row in connection.execute(insert(posts).returning(posts.c.id, posts.c.key), rows)}


def _post_row(blog: int, harvest: int, key: str, row: Row) -> Row:
    return {
        "blog": blog,
        "key": key,
        "newest": 1,
        "published": _sortable(row),
        "first_seen": harvest,
        "last_seen": harvest,
        "witnesses": "[]",
    }


def _point_to_newest(connection: Connection, rows: Sequence[Row]) -> None:
    _update(
        connection,
        [{"id": row["post"], "newest": row["number"], "published": _sortable(row)} for row in rows],
    )


def _sighting(post: int, last_seen: int, kept: KeptPost | None = None) -> Row:
    named = {"witnesses": as_json(kept.witnesses)} if kept else {}
    return {"id": post, "last_seen": last_seen, **named}


def _update(connection: Connection, rows: Sequence[Row]) -> None:
    """Set the other columns of the posts with these ids."""
    if rows:
        values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in rows[0] if name != "id"}
        statement = update(posts).where(posts.c.id == bindparam("new_id")).values(values)
        connection.execute(statement, [{f"new_{name}": value for name, value in row.items()} for row in rows])


def _sortable(row: Row) -> str:
    return str(row["published"] or "")[:_LONGEST_DATE]
