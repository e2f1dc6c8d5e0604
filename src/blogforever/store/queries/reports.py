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

_OF_AN_UPDATE = f'%"visit":"{VisitKind.UPDATE}"%'


def newest_report(database: Database, blog: str) -> Report | None:
    """How complete the blog is: the report of its newest harvest that left one. Raises NotInArchive.

    Updates look at a part of the blog only: they say which posts are gone, and nothing about the rest.
    """
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        left = select(harvests.c.report).where(harvests.c.blog == number, harvests.c.report.is_not(None))
        last = left.order_by(harvests.c.id.desc()).limit(1)
        newest = connection.scalar(last)
        whole = connection.scalar(last.where(harvests.c.wishes.not_like(_OF_AN_UPDATE)))
    if newest is None or whole is None:
        return None
    report, latest = _report(whole), _report(newest)
    return replace(report, gone=latest.gone, notes=tuple(dict.fromkeys([*latest.notes, *report.notes])))


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
