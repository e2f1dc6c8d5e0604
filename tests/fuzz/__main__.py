"""`make fuzz`: many mutants over all processors, and a line that says what became of them.

`--only NUMBER` tries one again, `--write FILE` saves its bytes.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.fuzz.pipeline import Summary, make_mutant, split, try_mutants


def main() -> int:
    """Run the mutants; 1 when one of them did what it may not do."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    start = time.monotonic()
    if options.only is not None:
        if options.write:
            options.write.write_bytes(make_mutant(options.only).content)
        summary = try_mutants([options.only])
    else:
        summary = Summary()
        with ProcessPoolExecutor(options.workers) as pool:
            for part in pool.map(try_mutants, split(options.count, 20 * options.workers)):
                summary.add(part)
    for failure in summary.failures[:20]:
        print(f"mutant {failure.mutant} ({', '.join(failure.mutations)}):\n{failure.what}", file=sys.stderr)  # noqa: T201 - a program prints
    print(f"fuzz: {summary}; {time.monotonic() - start:.0f} s")  # noqa: T201 - a program prints
    return 1 if summary.failures else 0


if __name__ == "__main__":
    sys.exit(main())
