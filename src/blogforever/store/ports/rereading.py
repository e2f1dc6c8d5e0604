"""A harvest of what the archive captured before: nothing is requested, nothing is captured again."""

from dataclasses import replace
from pathlib import Path
from shlex import quote

from sqlalchemy import select

from blogforever.errors import NotInArchive
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import HarvestOptions, Report, State
from blogforever.model.ports import Ports
from blogforever.model.rendering import Rendering
from blogforever.store.database import Database, open_existing
from blogforever.store.ports.records import ArchiveRecords
from blogforever.store.ports.session import open_session
from blogforever.store.queries.blogs import blog_id
from blogforever.store.tables.given_up import carry_over
from blogforever.store.tables.harvests import UNFINISHED, end_values, files_of_blog
from blogforever.store.tables.schema import harvests, posts
from blogforever.store.tables.upsert import Row
from blogforever.store.warc.captures import FOLDER, WarcCaptures
from blogforever.store.warc.file_names import harvest_files

Standing = dict[str, tuple[int, int]]
"""For each post's key the number of its newest version, and the harvest that saw it last."""


class RereadCaptures:
    """The newest answer of any harvest counts, a failure too."""

    def __init__(self, warc: WarcCaptures, *, harvest: int) -> None:
        self._warc = warc
        self._harvest = harvest

    def recall(self, key: str) -> Exchange | None:
        """The newest answer that was captured for the key."""
        return self._warc.find_newest(key)

    def recall_older(self, key: str) -> Exchange | None:
        """The newest answer with a body that earlier harvests captured for the key."""
        return self._warc.find_older(key, before=self._harvest)

    def capture(self, exchange: Exchange) -> None:
        """Nothing: it is captured already."""

    def recall_rendering(self, address: str) -> Rendering | None:
        """The newest rendering of the address that any harvest kept."""
        return self._warc.find_rendering(address)

    def keep_rendering(self, rendering: Rendering) -> None:
        """Nothing: no browser runs, and what is recalled is kept already."""

    def shortfalls(self) -> tuple[str, ...]:
        """Nothing is known to be: `verify` checks the archive's own files."""
        return ()


def open_ports(blog: str, *, archive: Path, store: str | None, options: HarvestOptions) -> Ports:
    """The ports for a blog that was harvested before. Raises NotInArchive when none of its pages were kept."""
    database = open_existing(archive, store)
    try:
        before, newest = _newest_harvest(database, blog, archive)
    finally:
        database.close()
    session = open_session(blog, archive=archive, store=store, options=options)
    # What was given up in the harvest before would hold up this one as well.
    session.connection.run(lambda connection: carry_over(connection, before=newest, harvest=session.harvest))
    records = ArchiveRecords(session, writes_captures=False, end_of=lambda report: _end(report, before))
    return RereadCaptures(session.warc, harvest=session.harvest), records


def _end(report: Report | None, before: State) -> Row:
    """An unfinished harvest stays one: reading its pages again does not finish it."""
    return end_values(replace(report, state=before) if report and before in UNFINISHED else report)


def post_standing(database: Database, address: str) -> Standing:
    """How the archive's posts of the blog stand."""
    with database.transaction() as connection:
        wanted = posts.c.blog == blog_id(connection, address)
        rows = connection.execute(select(posts.c.key, posts.c.newest, posts.c.last_seen).where(wanted))
        return {row.key: (row.newest, row.last_seen) for row in rows}


def _newest_harvest(database: Database, address: str, archive: Path) -> tuple[State, int]:
    with database.transaction() as connection:
        blog = blog_id(connection, address)
        newest = select(harvests.c.id, harvests.c.state).where(harvests.c.blog == blog).order_by(harvests.c.id.desc())
        row = connection.execute(newest.limit(1)).first()
        known = files_of_blog(connection, blog)
    if not harvest_files(archive / FOLDER, known):
        problem = "none of its pages were kept in this folder (was it harvested with --no-warc?)"
        raise NotInArchive(address, problem, f"Harvest it again: blogforever harvest {quote(address)}")
    return (State(row.state), row.id) if row else (State.DONE, 0)
