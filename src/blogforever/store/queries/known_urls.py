"""Addresses that the ledgers know on one host."""

from collections.abc import Iterator

from sqlalchemy import select

from blogforever.store.database import Database
from blogforever.store.tables.schema import addresses, blogs
from blogforever.store.tables.storable_text import storable

_AT_ONCE = 5_000
_BEHIND_SLASH = "0"
"""The character that follows "/": keys of a host lie between "host/" and "host0"."""


def addresses_on(database: Database, host: str) -> Iterator[str]:
    """Every address of the ledgers on the host (named as in keys), in the order of their keys."""
    after, end = storable(host) + "/", storable(host) + _BEHIND_SLASH
    while True:
        chunk = (
            select(addresses.c.key, addresses.c.address)
            .distinct()
            .where(addresses.c.blog.in_(select(blogs.c.id)), addresses.c.key > after, addresses.c.key < end)
            .order_by(addresses.c.key)
            .limit(_AT_ONCE)
        )
        with database.transaction() as connection:
            rows = connection.execute(chunk).all()
        yield from (row.address for row in rows)
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1].key
