"""Measure how visits are planned: `make bench-schedule`, or `python -m bench.schedule --help`."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.corpus import read_index
from bench.schedule import due_queue
from bench.schedule.posts import read_blogs
from bench.schedule.replay import replay

PARTS = ("replay", "due")
PAGE = Path("docs/bench-schedule.md")
_FIGURES = "schedule.json"


def main() -> None:
    """Measure, print, and write the page once both parts have figures."""
    parser = argparse.ArgumentParser(prog="bench.schedule", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache"), help="where the figures are kept")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--rows", type=int, default=10_000_000, help="blogs with a planned visit, for the part `due`")
    options = parser.parse_args()
    cache = options.cache / _FIGURES
    figures: dict[str, Any] = json.loads(cache.read_text("utf-8")) if cache.is_file() else {}
    cache.parent.mkdir(exist_ok=True)
    if "replay" in options.parts:
        blogs = list(read_blogs(options.corpus, read_index(options.corpus)))
        figures["replay"] = {"rows": replay(blogs), "blogs": len(blogs), "date": _today()}
        cache.write_text(json.dumps(figures, indent=1), "utf-8")
    if "due" in options.parts:
        figures["due"] = {"rows": due_queue.measure(options.rows), "date": _today()}
        cache.write_text(json.dumps(figures, indent=1), "utf-8")
    if all(part in figures for part in PARTS):
        PAGE.write_text(write_page(figures), "utf-8")
        print(PAGE.read_text("utf-8"))
    else:
        print(json.dumps(figures, indent=1))


def _today() -> str:
    return datetime.now(tz=UTC).date().isoformat()


def write_page(figures: dict[str, Any]) -> str:
    """The page as Markdown."""
    replayed, due = figures["replay"], figures["due"]
    plans = [
        f"| {row['feeds']} | {row['plan']} | {row['visits']:,} | {row['visits'] / row['posts']:,.2f} "
        f"| {row['median']:.1f} | {row['mean']:.1f} | {row['lost']} | {row['overflows']} |"
        for row in replayed["rows"]
    ]
    found = [
        f"| {row['database']} | {row['rows']:,} | {row['fastest']:.1f} | {row['median']:.1f} "
        f"| {row['slowest']:.1f} | {row['filled']:,.0f} |"
        for row in due["rows"]
    ]
    posts = sum(row["posts"] for row in replayed["rows"] if row["plan"] == "blogforever")
    return f"""# Benchmark of the schedule

Written by `make bench-schedule`. Do not edit: run it again.

## Visits for each new post

`make bench-schedule BENCH_ARGS="--parts replay"` measures this; measured on {replayed["date"]}.

What {replayed["blogs"]} real blogs published is replayed: the archive is made when a third of a blog's posts are there,
and kept up to date until 30 days after the last ({posts:,} posts). Days are those of the gold standard; times of the
day are taken from the blog's feed (bench/schedule/posts.py). All plans keep to the same bounds, 15 minutes to 30 days.
*The paper's formula* is min(interval) × (entries − 1) over what the feed shows.
The constants of our plan were chosen by this same replay, among a few: on other blogs it may do less well.

*Fell out* are posts that were published and pushed out of the feed again between two visits. Every such visit finds
no entry that was known before (*no known entry*), so it can be noticed: whoever visits has to look at the whole blog
then. This replay does not do so, and counts them as lost. Delays are those of the posts that were seen.

| feed | plan | visits | visits per new post | delay, median h | delay, mean h | fell out | no known entry |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
{chr(10).join(plans)}

## The next visits among millions

`make bench-schedule BENCH_ARGS="--parts due"` measures this; measured on {due["date"]}.

The next {due_queue.LIMIT} due visits, while half of all blogs are due, with a new connection to the file each time, as
a program has that looks for work, as plans with their reasons. Milliseconds, of 50 trials; what else runs on the
machine counts, too.

| database | blogs | fastest ms | median ms | slowest ms | seconds to fill |
| --- | ---: | ---: | ---: | ---: | ---: |
{chr(10).join(found)}
"""


if __name__ == "__main__":
    main()
