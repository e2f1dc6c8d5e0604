"""What the supervising process writes of a harvest whose own process was killed."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select, update

from blogforever.model.harvest import HarvestChanges, State
from blogforever.store.database import open_database
from blogforever.store.queries.harvest_changes import comment_changes, post_changes
from blogforever.store.tables.given_up import write_given_up
from blogforever.store.tables.harvests import name_key
from blogforever.store.tables.schema import blog_names, harvests


def give_up_from_outside(folder: Path, store: str | None, address: str, *, name: str, reason: str) -> None:
    """The process of the blog's newest harvest ended over this document; that harvest does not try it again."""
    with closing(open_database(folder, store)) as database, database.transaction() as connection:
        newest = _newest(connection, address)
        if newest is not None:
            write_given_up(connection, newest[0], newest[1], {name: reason})


def end_from_outside(folder: Path, store: str | None, address: str, state: State) -> None:
    """The process of the blog's newest harvest was killed before it could say how it ended."""
    with closing(open_database(folder, store)) as database, database.transaction() as connection:
        newest = _newest(connection, address)
        if newest is not None:
            still_running = (harvests.c.id == newest[1]) & (harvests.c.state == State.RUNNING)
            ended = datetime.now(UTC).isoformat(timespec="seconds")
            connection.execute(update(harvests).where(still_running).values(state=state, ended=ended))


def changes_from_outside(folder: Path, store: str | None, address: str) -> HarvestChanges:
    """What the blog's newest harvest had changed when its process was killed."""
    with closing(open_database(folder, store)) as database, database.transaction() as connection:
        newest = _newest(connection, address)
        if newest is None:
            return HarvestChanges()
        return HarvestChanges(posts=post_changes(connection, *newest), comments=comment_changes(connection, *newest))


def _newest(connection: Connection, address: str) -> tuple[int, int] | None:
    """The blog, and its newest harvest."""
    known = select(blog_names.c.blog).where(blog_names.c.key == name_key(address)).scalar_subquery()
    newest = select(harvests.c.blog, harvests.c.id).where(harvests.c.blog == known).order_by(harvests.c.id.desc())
    row = connection.execute(newest.limit(1)).first()
    return (row.blog, row.id) if row else None
