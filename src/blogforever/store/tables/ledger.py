"""An entry of the ledger as a row of a table, and back."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.store.tables.post_rows import strings
from blogforever.store.tables.schema import addresses
from blogforever.store.tables.storable_text import as_json, index_key, storable, storable_or_none
from blogforever.store.tables.upsert import upsert


def write_ledger_rows(connection: Connection, blog: int, harvest: int, ledger_entries: Iterable[LedgerEntry]) -> None:
    """Overwrite what was known of these addresses."""
    rows = [
        {
            "blog": blog,
            "key": index_key(ledger_entry.key),
            "address": storable(ledger_entry.address),
            "harvest": harvest,
            "outcome": ledger_entry.outcome,
            "reason": storable(ledger_entry.reason),
            "status": ledger_entry.status,
            "leads_to": storable_or_none(ledger_entry.leads_to),
            "witnesses": as_json(ledger_entry.witnesses),
            "referrer": storable_or_none(ledger_entry.referrer),
            "hops": ledger_entry.hops,
        }
        for ledger_entry in ledger_entries
    ]
    upsert(connection, addresses, rows)


def posts_of_harvest(connection: Connection, blog: int, harvest: int) -> list[LedgerEntry]:
    """The entries of the posts whose pages the harvest read."""
    wanted = select(addresses).where(
        addresses.c.blog == blog, addresses.c.harvest == harvest, addresses.c.outcome == Outcome.POST
    )
    return [ledger_entry_from(row) for row in connection.execute(wanted.order_by(addresses.c.key))]


def ledger_entry_from(row: Any) -> LedgerEntry:
    """The entry of the ledger that was written."""
    return LedgerEntry(
        key=row.key,
        address=row.address,
        outcome=Outcome(row.outcome),
        reason=row.reason,
        status=row.status,
        leads_to=row.leads_to,
        witnesses=discovered_via_from(row.witnesses),
        referrer=row.referrer,
        hops=row.hops,
    )


def discovered_via_from(text: str) -> tuple[DiscoveredVia, ...]:
    """A JSON list of witnesses."""
    return tuple(DiscoveredVia(name) for name in strings(text))
