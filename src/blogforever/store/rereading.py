"""A sink over what the archive captured before: nothing is asked, nothing is captured again."""

from dataclasses import replace
from pathlib import Path

from sqlalchemy import select

from blogforever.errors import NotInArchive
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import Report, State, Wishes
from blogforever.model.rendering import Rendering
from blogforever.store.blogs import blog_id
from blogforever.store.capture_names import harvest_files
from blogforever.store.captures import FOLDER
from blogforever.store.database import Database, open_existing
from blogforever.store.given_up import carry_over
from blogforever.store.harvest_files import files_of_blog
from blogforever.store.harvests import UNFINISHED
from blogforever.store.schema import harvests, posts
from blogforever.store.sink import ArchiveSink, opened_sink
from blogforever.store.upsert import Row

Standing = dict[str, tuple[int, int]]
"""For each post's key the number of its newest version, and the harvest that saw it last."""


class RereadingSink(ArchiveSink):
    """The newest answer of any harvest counts, a failure too."""

    before: State
    """Of the blog's newest harvest. One that is not finished is not so because its pages were read again."""

    def recall(self, address: str) -> Exchange | None:
        """The newest answer that was captured for the address."""
        return self._captures.find_newest(address)

    def capture(self, exchange: Exchange) -> None:
        """Nothing: it is captured already."""

    def recall_rendering(self, address: str) -> Rendering | None:
        """The newest rendering of the address that any harvest kept."""
        return self._captures.find_rendering(address)

    def keep_rendering(self, rendering: Rendering) -> None:
        """Nothing: no browser runs, and what is recalled is kept already."""

    def _note_end(self, ended: Row) -> None:
        """Nothing: the captures end where their own harvest did."""

    def why_full(self) -> str:
        """Nothing is captured, so no limit is reached; a full disk is told when it comes to it."""
        return ""

    def leave_out_as(self, harvest: int) -> None:
        """What held up the other harvest would hold up this one as well."""
        self._held.run(lambda connection: carry_over(connection, before=harvest, harvest=self.harvest))

    def close(self, report: Report | None) -> None:
        """The end; an unfinished harvest stays one."""
        unfinished = report is not None and self.before in UNFINISHED
        super().close(replace(report, state=self.before) if report and unfinished else report)


def open_rereading(blog: str, *, archive: Path, store: str | None, wishes: Wishes) -> RereadingSink:
    """A sink for a blog that was harvested before. Raises NotInArchive when none of its pages were kept."""
    database = open_existing(archive, store)
    try:
        before, newest = _newest_harvest(database, blog, archive)
    finally:
        database.close()
    sink = opened_sink(RereadingSink, blog, archive=archive, store=store, wishes=wishes)
    sink.before = before
    sink.leave_out_as(newest)
    return sink


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
        raise NotInArchive(address, problem, "Harvest it again without --no-warc.")
    return (State(row.state), row.id) if row else (State.DONE, 0)
