"""The same harvest into SQLite and into PostgreSQL: the same export."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.harvest.lab import Lab
from bench.harvest.program import export, harvest_command, run, without_clock
from bench.progress import Progress
from tests.store.private_postgresql import find_programs, make_store, running_server

BLOGS = ("blog.angor.io", "mhut.ch", "tomdalling.com")


def measure(lab: Lab, folder: Path, slugs: Sequence[str] = BLOGS) -> dict[str, Any] | None:
    """For each blog its posts in both databases, and whether they are the same; None without a PostgreSQL."""
    programs = find_programs()
    if programs is None:
        return None
    progress = Progress("databases", len(slugs))
    rows = []
    with running_server(programs) as server:
        for slug in slugs:
            store = ("--store", make_store(server))
            kept = []
            for name, options in (("sqlite", ()), ("postgresql", store)):
                archive = folder / name / slug
                run(harvest_command(lab.addresses[slug], archive, "--no-media", *options))
                kept.append(without_clock(export(archive, archive.with_suffix(".jsonl"), *options)))
            rows.append(
                {"blog": slug, "posts": len(kept[0]), "in_postgresql": len(kept[1]), "same": kept[0] == kept[1]}
            )
            progress.step(slug)
    return {"rows": rows}
