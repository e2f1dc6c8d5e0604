"""Insert, or overwrite where the key is there already: both databases can, each with its own syntax."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

Row = dict[str, Any]
_Key = TypeVar("_Key")
_KEYS_AT_ONCE = 500


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Write rows that all have the same columns; the primary key decides which are there already."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    written = [name for name in rows[0] if name not in keys]
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - slow to load, and most archives never need it

        ours = postgresql.insert(table)
        connection.execute(
            ours.on_conflict_do_update(index_elements=keys, set_={name: ours.excluded[name] for name in written}), rows
        )
    else:
        theirs = sqlite.insert(table)
        connection.execute(
            theirs.on_conflict_do_update(index_elements=keys, set_={name: theirs.excluded[name] for name in written}),
            rows,
        )


def chunks(keys: Sequence[_Key]) -> Iterator[Sequence[_Key]]:
    """The keys, a few hundred at a time: a statement takes no more."""
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        yield keys[start : start + _KEYS_AT_ONCE]
