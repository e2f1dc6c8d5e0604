"""Every reader of foreign text, and every regular expression, on hostile texts of up to a megabyte: their growth."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.progress import Progress
from tests.hostile.growth import FLOOR, MEGABYTE, Growth, best_time, grow
from tests.hostile.patterns import LONGEST_INPUTS, all_expressions, hostile_texts
from tests.hostile.readers import READERS, Reader

WORKERS = 2
WORST_EXPRESSIONS = 10

Row = dict[str, Any]


def measure(folder: Path) -> dict[str, Any]:
    """The document that costs each reader the most, and the texts that cost the most of all expressions."""
    folder.mkdir(parents=True, exist_ok=True)
    by_reader = _measure_all("readers", READERS)
    expressions = tuple(_expressions())
    of_expressions = [row for rows in _measure_all("expressions", expressions).values() for row in rows]
    return {
        "rows": [row for rows in by_reader.values() for row in _worst(rows, 1)],
        "expressions": sum(expression.name not in LONGEST_INPUTS for expression in all_expressions()),
        "texts": len(of_expressions),
        "expression_rows": _worst(of_expressions, WORST_EXPRESSIONS),
    }


def _expressions() -> Iterator[Reader]:
    """An expression as a reader; those that are applied to short texts only are tried by the tests."""
    for expression in all_expressions():
        if expression.name not in LONGEST_INPUTS:
            documents = {repr(make(40)): make for make in hostile_texts(expression.pattern)}
            for method in expression.methods:
                run = partial(expression.run, method)
                yield Reader(name=f"{expression.name}.{method}", run=run, documents=documents)


def _measure_all(part: str, readers: tuple[Reader, ...]) -> dict[str, list[Row]]:
    cases = [(reader, document) for reader in readers for document in reader.documents]
    progress = Progress(part, len(cases))
    rows: dict[str, list[Row]] = defaultdict(list)
    _cases[:] = cases
    with get_context("fork").Pool(WORKERS) as pool:
        for row in pool.imap_unordered(_row, range(len(cases)), chunksize=4):
            rows[row["reader"]].append(row)
            progress.step(f"{row['reader']} on {row['document']}: {row['seconds']:.1f} s")
            if not row["sound"]:
                print(f"too slow: {row}", flush=True)
    return {reader.name: rows[reader.name] for reader in readers}


_cases: list[tuple[Reader, str]] = []
"""For the workers, by number: a reader is a function, which no process can hand to another."""


def _row(number: int) -> Row:
    reader, document = _cases[number]
    growth = _growth(reader, document)
    return {
        "reader": reader.name,
        "document": document,
        "seconds": round(growth.at_a_megabyte, 2),
        "exponent": None if growth.exponent is None else round(growth.exponent, 2),
        "sound": growth.is_sound,
    }


def _growth(reader: Reader, document: str) -> Growth:
    """Looked at ever more closely until it is sound, for noise only ever adds."""
    make = reader.documents[document]
    seconds = best_time(reader.run, make(MEGABYTE), runs=1)
    if seconds <= FLOOR:
        return Growth(size=MEGABYTE, seconds=seconds, exponent=None)
    glance = grow(make, reader.run, most=MEGABYTE, runs=1)
    if glance.is_sound:
        return glance
    # A busy machine is slow once, not twice; and what outgrows the processor's cache grows faster for a while.
    again = grow(make, reader.run, most=MEGABYTE)
    larger = grow(make, reader.run, most=2 * MEGABYTE, budget=20.0)
    return min(glance, again, larger, key=lambda one: (not one.is_sound, one.at_a_megabyte))


def _worst(rows: list[Row], most: int) -> list[Row]:
    """The slowest; what is not sound is shown in any case."""
    ranked = sorted(rows, key=lambda row: -row["seconds"])
    return [row for rank, row in enumerate(ranked) if rank < most or not row["sound"]]
