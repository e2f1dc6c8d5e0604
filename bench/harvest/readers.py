"""Every reader of foreign text on hostile documents of up to a megabyte: processor seconds, and their growth."""

from collections import defaultdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.progress import Progress
from tests.hostile.growth import MEGABYTE, Growth, grow
from tests.hostile.readers import READERS, Reader

WORKERS = 2
WORST = 3
"""Documents of each reader that are shown; what is not sound is shown in any case."""


def measure(folder: Path) -> list[dict[str, Any]]:
    """The documents that cost each reader the most."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = [(place, document) for place, reader in enumerate(READERS) for document in reader.documents]
    progress = Progress("readers", len(cases))
    rows = defaultdict(list)
    with get_context("fork").Pool(WORKERS) as pool:  # readers are functions, which no process can hand to another
        for place, row in pool.imap_unordered(_row, cases, chunksize=4):
            rows[place].append(row)
            progress.step(f"{row['reader']} on {row['document']}: {row['seconds']:.1f} s")
            if not row["sound"]:
                print(f"too slow: {row}", flush=True)
    worst = []
    for place in range(len(READERS)):
        own = sorted(rows[place], key=lambda row: -row["seconds"])
        worst += [row for rank, row in enumerate(own) if rank < WORST or not row["sound"]]
    return worst


def _row(case: tuple[int, str]) -> tuple[int, dict[str, Any]]:
    place, document = case
    reader = READERS[place]
    growth = _growth(reader, document)
    return place, {
        "reader": reader.name,
        "document": document,
        "seconds": round(growth.at_a_megabyte, 2),
        "exponent": None if growth.exponent is None else round(growth.exponent, 2),
        "sound": growth.is_sound,
    }


def _growth(reader: Reader, document: str) -> Growth:
    """Looked at ever more closely until it is sound, for noise only ever adds."""
    make = reader.documents[document]
    glance = grow(make, reader.run, most=MEGABYTE, runs=1)
    if glance.is_sound:
        return glance
    # A busy machine is slow once, not twice; and what outgrows the processor's cache grows faster for a while.
    again = grow(make, reader.run, most=MEGABYTE)
    larger = grow(make, reader.run, most=2 * MEGABYTE, patience=20.0)
    return min(glance, again, larger, key=lambda one: (not one.is_sound, one.at_a_megabyte))
