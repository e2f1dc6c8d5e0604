"""A server that fails every tenth time: the same posts must come home."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.harvest.lab import Lab, serving
from bench.harvest.program import Record, export, harvest_command, run, without_clock
from bench.progress import Progress

FAULTS = ("--error-rate", "0.1", "--drop-rate", "0.05")
AT_ONCE = 4
"""Harvests under way: they mostly wait for a Retry-After."""
MOST_PAGES = 150
BLOGS = 16


def choose(abouts: Sequence[dict[str, Any]]) -> list[str]:
    """Blogs of few pages, spread over the corpus."""
    small = [about["slug"] for about in abouts if about["n_html"] < MOST_PAGES]
    return small[:: max(1, len(small) // BLOGS)][:BLOGS]


def measure(corpus: Path, calm: Lab, slugs: Sequence[str], folder: Path) -> dict[str, Any]:
    """For each blog the posts of both harvests, and whether they are the same in every field."""
    progress = Progress("faults", len(slugs))
    with serving(corpus, folder, *FAULTS) as rough, ThreadPoolExecutor(AT_ONCE) as pool:

        def compare(slug: str) -> dict[str, Any]:
            one = _kept(calm.addresses[slug], folder / "calm" / slug)
            other = _kept(rough.addresses[slug], folder / "rough" / slug)
            progress.step(slug)
            return {"blog": slug, "posts": len(one), "with_faults": len(other), "differing": _differing(one, other)}

        return {"rows": list(pool.map(compare, slugs))}


def _kept(address: str, archive: Path) -> list[Record]:
    run(harvest_command(address, archive, "--no-media"))
    return without_clock(export(archive, archive.with_suffix(".jsonl")), port_of=address)


def _differing(one: list[Record], other: list[Record]) -> dict[str, int]:
    """In how many posts each field differs; a post that only one has differs in its url."""
    by_address = [{record["url"]: record for record in records} for records in (one, other)]
    counted: dict[str, int] = {}
    if missing := len(by_address[0].keys() ^ by_address[1].keys()):
        counted["url"] = missing
    for address in by_address[0].keys() & by_address[1].keys():
        first, second = (records[address] for records in by_address)
        for field in first:
            if first[field] != second.get(field):
                counted[field] = counted.get(field, 0) + 1
    return counted
