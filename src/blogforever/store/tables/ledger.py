"""An entry of the ledger as a row of a table, and back."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update

from blogforever.model.ledger import Decision, DiscoveredVia, LedgerEntry, Outcome
from blogforever.store.tables.post_rows import strings
from blogforever.store.tables.schema import addresses, decisions, posts
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


def write_decision(connection: Connection, blog: int, key: str, decision: Decision) -> None:
    """What a person said: at once for what the archive holds, and for every later harvest."""
    upsert(
        connection, decisions,
        [{
            "blog": blog, "key": key, "address": storable(decision.address), "is_post": decision.is_post,
            "reason": storable(decision.reason), "at": decision.at,
        }],
    )  # fmt: skip
    _carry_out(connection, blog, key, decision)


def carry_out_decisions(connection: Connection, blog: int) -> None:
    """What people said about addresses of the blog holds for what the archive has of it now."""
    for key, decision in read_decisions(connection, blog).items():
        _carry_out(connection, blog, key, decision)


def _carry_out(connection: Connection, blog: int, key: str, decision: Decision) -> None:
    held = update(posts).where(posts.c.blog == blog, posts.c.key == key)
    is_held = connection.execute(held.values(excluded=not decision.is_post)).rowcount > 0
    if is_held or not decision.is_post:
        outcome = Outcome.POST if decision.is_post else Outcome.PAGE
        entry = update(addresses).where(addresses.c.blog == blog, addresses.c.key == key, _is_page())
        connection.execute(entry.values(outcome=outcome, reason=storable(str(decision))))


def _is_page() -> ColumnElement[bool]:
    return addresses.c.outcome.in_([Outcome.POST, Outcome.FEED_ONLY, Outcome.LIST, Outcome.PAGE])


def read_decisions(connection: Connection, blog: int) -> dict[str, Decision]:
    """What people said about addresses of the blog, by the keys of the posts that these lead to."""
    rows = connection.execute(select(decisions).where(decisions.c.blog == blog).order_by(decisions.c.key))
    return {row.key: decision_from(row) for row in rows}


def decision_from(row: Any) -> Decision:
    """The decision that was written."""
    return Decision(address=row.address, is_post=row.is_post, reason=row.reason, at=row.at)


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
