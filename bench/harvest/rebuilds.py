"""Databases that are thrown away and made anew from the captures: every record must come back as it was."""

import time
from pathlib import Path
from typing import Any

from bench.harvest.lab import Lab
from bench.harvest.program import PROGRAM, harvest_command, run
from bench.progress import Progress

MOST_BLOGS = 20


def choose(abouts: list[dict[str, Any]]) -> list[str]:
    """Blogs with comments, as the corpus' index counts them; those with the most first."""
    with_comments = [about for about in abouts if about.get("comments")]
    with_comments.sort(key=lambda about: -int(about["comments"]))
    return [about["slug"] for about in with_comments[:MOST_BLOGS]]


def measure(lab: Lab, slugs: list[str], folder: Path) -> list[dict[str, Any]]:
    """A row for each blog."""
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress("rebuild", len(slugs))
    rows = []
    for slug in slugs:
        rows.append({"blog": slug, **_rebuild(lab.addresses[slug], folder / slug)})
        progress.step(slug)
    return rows


def _rebuild(address: str, archive: Path) -> dict[str, Any]:
    harvested = run(harvest_command(address, archive, "--no-media"))
    before = _export(archive)
    for path in archive.glob("archive.sqlite*"):
        path.unlink()
    began = time.monotonic()
    done = run([PROGRAM, "rebuild", "--archive", str(archive)])
    seconds = time.monotonic() - began
    after = _export(archive)
    different = len(set(before) ^ set(after))
    verified = run([PROGRAM, "verify", "--archive", str(archive)])
    return {
        "records": len(before),
        "same": before == after and done.code == 0,
        "different": different,
        "seconds": round(seconds, 1),
        "share": round(seconds / harvested.seconds, 2) if harvested.seconds else None,
        "verify": verified.code,
    }


def _export(archive: Path) -> list[str]:
    file = archive.with_suffix(".jsonl")
    done = run([PROGRAM, "export", "--archive", str(archive), "--output", str(file)])
    return file.read_text("utf-8").splitlines() if done.code == 0 else []
