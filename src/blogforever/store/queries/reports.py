"""How harvests ended, read."""

import json
from typing import Any

from sqlalchemy import select

from blogforever.model.harvest import (
    CommentChanges,
    GonePost,
    HarvestChanges,
    Missing,
    PostChanges,
    Report,
    Resumed,
    State,
)
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.tables.schema import harvests


def newest_report(database: Database, blog: str) -> Report | None:
    """The report of the blog's newest harvest that left one. Raises NotInArchive."""
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        left = select(harvests.c.report).where(harvests.c.blog == number, harvests.c.report.is_not(None))
        text = connection.scalar(left.order_by(harvests.c.id.desc()).limit(1))
        return None if text is None else _report(text)


def _report(text: str) -> Report:
    fields = json.loads(text)
    return Report(
        **fields
        | {
            "state": State(fields["state"]),
            "outcomes": {Outcome(name): count for name, count in fields["outcomes"].items()},
            "known_by": _by_witness(fields["known_by"]),
            "only_by": _by_witness(fields["only_by"]),
            "changes": _changes(fields.get("changes", {})),
            "gone": tuple(GonePost(**post) for post in fields.get("gone", ())),
            "resumed": Resumed(**resumed) if (resumed := fields.get("resumed")) else None,
            "missing": _not_kept(fields["missing"]),
            "missing_count": fields.get("missing_count", len(fields["missing"])),  # earlier versions kept no count
            "left_out": _not_kept(fields.get("left_out", [])),
            "shortfalls": tuple(fields.get("shortfalls", [])),
            "notes": tuple(fields["notes"]),
        }
    )


def _not_kept(addresses: list[dict[str, Any]]) -> tuple[Missing, ...]:
    return tuple(Missing(**one | {"witnesses": tuple(map(DiscoveredVia, one["witnesses"]))}) for one in addresses)


def _changes(fields: dict[str, Any]) -> HarvestChanges:
    """As it was written; all zero for a report of a version that did not count."""
    if not fields:
        return HarvestChanges()
    return HarvestChanges(
        **fields | {"posts": PostChanges(**fields["posts"]), "comments": CommentChanges(**fields["comments"])}
    )


def _by_witness(counts: dict[str, int]) -> dict[DiscoveredVia, int]:
    return {DiscoveredVia(name): count for name, count in counts.items()}
