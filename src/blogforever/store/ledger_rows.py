"""A line of the ledger as a line of a table, and back."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from blogforever.model.ledger import Fate, Outcome, Witness
from blogforever.store.plain_text import as_json, index_key, storable, storable_or_none
from blogforever.store.post_rows import strings
from blogforever.store.schema import addresses
from blogforever.store.upsert import upsert


def write_fates(connection: Connection, blog: int, harvest: int, fates: Iterable[Fate]) -> None:
    """Overwrite what was known of these addresses."""
    rows = [
        {
            "blog": blog,
            "key": index_key(fate.key),
            "address": storable(fate.address),
            "harvest": harvest,
            "outcome": fate.outcome,
            "reason": storable(fate.reason),
            "status": fate.status,
            "leads_to": storable_or_none(fate.leads_to),
            "witnesses": as_json(fate.witnesses),
            "referrer": storable_or_none(fate.referrer),
            "hops": fate.hops,
        }
        for fate in fates
    ]
    upsert(connection, addresses, rows)


def posts_of_harvest(connection: Connection, blog: int, harvest: int) -> list[Fate]:
    """The lines of the posts whose pages the harvest read."""
    wanted = select(addresses).where(
        addresses.c.blog == blog, addresses.c.harvest == harvest, addresses.c.outcome == Outcome.POST
    )
    return [fate_from(row) for row in connection.execute(wanted.order_by(addresses.c.key))]


def fate_from(row: Any) -> Fate:
    """The line of the ledger that was told."""
    return Fate(
        key=row.key,
        address=row.address,
        outcome=Outcome(row.outcome),
        reason=row.reason,
        status=row.status,
        leads_to=row.leads_to,
        witnesses=witnesses_from(row.witnesses),
        referrer=row.referrer,
        hops=row.hops,
    )


def witnesses_from(text: str) -> tuple[Witness, ...]:
    """A JSON list of witnesses."""
    return tuple(Witness(name) for name in strings(text))
