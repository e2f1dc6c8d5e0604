"""Documents that held up a harvest: it does not try them again, however often it is taken up."""

from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select

from blogforever.store.tables.schema import given_up
from blogforever.store.tables.storable_text import index_key, storable
from blogforever.store.tables.upsert import upsert


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
