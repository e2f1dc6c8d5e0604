"""Measure the harvest: `make bench-harvest`, or `python -m bench.harvest --help`."""

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.corpus import read_index
from bench.harvest import (
    browsers,
    cost,
    coverage,
    damage,
    databases,
    durability,
    faults,
    growth,
    hostile,
    kills,
    order,
    readers,
    rebuilds,
)
from bench.harvest.lab import Lab, server_file, serving
from bench.harvest.report import Figures, write_report
from bench.judge import judge_file

PARTS = (
    "coverage", "order", "cost", "faults", "kills", "growth", "databases", "browser", "hostile", "readers",
    "durability", "damage", "rebuild",
)  # fmt: skip
DOCS = Path("docs")
_FIGURES = "harvest.json"


def main() -> None:
    """Measure, print, and write the page."""
    options = _options()
    needed = (options.corpus / "INDEX.json", judge_file(options.corpus), server_file(options.corpus))
    if missing := [str(file) for file in needed if not file.is_file()]:
        print(f"bench: there is no {missing[0]}, so nothing can be measured. Name a corpus: CORPUS=FOLDER")
        return
    abouts = [about for about in read_index(options.corpus) if not options.only or about["slug"] in options.only]
    if not abouts:
        sys.exit("bench: none of these blogs is in the corpus")
    with tempfile.TemporaryDirectory(prefix="bench-harvest-") as folder:
        figures = _measure(options, abouts, options.keep or Path(folder))
    print(write_report(figures, DOCS / "bench.md"))
    if options.only:
        print("bench: a run of some blogs only, so docs/ stays as it was", file=sys.stderr)
    else:
        _write_page(_kept(figures, options.cache / _FIGURES))


def _kept(figures: Figures, cache: Path) -> Figures:
    """All figures that are known: these take the place of older ones of the same parts."""
    known: Figures = json.loads(cache.read_text("utf-8")) if cache.is_file() else {}
    known = {**known, **figures, "dates": known.get("dates", {}) | figures["dates"]}
    cache.parent.mkdir(exist_ok=True)
    cache.write_text(json.dumps(known, indent=1), "utf-8")
    return known


def _write_page(known: Figures) -> None:
    """Once all parts have figures."""
    if missing := [part for part in PARTS if part not in known]:
        print(f"bench: docs/ stays as it was until these are measured too: {', '.join(missing)}", file=sys.stderr)
        return
    (DOCS / "bench-harvest.md").write_text(write_report(known, DOCS / "bench.md"), "utf-8")
    print(f"bench: wrote {DOCS / 'bench-harvest.md'}", file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.harvest", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"))
    parser.add_argument(
        "--cache", type=Path, default=Path(".bench-cache"), help="where the figures of each part are kept"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep archives and exports here")
    parser.add_argument("--only", nargs="*", metavar="SLUG", help="these blogs alone")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS)
    return parser.parse_args()


def _measure(options: argparse.Namespace, abouts: list[dict[str, Any]], folder: Path) -> Figures:
    figures: Figures = {
        "dates": {},
        "python": platform.python_version(),
        "versions": ", ".join(f"{name} {version(name)}" for name in ("blogforever", "scrapy", "lxml", "turbohtml")),
        "blogs": len(abouts),
    }
    with serving(options.corpus, folder) as lab:
        for part, measure in _parts(options, abouts, lab, folder).items():
            if part in options.parts:
                figures[part] = measure()
                figures["dates"][part] = datetime.now(tz=UTC).date().isoformat()
                if not options.only:
                    _kept(figures, options.cache / _FIGURES)  # a part that fails later takes none of them along
    return figures


def _parts(
    options: argparse.Namespace, abouts: list[dict[str, Any]], lab: Lab, folder: Path
) -> dict[str, Callable[[], Any]]:
    """What each part does, in the order in which they run."""
    corpus, slugs = options.corpus, [about["slug"] for about in abouts]
    return {
        "coverage": lambda: coverage.measure(corpus, lab, slugs, folder / "coverage"),
        "order": lambda: order.measure(corpus, abouts),
        "cost": lambda: cost.measure(lab, slugs, folder / "cost"),
        "faults": lambda: faults.measure(corpus, lab, faults.choose(abouts), folder / "faults"),
        "kills": lambda: kills.measure(folder / "kills"),
        "growth": lambda: growth.measure(folder / "growth"),
        "databases": lambda: databases.measure(lab, folder / "databases"),
        "browser": lambda: browsers.measure(folder / "browser"),
        "hostile": lambda: hostile.measure(folder / "hostile"),
        "readers": lambda: readers.measure(folder / "readers"),
        "durability": lambda: durability.measure(folder / "durability"),
        "damage": lambda: damage.measure(folder / "damage"),
        "rebuild": lambda: rebuilds.measure(lab, rebuilds.choose(abouts), folder / "rebuild"),
    }


if __name__ == "__main__":
    main()
