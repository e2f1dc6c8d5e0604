"""An archive under test: written through the ports, read through the doors, compared by its tables."""

import os
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select

from blogforever.model.harvest import HarvestOptions, KeptPost, Report, State
from blogforever.model.moment import Moment
from blogforever.model.post import Post
from blogforever.store.database import open_existing
from blogforever.store.ports.records import open_ports
from blogforever.store.tables.schema import METADATA

BLOG = "https://blog.example/"
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  # it is, by choice
"""A folder where no test waits for a disk."""
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Archive:
    folder: Path
    store: str | None

    def ports(self, blog=BLOG, options=None):
        """Where a harvest goes: its captures and its records."""
        return open_ports(blog, archive=self.folder, store=self.store, options=options or HarvestOptions())

    def records(self, blog=BLOG, options=None):
        _, records = self.ports(blog, options)
        return records

    @contextmanager
    def harvest(self, blog=BLOG, state=State.DONE, options=None):
        """A harvest from beginning to end, for those who write records only."""
        with self.harvest_ports(blog, state, options) as (_, records):
            yield records

    @contextmanager
    def harvest_ports(self, blog=BLOG, state=State.DONE, options=None):
        """A harvest from beginning to end."""
        captures, records = self.ports(blog, options)
        yield captures, records
        records.close(Report(blog=blog, state=state))

    @contextmanager
    def reading(self):
        with closing(open_existing(self.folder, self.store)) as database:
            yield database

    def tables(self):
        """All rows of all tables, without the clock."""
        with self.reading() as database, database.transaction() as connection:
            return {
                table.name: sorted(
                    tuple(
                        (name, value)
                        for name, value in row._mapping.items()
                        if name not in {"started", "ended", "applied_at", "random_id", "files"}
                    )
                    for row in connection.execute(select(table))
                )
                for table in METADATA.sorted_tables
            }


def post(key="blog.example/a", *, text="Some words", title="A title", published="2024-04-01", **more):
    """A post as the crawl hands it over."""
    kept = {name: more.pop(name) for name in ("witnesses", "from_feed", "status_code", "captured_at") if name in more}
    moment = Moment(written=published, iso=published) if published else None
    html = f"<p>{text}</p>"
    said = {"url": f"https://{key}", "title": title, "content_text": text, "content_html": html, "published": moment}
    said |= {"content_html_unpruned": html}
    return KeptPost(key=key, post=Post(**(said | more)), **({"captured_at": NOON, "status_code": 200} | kept))
