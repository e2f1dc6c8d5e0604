"""One mutant through everything: feed and pages in, posts out; nothing but our own errors may come instead."""

import json
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from random import Random

from blogforever.dom.parsed_page import parse
from blogforever.dom.tree import Document
from blogforever.errors import BlogforeverError
from blogforever.extract.fields import Reader
from blogforever.extract.post import extract_post, read_fields
from blogforever.learn.ruleset import learn_rules
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.model.rules import RuleSet
from blogforever.sources.feeds.parse import parse_feed
from tests.fuzz.mutators import mutate
from tests.sample_blog.blog import SampleBlog, make_blog
from tests.sample_blog.feeds import FORMATS, KINDS, FeedShape
from tests.sample_blog.themes import THEMES

SEED = 20_000
TIME_LIMIT = 2.0
"""Seconds of processor time for one page or feed: a hundred times what any takes, so that only a hang breaks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A damaged page or feed; the same number always gives the same one."""

    number: int
    theme: str
    shape: FeedShape
    is_feed: bool
    content: bytes
    mutations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What a mutant did that it may not do."""

    mutant: int
    mutations: tuple[str, ...]
    what: str


@dataclass(slots=True)
class Summary:
    """What became of many mutants."""

    results: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    slowest: float = 0.0

    def add(self, other: "Summary") -> None:
        self.results += other.results
        self.failures += other.failures
        self.slowest = max(self.slowest, other.slowest)

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {result}" for result, count in sorted(self.results.items()))
        total, failed = self.results.total(), len(self.failures)
        return f"{total:,} mutants: {counts}; {failed} failures; slowest step {self.slowest:.2f} s"


def try_mutants(numbers: Iterable[int]) -> Summary:
    """What became of the mutants of these numbers."""
    summary = Summary()
    for number in numbers:
        mutant = make_mutant(number)
        clock = _Clock()
        try:
            result = _run_feed(mutant, clock) if mutant.is_feed else _run_page(mutant, clock)
        except Exception:  # noqa: BLE001 - finding every exception is what a fuzzer is for
            result = "failed"
            summary.failures.append(Failure(mutant=number, mutations=mutant.mutations, what=traceback.format_exc()))
        summary.results[f"{'feeds' if mutant.is_feed else 'pages'} {result}"] += 1
        summary.slowest = max(summary.slowest, clock.slowest)
        if clock.slowest > TIME_LIMIT:
            summary.failures.append(Failure(mutant=number, mutations=mutant.mutations, what=str(clock)))
    return summary


def make_mutant(number: int) -> Mutant:
    """The mutant of a number."""
    chance = Random(f"{SEED}:{number}")  # noqa: S311 - the same mutants in every run are the point
    theme = chance.choice(tuple(THEMES))
    shape = FeedShape(format=chance.choice(FORMATS), kind=chance.choice(KINDS))
    blog = _blog(theme)
    feed, page = _feed_bytes(theme, shape), blog.pages[chance.choice(tuple(blog.truth))]
    is_feed = chance.random() < 0.4
    content, mutations = mutate(chance, *((feed, page) if is_feed else (page, feed)))
    return Mutant(number=number, theme=theme, shape=shape, is_feed=is_feed, content=content, mutations=mutations)


class _Clock:
    """How much processor time the slowest step took."""

    def __init__(self) -> None:
        self.slowest = 0.0
        self._name = ""

    def run(self, name, step, *arguments, pages=1, **more):
        start = time.process_time()
        try:
            return step(*arguments, **more)
        finally:
            taken = (time.process_time() - start) / pages
            if taken > self.slowest:
                self.slowest, self._name = taken, name

    def __str__(self) -> str:
        return f"{self._name} took {self.slowest:.1f} s, the limit is {TIME_LIMIT} s"


def _run_feed(mutant: Mutant, clock: _Clock) -> str:
    """A damaged feed with sound pages."""
    try:
        feed = clock.run("parse_feed", parse_feed, mutant.content, address="https://tidewater.example/feed")
    except BlogforeverError:
        return "refused"
    try:
        rules = clock.run("learn_rules", learn_rules, feed, _sound_pages(_blog(mutant.theme))[:3], pages=3)
    except BlogforeverError:
        return "without lesson"
    _check(rules)
    address, content = next(iter(_blog(mutant.theme).pages.items()))
    _read(Page(content=content, address=address), rules, clock)
    return "learned from"


def _run_page(mutant: Mutant, clock: _Clock) -> str:
    """A damaged page among sound ones: learned from, and read by rules that never saw it."""
    first, second, *_ = _blog(mutant.theme).truth
    page = Page(content=mutant.content, address=first)
    feed, sound_rules = _sound(mutant.theme, mutant.shape)
    try:
        document = clock.run("parse", parse, page).document
    except BlogforeverError:
        return "refused"
    sound = (second, parse(Page(content=_blog(mutant.theme).pages[second], address=second)).document)
    alone = mutant.number % 4 == 0
    try:
        rules = clock.run("learn_rules", learn_rules, feed, [(first, document)] + ([] if alone else [sound]))
        _check(rules)
        _read(page, rules, clock)
    except BlogforeverError:
        pass  # nothing to learn from: then it is read by the sound rules, or without any
    _read(page, None if alone else sound_rules, clock)
    return "read"


def _read(page: Page, rules: RuleSet | None, clock: _Clock) -> None:
    reader = Reader(rules)
    clock.run("read", read_fields, parse(page), reader)
    _check(clock.run("extract_post", extract_post, page, reader))


def _check(value: object) -> None:
    """Whatever was learned or read can be written down: lone surrogates could not."""
    json.dumps(asdict(value), ensure_ascii=False).encode()


def _sound_pages(blog: SampleBlog) -> list[tuple[str | None, Document]]:
    return [(address, parse(Page(content=blog.pages[address], address=address)).document) for address in blog.truth]


@cache
def _blog(theme: str) -> SampleBlog:
    return make_blog(theme=theme, posts=12, feed=3)


@cache
def _feed_bytes(theme: str, shape: FeedShape) -> bytes:
    return _blog(theme).feed(shape)


@cache
def _sound(theme: str, shape: FeedShape) -> tuple[Feed, RuleSet]:
    feed = parse_feed(_blog(theme).feed(shape))
    return feed, learn_rules(feed, _sound_pages(_blog(theme)))


def split(count: int, parts: int) -> list[Sequence[int]]:
    """The numbers below `count` in so many parts."""
    return [range(part, count, parts) for part in range(parts)]
