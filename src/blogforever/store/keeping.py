"""Write a batch of posts: which of them are new, changed or the same is decided here.

    what the archive holds → take back what this harvest no longer says → new and changed versions → sightings

A post has at most one version of each harvest: what the harvest kept before under the same key is overwritten. It has
none of this harvest when it says what the version before said.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from blogforever.model.harvest import KeptPost
from blogforever.model.ledger import Witness
from blogforever.store.plain_text import as_json
from blogforever.store.post_parts import replace_aliases, replace_parts
from blogforever.store.post_rows import version_row
from blogforever.store.schema import posts, versions
from blogforever.store.search_index import forget, learn
from blogforever.store.upsert import Row, portions, upsert

_LONGEST_DATE = 40


@dataclass(slots=True, kw_only=True)
class _Known:
    """What the archive holds of a post."""

    id: int
    earlier: int = 0
    """The number of the newest version that an earlier harvest kept; 0 for none."""
    earlier_digest: str | None = None
    earlier_harvest: int = 0
    earlier_page: bool = False
    """The earlier version was read from the post's page."""
    own_digest: str | None = None
    """Of the version that this harvest kept; None for none."""

    def is_overtaken_by(self, row: Row | None) -> bool:
        """True when this harvest's version must go: the page is no post, or says nothing new."""
        return self.own_digest is not None and (row is None or not self.is_news(row))

    def is_news(self, row: Row) -> bool:
        """True when the row says something else than the version before; a feed's entry says less than a page."""
        return row["digest"] != self.earlier_digest and not (row["from_feed"] and self.earlier_page)


def write_posts(connection: Connection, blog: int, harvest: int, kept: Mapping[str, KeptPost | None]) -> None:
    """Keep the posts under their keys; None takes back what this harvest kept under the key."""
    rows = {key: version_row(post) for key, post in kept.items() if post}
    known = _known(connection, blog, harvest, list(kept))
    _take_back(connection, harvest, [one for key, one in known.items() if one.is_overtaken_by(rows.get(key))])
    new = {key: row for key, row in rows.items() if key not in known}
    changed = {key: row for key, row in rows.items() if key in known and known[key].is_news(row)}
    reworded = [known[key].id for key, row in changed.items() if known[key].own_digest != row["digest"]]

    ids = {key: one.id for key, one in known.items()}
    ids |= _add(connection, [_post_row(blog, harvest, key, row) for key, row in new.items()])
    forget(connection, reworded)
    written = [
        {"post": ids[key], "number": known[key].earlier + 1 if key in known else 1, "harvest": harvest, **row}
        for key, row in (new | changed).items()
    ]
    upsert(connection, versions, written)
    _point_to_newest(connection, written)
    replace_parts(connection, written)
    replace_aliases(connection, {ids[key]: post.post.aliases for key, post in kept.items() if post})
    learn(connection, [*(ids[key] for key in new), *reworded])

    _see(connection, harvest, {ids[key]: as_json(post.witnesses) for key, post in kept.items() if post})
    _unsee(connection, harvest, [one for key, one in known.items() if kept[key] is None and one.earlier])


def name_witnesses(connection: Connection, blog: int, witnesses: Mapping[str, tuple[Witness, ...]]) -> None:
    """Who names the posts with these keys, now that all have spoken."""
    connection.execute(
        update(posts).where(posts.c.blog == blog, posts.c.key == bindparam("of")).values(witnesses=bindparam("named")),
        [{"of": key, "named": as_json(named)} for key, named in witnesses.items()],
    )


def _known(connection: Connection, blog: int, harvest: int, keys: Sequence[str]) -> dict[str, _Known]:
    found: dict[str, _Known] = {}
    columns = (posts.c.id, posts.c.key, versions.c.number, versions.c.harvest, versions.c.digest, versions.c.from_feed)
    statement = (
        select(*columns)
        .join(versions, versions.c.post == posts.c.id)
        .where(posts.c.blog == blog, posts.c.key.in_(bindparam("keys", expanding=True)))
        .order_by(versions.c.number)
    )
    for some in portions(keys):
        for row in connection.execute(statement, {"keys": some}):
            one = found.setdefault(row.key, _Known(id=row.id))
            if row.harvest == harvest:
                one.own_digest = row.digest
            else:
                one.earlier, one.earlier_digest, one.earlier_harvest = row.number, row.digest, row.harvest
                one.earlier_page = not row.from_feed
    return found


def _take_back(connection: Connection, harvest: int, overtaken: Sequence[_Known]) -> None:
    """Remove this harvest's versions; the version before becomes the newest, a post without one goes."""
    if not overtaken:
        return
    forget(connection, [one.id for one in overtaken])
    for one in overtaken:
        connection.execute(delete(versions).where(versions.c.post == one.id, versions.c.harvest == harvest))
    if gone := [one.id for one in overtaken if not one.earlier]:
        connection.execute(delete(posts).where(posts.c.id == bindparam("gone")), [{"gone": post} for post in gone])
    restored = [one for one in overtaken if one.earlier]
    rows = [_version(connection, one) for one in restored]
    _point_to_newest(connection, rows)
    replace_parts(connection, rows)
    learn(connection, [one.id for one in restored])


def _version(connection: Connection, one: _Known) -> Row:
    found = connection.execute(select(versions).where(versions.c.post == one.id, versions.c.number == one.earlier))
    return dict(found.mappings().one())


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


def _see(connection: Connection, harvest: int, witnesses: Mapping[int, str]) -> None:
    _update(connection, [{"id": post, "last_seen": harvest, "witnesses": named} for post, named in witnesses.items()])


def _unsee(connection: Connection, harvest: int, dropped: Iterable[_Known]) -> None:
    for one in dropped:
        connection.execute(
            update(posts)
            .where(posts.c.id == one.id, posts.c.last_seen == harvest)
            .values(last_seen=one.earlier_harvest)
        )


def _update(connection: Connection, rows: Sequence[Row]) -> None:
    """Set the other columns of the posts with these ids."""
    if rows:
        values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in rows[0] if name != "id"}
        statement = update(posts).where(posts.c.id == bindparam("new_id")).values(values)
        connection.execute(statement, [{f"new_{name}": value for name, value in row.items()} for row in rows])


def _sortable(row: Row) -> str:
    return str(row["published"] or "")[:_LONGEST_DATE]
