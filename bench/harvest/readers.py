"""Every reader of foreign text on hostile documents of up to a megabyte: processor seconds, and their growth."""

from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.progress import Progress
from tests.hostile.growth import FLOOR, MEGABYTE, Growth, best_time, grow
from tests.hostile.readers import READERS, Reader

WORKERS = 2
WORST = 3
"""Documents of each reader that are shown; what is not sound is shown in any case."""


def measure(folder: Path) -> list[dict[str, Any]]:
    """The documents that cost each reader the most."""
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress("readers", len(READERS))
    rows = []
    with get_context("fork").Pool(WORKERS) as pool:  # readers are functions, which no process can hand to another
        for own in pool.imap(_rows, range(len(READERS))):
            rows += [row for place, row in enumerate(own) if place < WORST or not row["sound"]]
            slow = [f"{row['document']} ({row['seconds']:.1f} s, {row['exponent']})" for row in own if not row["sound"]]
            worst = f"{own[0]['reader']}: {own[0]['seconds']:.1f} s on {own[0]['document']}"
            progress.step(f"{worst}; too slow: {', '.join(slow) or 'none'}")
    return rows


def _rows(number: int) -> list[dict[str, Any]]:
    """Of one reader, the slowest first."""
    reader = READERS[number]
    return sorted((_row(reader, document) for document in reader.documents), key=lambda row: -row["seconds"])


def _row(reader: Reader, document: str) -> dict[str, Any]:
    growth = _growth(reader, document)
    if not growth.is_sound:
        # A busy machine is slow once, not twice; and what outgrows the processor's cache grows faster for a while.
        again = grow(reader.documents[document], reader.run, most=2 * MEGABYTE)
        growth = min(growth, again, key=lambda one: (not one.is_sound, one.seconds))
    return {
        "reader": reader.name,
        "document": document,
        "seconds": round(growth.at_a_megabyte, 2),
        "exponent": None if growth.exponent is None else round(growth.exponent, 2),
        "sound": growth.is_sound,
    }


def _growth(reader: Reader, document: str) -> Growth:
    """Doubled up to a megabyte, unless a megabyte is so quick that nobody cares how its time came together."""
    make = reader.documents[document]
    seconds = best_time(reader.run, make(MEGABYTE), runs=1)
    if seconds <= FLOOR:
        return Growth(size=MEGABYTE, seconds=seconds, exponent=None)
    return grow(make, reader.run, most=MEGABYTE)
