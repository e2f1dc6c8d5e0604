"""A harvest that shows every page to the browser, and a browser that is killed on the way.

The blog is a made-up one that consists of scripts: without the browser it has no post at all.
"""

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.harvest.program import export, harvest_command
from bench.progress import Progress
from blogforever.render.processes import end, family_of, is_alive, memory_of
from tests.engines.script_blogs import single_page_app

PAGES = 500
KILLS = 3
FEW = 100
"""Pages at the beginning and at the end whose memory is compared."""
MOST_GROWTH = 1.3
_EVERY = 0.2
"""Seconds between two looks."""
_PATIENCE = 10.0


def measure(folder: Path) -> dict[str, Any]:
    """One harvest, watched from outside."""
    progress = Progress("browser", 1)
    with single_page_app(PAGES) as (home, posts, asked):
        command = harvest_command(home, folder, "--no-media")
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        samples, kills, seen = _watch(child, asked)
        kept = export(folder, folder / "posts.jsonl")
    progress.step("rendered")
    titles = {post.title for post in posts}
    return {
        "pages": PAGES,
        "kept": len(titles & {record["title"] for record in kept}),
        "kills": kills,
        "first_mb": _mean([size for page, size in samples if page <= FEW]),
        "last_mb": _mean([size for page, size in samples if page > PAGES - FEW]),
        "peak_mb": max(size for _, size in samples),
        "left": _left(seen),
    }


def _watch(child: "subprocess.Popen[bytes]", asked: Sequence[str]) -> tuple[list[tuple[int, float]], int, set[int]]:
    """How many megabytes the browser takes after how many pages; it is killed at even distances."""
    samples: list[tuple[int, float]] = []
    seen: set[int] = set()
    kills = 0
    while child.poll() is None:
        pages = sum("/api/notes/" in path for path in list(asked))
        browser = tuple(pid for pid in family_of(child.pid) if b"chrom" in _command(pid))
        seen.update(browser)
        if browser:
            samples.append((pages, memory_of(browser) / 1e6))
        if browser and kills < KILLS and pages > (kills + 1) * PAGES / (KILLS + 1):
            end(tuple(pid for pid in browser if b"--type=" not in _command(pid)))
            kills += 1
        time.sleep(_EVERY)
    return samples, kills, seen


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _left(seen: set[int]) -> int:
    """Processes of the browser that outlive the harvest; those that are just ending are waited for."""
    until = time.monotonic() + _PATIENCE
    while any(map(is_alive, seen)) and time.monotonic() < until:
        time.sleep(_EVERY)
    return sum(map(is_alive, seen))


def _mean(sizes: list[float]) -> float:
    return sum(sizes) / len(sizes) if sizes else 0.0
