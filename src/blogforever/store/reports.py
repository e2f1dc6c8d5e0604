"""How harvests ended, read."""

import json

from sqlalchemy import select

from blogforever.model.harvest import Missing, Report, State
from blogforever.model.ledger import Outcome, Witness
from blogforever.store.blogs import blog_id
from blogforever.store.database import Database
from blogforever.store.schema import harvests


def newest_report(database: Database, blog: str) -> Report | None:
    """The report of the blog's newest harvest that left one. Raises NotInArchive."""
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        left = select(harvests.c.report).where(harvests.c.blog == number, harvests.c.report.is_not(None))
        text = connection.scalar(left.order_by(harvests.c.id.desc()).limit(1))
        return None if text is None else _report(text)


def _report(text: str) -> Report:
    said = json.loads(text)
    return Report(
        **said
        | {
            "state": State(said["state"]),
            "outcomes": {Outcome(name): count for name, count in said["outcomes"].items()},
            "known_by": _by_witness(said["known_by"]),
            "only_by": _by_witness(said["only_by"]),
            "missing": tuple(
                Missing(**one | {"witnesses": tuple(map(Witness, one["witnesses"]))}) for one in said["missing"]
            ),
            "notes": tuple(said["notes"]),
        }
    )


def _by_witness(counts: dict[str, int]) -> dict[Witness, int]:
    return {Witness(name): count for name, count in counts.items()}
