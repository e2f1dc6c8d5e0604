"""CPU time: of reading a page, as a multiple of parsing it, and of learning a blog, as a multiple of parsing its pages.

Times are process_time (CPU, not the clock on the wall), the least of three runs or more, in one process without rivals.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any

import turbohtml
from lxml.html import document_fromstring

from bench import defuddle
from bench.corpus import Blog, SavedPage, sample_pages
from bench.peers import PEERS, read_safely
from bench.progress import Progress

FEWEST_RUNS = 3
MOST_RUNS = 15
ENOUGH_NS = 3_000_000
LEARNING_SIZES = (5, 10, 15, 30)
FAST = "blogforever, fields"
FULL = "blogforever, full record"
BARE = "bare parse"
BARE_LEAN = "bare parse, no positions"
BARE_LXML = "bare lxml parse"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTimes:
    """The ms that one extractor took on each page, beside the bare parse of the same page."""

    ms: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)

    def add(self, ms: float | None, bare: float) -> None:
        """One page more; a page that failed has no time."""
        if ms is not None:
            self.ms.append(ms)
            self.bare.append(bare)

    def summary(self) -> dict[str, float]:
        """Medians over pages."""
        return {
            "pages": len(self.ms),
            "ms": median(self.ms),
            "ratio": median(ms / bare for ms, bare in zip(self.ms, self.bare, strict=True)),
        }


def cpu_ms(work: Callable[..., object], *arguments: object, fewest: int = FEWEST_RUNS) -> float:
    """The least CPU ms of several runs; of more runs where each is so short that chance would tell."""
    runs: list[int] = []
    while len(runs) < fewest or (len(runs) < MOST_RUNS and sum(runs) < ENOUGH_NS):
        before = time.process_time_ns()
        work(*arguments)
        runs.append(time.process_time_ns() - before)
    return min(runs) / 1e6


def time_reading(blogs: Sequence[Blog], pages_a_blog: int, extractors: Sequence[str], progress: Progress) -> dict:
    """Median CPU ms a page and median ratio to a bare parse, for each extractor on the same pages."""
    names = [name for name in extractors if name in PEERS]
    reads = {name: PEERS[name].load() for name in names}
    ours = "blogforever" in extractors
    rows = [BARE, BARE_LEAN, BARE_LXML, *([FAST, FULL] if ours else []), *names]
    times = {name: PageTimes() for name in rows}
    if defuddle.NAME in extractors:
        times[defuddle.NAME] = PageTimes()
    for blog in blogs:
        pages = sample_pages(blog, pages_a_blog)
        bare = [_time_parsers(page, times) for page in pages]
        if ours:
            _time_ours(blog, pages, bare, times)
        for name in names:
            for page, least in zip(pages, bare, strict=True):
                material, read = PEERS[name].material(page), reads[name]
                times[name].add(cpu_ms(read_safely, read, material, page.address), least)
        if defuddle.NAME in times:
            for (_, ms), least in zip(defuddle.read_pages(pages, FEWEST_RUNS), bare, strict=True):
                times[defuddle.NAME].add(ms, least)
        progress.step(blog.slug)
    return {name: taken.summary() for name, taken in times.items() if taken.ms}


def _time_parsers(page: SavedPage, times: dict[str, PageTimes]) -> float:
    content = page.content()
    bare = cpu_ms(turbohtml.parse, content)
    times[BARE].add(bare, bare)
    times[BARE_LEAN].add(cpu_ms(partial(turbohtml.parse, positions=False), content), bare)
    times[BARE_LXML].add(cpu_ms(document_fromstring, content), bare)
    return bare


def _time_ours(blog: Blog, pages: Sequence[SavedPage], bare: Sequence[float], times: dict[str, PageTimes]) -> None:
    from bench import ours
    from blogforever.actions.extract import extract_post, read_fields

    rules = ours.learn(blog, ours.read_feed(blog))
    if rules is None:
        return
    for saved, least in zip(pages, bare, strict=True):
        page = ours.as_page(saved)
        times[FAST].add(cpu_ms(read_fields, page, rules), least)
        times[FULL].add(cpu_ms(extract_post, page, rules), least)


def time_learning(blogs: Sequence[Blog], progress: Progress) -> list[dict[str, Any]]:
    """For each number of training pages: CPU ms and ratio to a bare lxml parse of them, median and worst blog."""
    from bench import ours
    from blogforever.actions.learn import learn_rules

    taken: dict[int, list[tuple[float, float, str]]] = {size: [] for size in LEARNING_SIZES}
    for blog in blogs:
        feed = ours.read_feed(blog)
        pages = ours.training_pages(blog, feed, max(LEARNING_SIZES)) if feed else []
        for size in LEARNING_SIZES:
            some = pages[:size]
            if feed is None or len(some) < size:
                continue
            bare = sum(cpu_ms(document_fromstring, page.content) for page in some)
            ms = cpu_ms(learn_rules, feed, some, fewest=2)
            taken[size].append((ms / bare, ms, blog.slug))
        progress.step(blog.slug)
    return [
        {
            "pages": size,
            "blogs": len(rows),
            "ms": median(ms for _, ms, _ in rows),
            "ratio": median(ratio for ratio, _, _ in rows),
            "worst_ratio": max(rows)[0],
            "worst_ms": max(ms for _, ms, _ in rows),
            "worst_blog": max(rows)[2],
        }
        for size, rows in taken.items()
        if rows
    ]
