"""How harvests ended, read."""

import json
from dataclasses import replace
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
    VisitKind,
)
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.tables.schema import harvests


def newest_report(database: Database, blog: str) -> Report | None:
    """How complete the blog is: the report of its newest harvest that left one. Raises NotInArchive.

    Updates look at a part of the blog only: they say which posts are gone, and nothing about the rest.
    """
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        left = select(harvests.c.report).where(harvests.c.blog == number, harvests.c.report.is_not(None))
        found: Report | None = None
        newest: Report | None = None
        for text in connection.scalars(left.order_by(harvests.c.id.desc())):
            found = _report(text)
            newest = newest or found
            if found.visit is VisitKind.WHOLE:
                break
        if found is None or newest is None:
            return None
        return replace(found, gone=newest.gone, notes=tuple(dict.fromkeys([*newest.notes, *found.notes])))


def _report(text: str) -> Report:
    fields = json.loads(text)
    return Report(
        **fields
        | {
            "state": State(fields["state"]),
            "visit": VisitKind(fields.get("visit", VisitKind.WHOLE)),
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
