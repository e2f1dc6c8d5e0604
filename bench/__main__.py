"""Run the benchmark: `make bench`, or `python -m bench --help`."""

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import accuracy, cost, defuddle, memory
from bench.charts import write_charts
from bench.corpus import load_blog, read_index
from bench.judge import FIELDS, judge_file, mean_scores
from bench.peers import PEERS
from bench.progress import Progress
from bench.report import Figures, write_report

OURS = accuracy.OURS
PARTS = ("accuracy", "cost", "learning", "growth", "matching", "memory")
LIBRARIES = ("dates", "languages", "records")
"""Single parts of ours beside libraries for the same; measured when they are named, for docs/why."""
DOCS = Path("docs")


def main() -> None:
    """Measure, print, and write the report when the run was a whole one."""
    options = _options()
    if not (options.corpus / "INDEX.json").is_file():
        print(
            f"bench: no corpus in {options.corpus}, so there is nothing to measure. Name one: make bench CORPUS=FOLDER"
        )
        return
    if not judge_file(options.corpus).is_file():
        print(f"bench: the corpus has no judge ({judge_file(options.corpus)}), so nothing can be measured.")
        return
    abouts = [about for about in read_index(options.corpus) if not options.only or about["slug"] in options.only]
    if options.half:
        abouts = abouts[options.half - 1 :: 2]
    if not abouts:
        sys.exit("bench: none of these blogs is in the corpus")
    if set(options.parts) & set(LIBRARIES):
        _measure_libraries(options, abouts)
    if set(options.parts) <= set(LIBRARIES):
        return
    extractors = _extractors(options.extractors)
    figures = _measure(options, abouts, extractors)
    report = write_report(figures)
    print(report)
    if options.by_blog:
        _print_blogs(figures)
    (options.cache / "figures.json").write_text(json.dumps(figures, indent=1), "utf-8")
    if _is_whole(options, extractors):
        DOCS.mkdir(exist_ok=True)
        (DOCS / "bench.md").write_text(report, "utf-8")
        written = [DOCS / "bench.md", *write_charts(figures, DOCS)]
        print(f"bench: wrote {', '.join(map(str, written))}", file=sys.stderr)
    else:
        print("bench: a run of some parts only, so docs/ stays as it was", file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"))
    parser.add_argument(
        "--cache", type=Path, default=Path(".bench-cache"), help="pages unpacked, results as JSON lines"
    )
    parser.add_argument("--only", nargs="*", metavar="SLUG", help="these blogs alone")
    parser.add_argument("--half", type=int, choices=(1, 2), help="every other blog: tune on one half, report the other")
    parser.add_argument("--sample", type=int, default=10, metavar="N", help="posts a blog in the comparison (10)")
    parser.add_argument("--timing-pages", type=int, default=5, metavar="N", help="pages a blog that are timed (5)")
    parser.add_argument("--extractors", nargs="*", metavar="NAME", help=f"{OURS}, {', '.join(PEERS)}, {defuddle.NAME}")
    parser.add_argument("--parts", nargs="*", choices=(*PARTS, *LIBRARIES), default=PARTS)
    parser.add_argument("--by-blog", action="store_true", help="also print blogforever's scores blog by blog")
    return parser.parse_args()


def _extractors(asked: list[str] | None) -> list[str]:
    names = asked or [OURS, *PEERS, defuddle.NAME]
    unknown = set(names) - {OURS, defuddle.NAME, *PEERS}
    if unknown:
        sys.exit(f"bench: no such extractor: {', '.join(sorted(unknown))}")
    if defuddle.NAME in names and (problem := defuddle.prepare()):
        print(f"bench: defuddle is left out: {problem}", file=sys.stderr)
        names.remove(defuddle.NAME)
    return names


def _is_whole(options: argparse.Namespace, extractors: list[str]) -> bool:
    some = options.only or options.half or set(options.parts) != set(PARTS)
    return not some and {OURS, *PEERS} <= set(extractors)


def _measure(options: argparse.Namespace, abouts: list[dict[str, Any]], extractors: list[str]) -> Figures:
    figures: Figures = {
        "command": "make bench",
        "date": datetime.now(tz=UTC).date().isoformat(),
        "python": platform.python_version(),
        "versions": _versions(extractors),
        "blogs": len(abouts),
        "sample": options.sample,
        "training_pages": 0,
    }
    ours = OURS in extractors
    if ours:
        from bench.ours import TRAINING_PAGES

        figures["training_pages"] = TRAINING_PAGES
    if "accuracy" in options.parts:
        figures |= _measure_accuracy(options, abouts, extractors)
    blogs = [load_blog(options.corpus, about, options.cache) for about in abouts]
    if "cost" in options.parts:
        progress = Progress("cost", len(blogs))
        figures["cost"] = cost.time_reading(blogs, options.timing_pages, extractors, progress)
    if "learning" in options.parts and ours:
        figures["learning"] = cost.time_learning(blogs, Progress("learning", len(blogs)))
    if "growth" in options.parts and ours:
        from bench.growth import SIZES_KB, time_growth

        figures["growth"] = time_growth(Progress("growth", len(SIZES_KB)))
    if "matching" in options.parts and ours:
        from bench.matching import SIZES, time_matching

        figures["matching"] = time_matching(Progress("matching", len(SIZES)))
    if "memory" in options.parts:
        steps = len([name for name in extractors if name != defuddle.NAME]) + ours
        progress = Progress("memory", steps)
        figures["memory"] = memory.measure_memory(options.corpus, options.cache, extractors, progress)
    return figures


def _measure_libraries(options: argparse.Namespace, abouts: list[dict[str, Any]]) -> None:
    """Print how single parts of ours compare with libraries for the same."""
    blogs = [load_blog(options.corpus, about, options.cache) for about in abouts]
    languages = {about["slug"]: about["language"] for about in abouts}
    if "dates" in options.parts:
        from bench.dates import measure_dates, write_dates

        print(write_dates(measure_dates(blogs, languages, Progress("dates", len(blogs)))))
    if "languages" in options.parts:
        from bench.languages import measure_languages, write_languages

        print(write_languages(measure_languages(blogs, languages, Progress("languages", len(blogs)))))
    if "records" in options.parts:
        from bench.warc_records import measure_records, write_records

        print(write_records(measure_records(blogs, Progress("records", len(blogs)))))


def _measure_accuracy(options: argparse.Namespace, abouts: list[dict[str, Any]], extractors: list[str]) -> Figures:
    names = [*extractors, *([accuracy.OURS_CUT] if OURS in extractors else [])]
    tasks = [
        accuracy.Task(
            corpus=options.corpus, about=about, cache=options.cache, sample=options.sample, extractors=tuple(names)
        )
        for about in abouts
    ]
    judged = accuracy.judge_blogs(tasks, Progress("accuracy", len(tasks)))
    rows = [_row(name, name, accuracy.SAMPLE, judged, "sample") for name in extractors]
    if OURS in extractors:
        full = [blog for blog in judged if blog.full_text]
        other = [blog for blog in judged if not blog.full_text]
        groups = [("all posts", judged), ("all posts, full-text feeds", full), ("all posts, other feeds", other)]
        rows += [_row(f"{OURS}, {label}", OURS, accuracy.ALL_POSTS, some, "all") for label, some in groups if some]
        cut = accuracy.OURS_CUT
        rows.append(_row(cut, cut, accuracy.SAMPLE, judged, "cut"))
        rows.append(_row(f"{cut}, all posts", cut, accuracy.ALL_POSTS, judged, "cut"))
        for blog in judged:
            if blog.lost:
                print(
                    f"bench: {blog.slug}: {len(blog.lost)} records bear another address: {blog.lost[0]}",
                    file=sys.stderr,
                )
    by_blog = {blog.slug: blog.scores[OURS][accuracy.ALL_POSTS] for blog in judged if OURS in blog.scores}
    return {"accuracy": rows, "by_blog": by_blog}


def _row(label: str, name: str, posts: str, judged: list[accuracy.Judged], kind: str) -> dict[str, Any]:
    scores = [blog.scores[name][posts] for blog in judged]
    means = mean_scores(scores)
    gives = PEERS[name].gives if name in PEERS else defuddle.GIVES if name == defuddle.NAME else FIELDS
    return {
        "name": label,
        "kind": kind,
        "posts": sum(score["posts"] for score in scores),
        "scores": {field: means[field] if field in gives else None for field in FIELDS},
    }


def _versions(extractors: list[str]) -> dict[str, str]:
    packages = ["blogforever", "lxml", *(PEERS[name].package for name in extractors if name in PEERS)]
    versions = {package: version(package) for package in dict.fromkeys(packages)}
    if defuddle.NAME in extractors:
        versions[defuddle.NAME] = defuddle.version()
    return versions


def _print_blogs(figures: Figures) -> None:
    print(f"{'blog':38} {'posts':>5} " + " ".join(f"{field[:11]:>11}" for field in FIELDS))
    for slug, scores in figures.get("by_blog", {}).items():
        shown = ("          -" if scores[field] is None else f"{scores[field]:11.3f}" for field in FIELDS)
        print(f"{slug[:38]:38} {scores['posts']:5} " + " ".join(shown))


if __name__ == "__main__":
    main()
