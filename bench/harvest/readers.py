"""Every reader of foreign text on hostile documents of up to a megabyte: processor seconds, and their growth."""

from pathlib import Path
from typing import Any

from bench.progress import Progress
from tests.hostile.growth import MEGABYTE, grow
from tests.hostile.readers import READERS, Reader

WORST = 3
"""Documents of each reader that are shown; what is not sound is shown in any case."""


def measure(folder: Path) -> list[dict[str, Any]]:
    """The documents that cost each reader the most."""
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress("readers", len(READERS))
    rows = []
    for reader in READERS:
        own = sorted(_rows(reader), key=lambda row: -row["seconds"])
        rows += [row for place, row in enumerate(own) if place < WORST or not row["sound"]]
        progress.step(f"{reader.name}: {own[0]['seconds']:.1f} s on {own[0]['document']}")
    return rows


def _rows(reader: Reader) -> list[dict[str, Any]]:
    return [_row(reader, document) for document in reader.documents]


def _row(reader: Reader, document: str) -> dict[str, Any]:
    growth = grow(reader.documents[document], reader.run, most=MEGABYTE)
    if not growth.is_sound:  # a busy machine is slow once, not twice
        growth = min(growth, grow(reader.documents[document], reader.run, most=MEGABYTE), key=lambda one: one.seconds)
    return {
        "reader": reader.name,
        "document": document,
        "seconds": round(growth.at_a_megabyte, 2),
        "exponent": None if growth.exponent is None else round(growth.exponent, 2),
        "sound": growth.is_sound,
    }
