"""How much of what people read on a page each extractor finds."""

import json
import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bench import defuddle
from bench.corpus import Blog, SavedPage, load_blog, only_posts, sample_pages
from bench.judge import load_judge
from bench.peers import PEERS, Read, Record, read_safely
from bench.progress import Progress

OURS = "blogforever"
OURS_CUT = "blogforever, feeds cut to excerpts"
ALL_POSTS = "all posts"
SAMPLE = "sample"
WORKERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One blog to judge."""

    corpus: Path
    about: Mapping[str, Any]
    cache: Path
    sample: int
    extractors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What the judge said of one blog: the scores of each extractor on the sample and on all posts."""

    slug: str
    full_text: bool
    scores: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    """Pages whose record bears an address that is not theirs, so that the judge does not find it."""


def judge_blogs(tasks: Sequence[Task], progress: Progress) -> list[Judged]:
    """Every blog, judged by two processes."""
    results = []
    with multiprocessing.Pool(WORKERS) as pool:
        for judged in pool.imap_unordered(judge_blog, tasks):
            results.append(judged)
            progress.step(judged.slug)
    return sorted(results, key=lambda judged: judged.slug)


def judge_blog(task: Task) -> Judged:
    """One blog by every extractor."""
    blog = load_blog(task.corpus, task.about, task.cache)
    judge = load_judge(task.corpus)
    chosen = sample_pages(blog, task.sample)
    sampled_gold = only_posts(blog.gold, chosen)
    judged = Judged(slug=blog.slug, full_text=bool(task.about.get("feed_full_text")))
    lost: list[str] = []
    for name in task.extractors:
        records = _records(name, blog, chosen)
        _write(task.cache / "results" / _folder(name) / f"{blog.slug}.jsonl", records.values())
        judged.scores[name] = {
            SAMPLE: judge.score_blog(sampled_gold, [records[page.url] for page in chosen]),
        }
        if name in {OURS, OURS_CUT}:
            judged.scores[name][ALL_POSTS] = judge.score_blog(blog.gold, list(records.values()))
            lost += [url for url, record in records.items() if not _bears(judge, record, url)]
    return Judged(slug=judged.slug, full_text=judged.full_text, scores=judged.scores, lost=tuple(lost))


def _records(name: str, blog: Blog, chosen: Sequence[SavedPage]) -> dict[str, Record]:
    """The record of every page that the extractor read: all pages for ours, the sample for the others."""
    if name in {OURS, OURS_CUT}:
        from bench import ours

        feed = ours.read_feed(blog)
        if feed and name == OURS_CUT:
            feed = ours.cut_feed(feed)
        rules = ours.learn(blog, feed)
        return dict(zip([page.url for page in blog.pages], ours.read_posts(blog.pages, rules), strict=True))
    if name == defuddle.NAME:
        found = [record for record, _ in defuddle.read_pages(chosen)]
    else:
        peer = PEERS[name]
        found = [read_safely(_loaded(name), peer.material(page), page.address) for page in chosen]
    return {page.url: {**record, "url": page.url} for page, record in zip(chosen, found, strict=True)}


@cache
def _loaded(name: str) -> Read:
    return PEERS[name].load()


def _bears(judge: Any, record: Record, url: str) -> bool:
    return judge.key(url) in {judge.key(own) for own in (record.get("url"), *record.get("aliases", [])) if own}


def _folder(name: str) -> str:
    return name.replace(", ", "-").replace(" ", "-").replace("()", "")


def _write(file: Path, records: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
