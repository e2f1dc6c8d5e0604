"""Is what stands in the database what we wrote? Asked only when reading it went wrong."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from sqlalchemy import Boolean, Column, Connection, Float, Integer, Text, select, text

from blogforever.errors import BadArchive
from blogforever.model.harvest import State
from blogforever.model.ledger import Outcome
from blogforever.store.database import Database
from blogforever.store.tables.schema import METADATA
from blogforever.store.translate_errors import UNEXPECTED_VALUES, damaged

_JSON = frozenset({
    "blogs.aliases", "blogs.sitemaps", "blogs.authors", "harvests.wishes", "harvests.report", "rule_sets.rules",
    "addresses.witnesses", "posts.witnesses", "versions.authors", "versions.tags", "versions.links", "versions.media",
    "versions.evidence", "versions.problems",
})  # fmt: skip
_WORDS: dict[str, type[StrEnum]] = {"harvests.state": State, "addresses.outcome": Outcome}
_TYPES: tuple[tuple[type, tuple[type, ...]], ...] = (
    (Boolean, (bool, int)), (Integer, (int,)), (Float, (float, int)), (Text, (str,)),
)  # fmt: skip


@contextmanager
def damage_told(opened: Callable[[], Database]) -> Iterator[None]:
    """When what is done inside fails because a value in the database is not what we wrote, raise BadArchive.

    Every other failure is let through: it is ours.
    """
    try:
        yield
    except UNEXPECTED_VALUES as error:
        database = opened()
        fault = find_fault(database)
        if fault is None:
            raise
        raise damaged(database.subject, fault) from error


def find_fault(database: Database) -> str | None:
    """The first thing in the database that we cannot have written, in words; None when there is none."""
    try:
        with database.transaction() as connection:
            return _fault_of_file(connection) or next(_faults(connection), None)
    except BadArchive as error:
        return error.problem


def _fault_of_file(connection: Connection) -> str | None:
    if connection.dialect.name != "sqlite":
        return None
    answer = str(connection.scalar(text("PRAGMA quick_check(1)")))
    return None if answer == "ok" else " ".join(answer.split())[:200]


def _faults(connection: Connection) -> Iterator[str]:
    for table in METADATA.sorted_tables:
        for row in connection.execute(select(table)):
            for column, value in zip(table.columns, row, strict=True):
                if not _is_sound(column, value):
                    yield f"{table.name}.{column.name} holds {value!r:.60}"


def _is_sound(column: "Column[Any]", value: Any) -> bool:
    if value is None:
        return bool(column.nullable)
    wanted = next((kinds for kind, kinds in _TYPES if isinstance(column.type, kind)), (object,))
    if not isinstance(value, wanted):
        return False
    name = f"{column.table.name}.{column.name}"
    if name in _WORDS:
        return value in {word.value for word in _WORDS[name]}
    if name in _JSON:
        try:
            json.loads(str(value))
        except (ValueError, RecursionError):
            return False
    return True
