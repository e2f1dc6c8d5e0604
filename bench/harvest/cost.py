"""What a harvest costs beside the plainest crawl of the same pages."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.harvest.lab import Lab
from bench.harvest.program import harvest_command, run
from bench.progress import Progress

CONNECTIONS = "8"
FEWEST_PAGES = 200
LIMIT = 1.5
_ROUNDS = 2
"""Each crawl is run so often, in turns with the other; the cheaper run counts."""
_PLAIN = (sys.executable, "-m", "bench.harvest.plain_spider")
_REACTOR = "twisted.internet.asyncioreactor, scrapy.core.downloader.handlers.http11"
_IMPORTS = {
    "plain": f"import bench.harvest.plain_spider, {_REACTOR}",
    "ours": f"import blogforever.cli.commands.harvest, blogforever.store.ports.records, {_REACTOR}",
}
"""What each crawl loads, whatever it crawls."""


def measure(lab: Lab, slugs: Sequence[str], folder: Path) -> dict[str, Any]:
    """CPU seconds of both for every blog of so many pages, one process at a time."""
    progress = Progress("cost", len(slugs))
    rows = []
    for slug in slugs:
        address = lab.addresses[slug]
        first = run([*_PLAIN, address, CONNECTIONS])  # also makes the server unpack the blog
        pages = int(first.said.split()[-1]) if first.code == 0 else 0
        progress.step(slug)
        if pages < FEWEST_PAGES:
            continue
        plain, ours = [], []
        for _ in range(_ROUNDS):
            plain.append(run([*_PLAIN, address, CONNECTIONS]).cpu)
            ours.append(_harvest(address, folder / "cost"))
        rows.append({"blog": slug, "pages": pages, "plain": min(plain), "ours": min(ours)})
    start_up = {name: _start_up(code) for name, code in _IMPORTS.items()}
    return {"rows": rows, "start_up": start_up}


def _harvest(address: str, archive: Path) -> float:
    shutil.rmtree(archive, ignore_errors=True)
    return run(harvest_command(address, archive, "--no-media", "--concurrency", CONNECTIONS)).cpu


def _start_up(code: str) -> float:
    """CPU seconds of an interpreter that loads what the crawl needs, and does nothing with it."""
    return min(run([sys.executable, "-c", code]).cpu for _ in range(3))


def ratios(figures: dict[str, Any]) -> tuple[float, float]:
    """Ours over plain, of the sums: whole processes, then without what loading the libraries takes."""
    rows, start_up = figures["rows"], figures["start_up"]
    ours, plain = sum(row["ours"] for row in rows), sum(row["plain"] for row in rows)
    if not rows:
        return 0.0, 0.0
    return ours / plain, (ours - len(rows) * start_up["ours"]) / (plain - len(rows) * start_up["plain"])
