"""A shelf of damaged archives: what `doctor`, `verify`, `rebuild` and `harvest` say to each, and what is lost."""

import re
import shutil
from pathlib import Path
from typing import Any

from bench.harvest.program import PROGRAM, Run, export, run
from bench.progress import Progress
from tests.hostile.damage import DAMAGES, Damage, Shelf
from tests.hostile.shelf import POSTS, fingerprints, harvest, is_kept
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import served

_LONGEST = 160
_VARYING = re.compile(
    r"[a-z0-9]{10}(?:-[a-z0-9]{10}){2}-[0-9]{14}-[0-9]{5}|[0-9a-f]{60,}|:[0-9]{5}/\S*|[0-9]{14}|, begun [^,]+"
)


def measure(folder: Path) -> list[dict[str, Any]]:
    """A row for each kind of damage."""
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress("damage", len(DAMAGES))
    rows = []
    with served(make_blog(posts=POSTS, feed=5)) as home:
        shelf = Shelf(archive=folder / "whole", first_database=folder / "first.sqlite", other=folder / "other")
        harvest(home, shelf.archive)
        shutil.copy(shelf.archive / "archive.sqlite", shelf.first_database)
        harvest(home, shelf.archive)
        harvest(home, shelf.other)
        for damage in DAMAGES:
            rows.append(_try(damage, shelf, home, folder / "hurt"))
            progress.step(damage.name)
    return rows


def _try(damage: Damage, shelf: Shelf, home: str, archive: Path) -> dict[str, Any]:
    shutil.rmtree(archive, ignore_errors=True)
    shutil.copytree(shelf.archive, archive)
    damage.hurt(archive, shelf)
    before = fingerprints(archive)
    place = ["--archive", str(archive)]
    said = {
        "doctor": run([PROGRAM, "doctor", *place]),
        "verify": run([PROGRAM, "verify", *place]),
        "rebuild": run([PROGRAM, "rebuild", "--replace", *place]),
        "harvest": run([PROGRAM, "harvest", home, "--delay", "0", *place]),
    }
    lost = [name for name, told in before.items() if not is_kept(archive, name, told) and not name.startswith("media/")]
    posts = len(export(archive, archive.with_suffix(".jsonl")))
    return {
        "damage": damage.name,
        **{name: _first(name, done, archive) for name, done in said.items()},
        "posts": posts,
        "lost": ", ".join(lost) or ("nothing" if posts == POSTS else f"{POSTS - posts} posts"),
    }


def _first(name: str, done: Run, archive: Path) -> str:
    """The line that matters most, without what differs from run to run."""
    lines = [line.strip() for line in done.said.splitlines() if line.strip()]
    if name == "doctor":
        lines = [line.removeprefix("attention") for line in lines if line.startswith("attention")] or ["ok"]
    text = (
        " ".join((lines or [""])[0].split())
        .replace("|", "/")
        .replace(f"{archive}/", "")
        .replace(str(archive), "archive")
    )
    return f"{done.code}: {_VARYING.sub('…', text)[:_LONGEST]}"
