"""Which harvests really run. A process that is killed cannot say that it ended: locks tell, which end with it."""

from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, select, text, update

from blogforever.errors import BadArchive
from blogforever.model.harvest import State
from blogforever.store.database import open_database
from blogforever.store.lock import is_held
from blogforever.store.tables.harvests import HARVESTING
from blogforever.store.tables.schema import harvests

_LOCKED = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :family AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def running_blogs(connection: Connection, folder: Path, blogs: Collection[int]) -> set[int]:
    """Those of the blogs, all of which have a harvest that calls itself running, whose harvest does run."""
    if not blogs:
        return set()
    if connection.dialect.name == "postgresql":
        return set(blogs).intersection(connection.scalars(_LOCKED, {"family": HARVESTING}))
    with suppress(BadArchive):  # what is not our lock is nobody's
        return set(blogs) if is_held(folder) else set()
    return set()


def mark_stopped(folder: Path, store: str | None) -> None:
    """Write down which harvests were ended by force. Only for the process that holds the archive."""
    with closing(open_database(folder, store)) as database, database.transaction() as connection:
        claimed = select(harvests.c.id, harvests.c.blog).where(harvests.c.state == State.RUNNING)
        rows = connection.execute(claimed).all()
        is_shared = connection.dialect.name == "postgresql"  # with crawlers elsewhere
        alive = running_blogs(connection, folder, {row.blog for row in rows}) if is_shared else set()
        stopped = [row.id for row in rows if row.blog not in alive]
        if stopped:
            connection.execute(update(harvests).where(harvests.c.id.in_(stopped)).values(state=State.STOPPED))
