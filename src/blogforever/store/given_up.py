"""Documents that held up a harvest: it does not try them again, however often it is taken up."""

from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, insert, select, update

from blogforever.model.harvest import State
from blogforever.store.database import open_database
from blogforever.store.harvests import name_key
from blogforever.store.plain_text import index_key, storable
from blogforever.store.schema import blog_names, given_up, harvests
from blogforever.store.upsert import upsert


def write_given_up(connection: Connection, blog: int, harvest: int, names: Mapping[str, str]) -> None:
    """These are not tried again; the values say why."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    rows = {
        index_key(name): {
            "blog": blog, "harvest": harvest, "key": index_key(name), "name": storable(name),
            "reason": storable(reason), "at": at,
        }
        for name, reason in names.items()
    }  # fmt: skip
    upsert(connection, given_up, list(rows.values()))


def read_given_up(connection: Connection, harvest: int) -> dict[str, str]:
    """What the harvest does not try again, and why."""
    rows = connection.execute(select(given_up.c.name, given_up.c.reason).where(given_up.c.harvest == harvest))
    return {row.name: row.reason for row in rows}


def carry_over(connection: Connection, *, before: int, harvest: int) -> None:
    """What one harvest gave up, the other one does not try either: it reads the same captures."""
    known = read_given_up(connection, harvest)
    rows = connection.execute(select(given_up).where(given_up.c.harvest == before)).mappings()
    new = [{**row, "harvest": harvest} for row in rows if row["name"] not in known]
    if new:
        connection.execute(insert(given_up), new)


def give_up_from_outside(folder: Path, store: str | None, address: str, *, name: str, reason: str) -> None:
    """The process of the blog's newest harvest ended over this document; that harvest does not try it again."""
    with closing(open_database(folder, store)) as database, database.transaction() as connection:
        found = _newest(connection, address)
        if found is not None:
            write_given_up(connection, found[0], found[1], {name: reason})


def end_from_outside(folder: Path, store: str | None, address: str, state: State) -> None:
    """The process of the blog's newest harvest was killed before it could say how it ended."""
    with closing(open_database(folder, store)) as database, database.transaction() as connection:
        found = _newest(connection, address)
        if found is not None:
            still_running = (harvests.c.id == found[1]) & (harvests.c.state == State.RUNNING)
            ended = datetime.now(UTC).isoformat(timespec="seconds")
            connection.execute(update(harvests).where(still_running).values(state=state, ended=ended))


def _newest(connection: Connection, address: str) -> tuple[int, int] | None:
    """The blog, and its newest harvest."""
    known = select(blog_names.c.blog).where(blog_names.c.key == name_key(address)).scalar_subquery()
    newest = select(harvests.c.blog, harvests.c.id).where(harvests.c.blog == known).order_by(harvests.c.id.desc())
    row = connection.execute(newest.limit(1)).first()
    return (row.blog, row.id) if row else None
