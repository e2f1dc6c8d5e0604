"""Write the comments of posts: which of them are new, edited, gone or back is decided here.

    what the archive holds → what this harvest says of each comment → versions, turns, how the discussion stands

A comment has at most one version of each harvest: what the harvest said before is taken back when it speaks again. So
the archive holds what the harvests before left, and on top of it the last word of this one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, select, update

from blogforever.model.comment import Teller, teller
from blogforever.model.harvest import KeptComments
from blogforever.store.comment_rows import comment_row
from blogforever.store.post_rows import in_utc
from blogforever.store.schema import comments, discussions, posts
from blogforever.store.upsert import Row, portions, upsert

_LARGEST_NUMBER = 2**31 - 1


@dataclass(slots=True, kw_only=True)
class _Known:
    """What the archive holds of a comment."""

    version: int = 0
    """The newest that an earlier harvest kept; 0 for none."""
    digest: str | None = None
    counts: bool = False
    place: tuple[bool, int | None, int] = (False, None, 0)
    """Whether it is gone, the harvest in which it turned so, and its position: as its line says now."""
    was_gone: bool = False
    """Before this harvest."""
    teller: Teller = Teller.PAGE
    is_said: bool = False
    """This harvest kept a version too."""


@dataclass(slots=True)
class _Changes:
    """What is to be done in the table of comments."""

    harvest: int
    written: list[Row] = field(default_factory=list)
    taken_back: list[Row] = field(default_factory=list)
    turned: list[Row] = field(default_factory=list)

    def take_back(self, post: int, comment: str, one: _Known) -> None:
        """Remove what this harvest said before."""
        if one.is_said:
            self.taken_back.append({"in_post": post, "with_id": comment})

    def place(self, post: int, comment: str, one: _Known, *, gone: bool, position: int | None = None) -> None:
        """Say of the version before whether it is gone."""
        turned = self.harvest if gone != one.was_gone else (None if one.place[1] == self.harvest else one.place[1])
        place = (gone, turned, one.place[2] if position is None else position)
        if place != one.place:
            new = dict(zip(("new_gone", "new_turned", "new_position"), place, strict=True))
            self.turned.append({"in_post": post, "with_id": comment, "in_version": one.version, **new})


def write_comments(connection: Connection, blog: int, harvest: int, kept: Mapping[str, KeptComments | None]) -> None:
    """Keep the comments of the posts with these keys that the archive holds; None takes back this harvest's word."""
    words = _by_post(connection, blog, kept)
    known = _known(connection, harvest, list(words))
    changes = _Changes(harvest)
    stand: dict[int, Row | None] = {}
    for post, word in words.items():
        stand[post] = _compare(changes, post, word, known.get(post, {}))
    _carry_out(connection, changes)
    _write_stand(connection, harvest, stand)


def _by_post(
    connection: Connection, blog: int, kept: Mapping[str, KeptComments | None]
) -> dict[int, KeptComments | None]:
    statement = select(posts.c.id, posts.c.key).where(
        posts.c.blog == blog, posts.c.key.in_(bindparam("keys", expanding=True))
    )
    return {
        row.id: kept[row.key] for some in portions(list(kept)) for row in connection.execute(statement, {"keys": some})
    }


def _known(connection: Connection, harvest: int, numbers: Sequence[int]) -> dict[int, dict[str, _Known]]:
    found: dict[int, dict[str, _Known]] = {}
    columns = [comments.c[name] for name in ("post", "id", "version", "harvest", "digest", "read_by")]
    columns += [comments.c[name] for name in ("gone", "turned", "position")]
    length = func.length(comments.c.content_text).label("signs")
    statement = (
        select(*columns, length)
        .where(comments.c.post.in_(bindparam("posts", expanding=True)))
        .order_by(comments.c.post, comments.c.id, comments.c.version)
    )
    for some in portions(numbers):
        for row in connection.execute(statement, {"posts": some}):
            one = found.setdefault(row.post, {}).setdefault(row.id, _Known())
            if row.harvest == harvest:
                one.is_said = True
            else:
                one.version, one.digest, one.counts = row.version, row.digest, bool(row.signs)
                one.place = (row.gone, row.turned, row.position)
                one.was_gone = row.gone != (row.turned == harvest)
                one.teller = teller(row.read_by)
    return found


def _compare(changes: _Changes, post: int, word: KeptComments | None, known: Mapping[str, _Known]) -> Row | None:
    """Note what is to be done, and say how the discussion stands then."""
    said: dict[str, Row] = {}
    for comment in word.comments if word else ():
        row = comment_row(comment)
        said.setdefault(row["id"], row)
    kept = 0
    for name, one in known.items():
        if name not in said:
            changes.take_back(post, name, one)
            if one.version:
                changes.place(post, name, one, gone=one.was_gone or _is_gone(one, word))
                kept += one.counts
    if word is None:
        return None
    captured_at = in_utc(word.captured_at)
    for position, (name, row) in enumerate(said.items()):
        one = known.get(name) or _Known()
        if one.version and row["digest"] == one.digest:
            changes.take_back(post, name, one)
            changes.place(post, name, one, gone=False, position=position)
        else:
            if one.version:
                changes.place(post, name, one, gone=one.was_gone)
            own = {"version": one.version + 1, "harvest": changes.harvest, "captured_at": captured_at}
            changes.written.append({"post": post, **row, **own, "position": position, "gone": False, "turned": None})
        kept += bool(row["content_text"])
    stated = word.stated if word.stated is not None and 0 <= word.stated <= _LARGEST_NUMBER else None
    return {"captured_at": captured_at, "kept": kept, "stated": stated, "complete": word.complete}


def _is_gone(one: _Known, word: KeptComments | None) -> bool:
    """True for a comment that this harvest did not find although it heard all of the source that told it."""
    return word is not None and word.complete and one.teller in word.heard


def _carry_out(connection: Connection, changes: _Changes) -> None:
    this = (comments.c.post == bindparam("in_post"), comments.c.id == bindparam("with_id"))
    if changes.taken_back:
        connection.execute(delete(comments).where(*this, comments.c.harvest == changes.harvest), changes.taken_back)
    if changes.turned:
        new: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("gone", "turned", "position")}
        connection.execute(
            update(comments).where(*this, comments.c.version == bindparam("in_version")).values(new), changes.turned
        )
    upsert(connection, comments, changes.written)


def _write_stand(connection: Connection, harvest: int, stand: Mapping[int, Row | None]) -> None:
    """A line where the harvest leaves the discussion otherwise than the one before did, and none elsewhere."""
    before: dict[int, tuple[int, int | None, bool]] = {}
    statement = (
        select(discussions)
        .where(discussions.c.post.in_(bindparam("posts", expanding=True)), discussions.c.harvest != harvest)
        .order_by(discussions.c.harvest)
    )
    for some in portions(list(stand)):
        for row in connection.execute(statement, {"posts": some}):
            before[row.post] = (row.kept, row.stated, row.complete)
    news = [
        {"post": post, "harvest": harvest, **row}
        for post, row in stand.items()
        if row and before.get(post) != (row["kept"], row["stated"], row["complete"])
    ]
    upsert(connection, discussions, news)
    if old := stand.keys() - {row["post"] for row in news}:
        mine = (discussions.c.post == bindparam("in_post"), discussions.c.harvest == harvest)
        connection.execute(delete(discussions).where(*mine), [{"in_post": post} for post in sorted(old)])
