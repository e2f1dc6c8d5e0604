"""The nodes of comments on training pages: where a feed's comments stand, and the rule for whole comments."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from blogforever.learn.candidates import FORM_COST, anchored_rules, own_rules
from blogforever.learn.comments.matching import CommentPage, matching_value
from blogforever.model.rules import Rule
from blogforever.text.words import words

COMMENT_COST = {**FORM_COST, "id prefix": 0.002, "attribute": 0.002}
"""What a rule of each form pays: blog software gives comments classes to be styled by, and the rest to itself."""

_MOST_RULES = 25
_MOST_NODES = 2_000
_ENOUGH = 0.7
"""A rule must give so many nodes for each of the feed's comments that the page shows."""
_LITTLE_MORE = 1.2
"""An element with this many times the comment's words may still be its content alone."""
_OUTSIDE = 0.3
"""What a rule pays when all its nodes lie outside the comments."""


@dataclass(frozen=True, slots=True)
class ContentTrial:
    """A rule with its score on each page: how well its nodes match the feed's comments."""

    rule: Rule
    scores: tuple[float, ...]

    @property
    def rank(self) -> float:
        """The mean score less the cost of its form."""
        return sum(self.scores) / len(self.scores) - COMMENT_COST[self.rule.form]


def learn_contents(pages: Sequence[CommentPage]) -> list[ContentTrial]:
    """Rules for the nodes that hold the comments' words, best first."""
    support: defaultdict[str, float] = defaultdict(float)
    rules: dict[str, Rule] = {}
    for page in pages:
        for number in range(len(page.spots)):
            found = {rule.css: rule for rule in _content_rules(page, number)}
            rules |= found
            for css in found:
                support[css] += 1 / len(page.spots)
    likely = sorted(support, key=lambda css: (COMMENT_COST[rules[css].form] - support[css], css))[:_MOST_RULES]
    trials = [ContentTrial(rules[css], tuple(_score(page, css) for page in pages)) for css in likely]
    return sorted((trial for trial in trials if any(trial.scores)), key=lambda trial: -trial.rank)


def _content_rules(page: CommentPage, number: int) -> Iterator[Rule]:
    """Ways to name the smallest element that holds the comment, and those around it that hold little more."""
    most = _LITTLE_MORE * len(page.targets[number]) + 2
    for element in (page.spots[number], *page.page_index.ancestors(page.spots[number])):
        if element != page.spots[number] and page.page_index.word_count(element) > most:
            return
        yield from repeating_rules(page, element)


def repeating_rules(page: CommentPage, element: int) -> Iterator[Rule]:
    """Ways to name an element and others like it: not by what is its alone, as an id or its place among siblings."""
    for rules in (own_rules, anchored_rules):
        for rule in rules(page.page_index, element):
            if rule.form != "id" and ":nth-of-type" not in rule.css:
                yield rule


def _score(page: CommentPage, css: str) -> float:
    nodes = page.number_of(page.page_index.document.select(css))
    if not _ENOUGH * len(page.spots) <= len(nodes) <= _MOST_NODES:
        return 0.0
    value = matching_value(page.weights(nodes))
    return max(0.0, value / len(page.targets) - _OUTSIDE * page.share_outside(nodes))


_MOST_RULES = 40
_MOST_ANCESTORS = 10
_MOST_WORDS = 50
"""Name, date and links beside a comment have no more words."""
_MARKED = ("comment", "reply", "response", "kommentar", "coment", "reaktion")
_SAME = 0.015
"""Rules that differ by less do equally well: the one with the larger nodes is taken."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes that a rule gives on one page, and which of them owns which spotted comment."""

    numbers: tuple[int, ...]
    """In document order."""
    owners: tuple[int | None, ...]
    """For each spotted comment the innermost node around it."""

    def own(self, page: CommentPage, node: int) -> list[tuple[int, int]]:
        """The ranges of elements below a node that lie in none of the nodes nested in it, the node itself left out."""
        start, end = node + 1, page.end[node]
        ranges = []
        for nested in self.numbers[bisect_right(self.numbers, node) :]:
            if nested >= end:
                break
            if nested >= start:
                ranges.append((start, nested))
                start = page.end[nested]
        return [*ranges, (start, end)]


def find_nodes(page: CommentPage, css: str) -> Nodes:
    """The nodes of a rule on a page."""
    numbers = page.number_of(page.page_index.document.select(css))
    known = frozenset(numbers)
    return Nodes(tuple(numbers), tuple(_owner(page, known, spot) for spot in page.spots))


def learn_nodes(pages: Sequence[CommentPage], content: str) -> Rule | None:
    """The rule for whole comments around the content nodes; None when no element holds one comment only."""
    support: defaultdict[str, float] = defaultdict(float)
    rules: dict[str, Rule] = {}
    for page in pages:
        for number in range(len(page.spots)):
            found = {rule.css: rule for rule in _rules_around(page, number)}
            rules |= found
            for css in found:
                support[css] += 1 / len(page.spots)
    likely = sorted(support, key=lambda css: (COMMENT_COST[rules[css].form] - support[css], css))[:_MOST_RULES]
    contents = [page.number_of(page.page_index.document.select(content)) for page in pages]
    trials = [(*_try(pages, contents, rules[css]), rules[css]) for css in likely]
    best = max((score for score, _, _ in trials), default=0.0)
    good = [trial for trial in trials if trial[0] >= max(best - _SAME, 0.5)]
    # A single comment does not show where the next would begin: around it the smallest node is the safe one.
    larger = 1 if any(len(page.spots) > 1 for page in pages) else -1
    return max(good, key=lambda trial: (larger * trial[1], trial[0]))[2] if good else None


def _rules_around(page: CommentPage, number: int) -> Iterator[Rule]:
    page_index, spot = page.page_index, page.spots[number]
    # Where a page shows several comments, what holds two of them is too much; a single one needs another limit.
    most = _MOST_WORDS + 4 * len(page.targets[number]) if len(page.spots) == 1 else len(page_index.words)
    for element in (spot, *page_index.ancestors(spot)[:_MOST_ANCESTORS]):
        if page_index.tags[element] in {"body", "html"} or page_index.word_count(element) > most:
            return
        yield from repeating_rules(page, element)


def _try(pages: Sequence[CommentPage], contents: Sequence[Sequence[int]], rule: Rule) -> tuple[float, float]:
    """How well the rule's nodes hold one comment each, and how large they are."""
    scores, sizes = [], []
    for page, all_contents in zip(pages, contents, strict=True):
        nodes = find_nodes(page, rule.css)
        owners = {owner for owner in nodes.owners if owner is not None}
        apart = len(owners) / len(page.spots)
        known = frozenset(nodes.numbers)
        holders = {_owner(page, known, content) for content in all_contents} - {None}
        spread = len(holders) / len(all_contents) if all_contents else 0.0
        filled = len(holders) / len(nodes.numbers) if nodes.numbers else 0.0
        named = _share_with_author(page, nodes)
        scores.append((apart + 0.5 * spread + 0.1 * filled + 0.4 * named) / 2 - 0.3 * page.share_outside(nodes.numbers))
        sizes.append(sum(page.end[owner] - owner for owner in owners) / len(page.page_index.elements))
    marked = 0.01 if any(name in rule.css.lower() for name in _MARKED) else 0.0
    return sum(scores) / len(scores) - COMMENT_COST[rule.form] + marked, sum(sizes)


def _share_with_author(page: CommentPage, nodes: Nodes) -> float:
    """The share of comments whose node holds the author's name too, outside of its answers."""
    named = [
        _holds(page, nodes, owner, words(comment.author))
        for comment, owner in zip(page.comments, nodes.owners, strict=True)
        if comment.author and owner is not None
    ]
    return sum(named) / len(page.comments)


def _holds(page: CommentPage, nodes: Nodes, owner: int, name: list[str]) -> bool:
    page_index = page.page_index
    own = [page_index.word_start[page_index.first[owner]]]
    for nested in nodes.numbers[bisect_right(nodes.numbers, owner) :]:
        if nested >= page.end[owner]:
            break
        own += [page_index.word_start[page_index.first[nested]], page_index.word_start[page_index.last[nested]]]
    own.append(page_index.word_start[page_index.last[owner]])
    page_words = {word for start, end in list(pairwise(own))[::2] for word in page_index.words[start:end]}
    return bool(name) and page_words.issuperset(name)


def _owner(page: CommentPage, known: Collection[int], element: int) -> int | None:
    """The innermost of the known nodes that the element is or lies in."""
    while element >= 0 and element not in known:
        element = page.page_index.parent[element]
    return element if element >= 0 else None
