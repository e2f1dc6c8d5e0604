"""How much of each blog a harvest keeps, judged by the scoring code that comes with the corpus."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bench.corpus import read_gold
from bench.harvest.lab import Lab
from bench.harvest.program import Run, export, harvest_command, run
from bench.judge import judge_file, load_judge
from bench.progress import Progress
from blogforever.errors import BlogforeverError
from blogforever.store.database import Database, open_existing
from blogforever.store.queries.ledger import why
from blogforever.store.tables.schema import harvests

AT_ONCE = 2
GOOD = 0.98
_MOST_EXPLAINED = 200
FIELDS = (
    "recall", "precision", "article", "f1", "title", "author", "date", "tags", "article_old", "title_old", "comments",
)  # fmt: skip


def measure(corpus: Path, lab: Lab, slugs: Sequence[str], folder: Path) -> dict[str, Any]:
    """Harvest the blogs, judge what was kept, and say why the rest was not."""
    results = folder / "results"
    results.mkdir(parents=True, exist_ok=True)
    progress = Progress("coverage", len(slugs))

    def keep(slug: str) -> Run:
        archive = folder / "archives" / slug
        done = run(harvest_command(lab.addresses[slug], archive, "--no-media"))
        export(archive, results / f"{slug}.jsonl")
        progress.step(slug)
        return done

    with ThreadPoolExecutor(AT_ONCE) as pool:
        runs = dict(zip(slugs, pool.map(keep, slugs), strict=True))
    judged = _judge(corpus, results, slugs)
    rows = {
        slug: {
            **scores,
            **_told(folder / "archives" / slug),
            "pages": _pages(lab, slug),
            "seconds": runs[slug].seconds,
            "code": runs[slug].code,
        }
        for slug, scores in judged["blogs"].items()
    }
    weak = [slug for slug, row in rows.items() if min(row["recall"], row["precision"]) < GOOD]
    return {
        "mean": judged["mean"],
        "blogs": rows,
        "weak": {slug: _reasons(corpus, lab, slug, folder, runs[slug]) for slug in weak},
    }


def mean_of(rows: Sequence[dict[str, Any]]) -> dict[str, float | None]:
    """The mean over blogs of each field."""
    found = {field: [row[field] for row in rows if row[field] is not None] for field in FIELDS}
    return {field: sum(values) / len(values) if values else None for field, values in found.items()}


def _judge(corpus: Path, results: Path, slugs: Sequence[str]) -> dict[str, Any]:
    figures = results.parent / "figures.json"
    judge = [sys.executable, str(judge_file(corpus)), str(corpus), str(results), "--json", str(figures)]
    subprocess.run([*judge, "--only", *slugs], check=True, stdout=subprocess.DEVNULL)
    judged: dict[str, Any] = json.loads(figures.read_text("utf-8"))
    return judged


def comments_by_post(rows: Sequence[dict[str, Any]]) -> tuple[float, int]:
    """The mean over all posts that have comments, and how many these are."""
    judged = [(row["comments"], row["counts"]["comments"]) for row in rows if row["comments"] is not None]
    posts = sum(count for _, count in judged)
    return sum(score * count for score, count in judged) / posts if posts else 0.0, posts


def _told(archive: Path) -> dict[str, int]:
    """How many pages the harvest read, and how many of them a browser showed, by its own report."""
    try:
        with closing(open_existing(archive, None)) as database, database.engine.connect() as connection:
            report = connection.scalar(select(harvests.c.report).order_by(harvests.c.id.desc()).limit(1))
    except BlogforeverError:
        report = None
    told = json.loads(report) if report else {}
    return {"read": told.get("pages", 0), "rendered": told.get("rendered", 0)}


def _pages(lab: Lab, slug: str) -> int:
    return sum(f'"blog": "{slug}"' in line for line in lab.log.read_text("utf-8").splitlines())


def _reasons(corpus: Path, lab: Lab, slug: str, folder: Path, harvested: Run) -> list[str]:
    """Why posts are missing, and what was taken for posts, the most frequent first."""
    archive, address = folder / "archives" / slug, lab.addresses[slug]
    results = folder / "results" / f"{slug}.jsonl"
    if harvested.code or not results.is_file():
        return [harvested.said.splitlines()[-1].replace(address, "/") if harvested.said else "no word"]
    judge, gold = load_judge(corpus), read_gold(corpus, slug)
    lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    posts = [line for line in lines if line["type"] == "post"]
    found = {judge.key(url) for post in posts for url in (post["url"], *post["aliases"])}
    golden = {judge.key(post["url"]) for post in gold["posts"]}
    missed = [
        post["url"] for post in gold["posts"] if post.get("reachable", True) and judge.key(post["url"]) not in found
    ]
    others = {judge.key(url) for url in gold.get("not_posts", [])}
    unwanted = [post["url"] for post in posts if judge.key(post["url"]) not in golden]
    wrong = [url for url in unwanted if gold.get("complete") or judge.key(url) in others]
    origin = "/".join(address.split("/")[:3])
    with closing(open_existing(archive, None)) as database:
        told = Counter(f"missing: {_ledger_entry(database, origin + url)}" for url in missed[:_MOST_EXPLAINED])
        told += Counter(f"wrongly kept: {_ledger_entry(database, url)}" for url in wrong[:_MOST_EXPLAINED])
    return [f"{count} {reason}" for reason, count in told.most_common(3)]


def _ledger_entry(database: Database, address: str) -> str:
    try:
        told = why(database, address)
    except BlogforeverError as error:
        return str(error)
    if not told or told[0].ledger_entry is None:
        return "nothing that was read names them"
    ledger_entry = told[0].ledger_entry
    return f"{ledger_entry.outcome.value}" + (f" ({ledger_entry.reason})" if ledger_entry.reason else "")
