"""What lies inside the article node but is not article: share bars, related posts, tag lines, the title itself.

Candidates are the subtrees that hold hardly any article; each is named by rules, and a rule is kept only where
it cuts next to no article on any training page and raises the score of the whole.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from blogforever.dom.page_index import PageIndex
from blogforever.dom.select import class_selector, id_selector
from blogforever.dom.tree import Element, Node
from blogforever.learn.candidates import class_tokens, own_rules, plain_tag
from blogforever.learn.training import STANDING, TrainingPage

_EMPTY = 0.25
"""A subtree with less than this share of article words is a candidate."""
_HARM = 0.15
"""Of all words that an exclusion cuts at most this share may be article."""
_PLAIN = frozenset(
    {
        "pre",
        "code",
        "blockquote",
        "table",
        "ul",
        "ol",
        "li",
        "figure",
        "img",
        "p",
        "tr",
        "td",
        "a",
        "b",
        "i",
        "em",
        "strong",
        "span",
        "br",
    }
)
"""Tags that authors use themselves: never excluded by their tag alone."""
_MOST_CANDIDATES = 60


def learn_exclusions(
    pages: Sequence[TrainingPage], found: Sequence[Sequence[Element]]
) -> tuple[tuple[str, ...], list[float]]:
    """The exclusions for these article nodes, and each page's score with them."""
    cut: list[list[int]] = [[] for _ in pages]
    insides = [
        [page.page_index.index[node] for node in nodes if node in page.page_index.index]
        for page, nodes in zip(pages, found, strict=True)
    ]
    kept: list[str] = []
    scores = [page.expected.f1(inside) for page, inside in zip(pages, insides, strict=True)]
    for css in _candidates(pages, insides):
        trial, gain, article, words, touched = [], 0.0, 0.0, 0, 0
        for number, (page, nodes) in enumerate(zip(pages, found, strict=True)):
            new = _matches(page, nodes, css, cut[number])
            trial.append(new)
            if not new:
                continue
            touched += 1
            article += sum(map(page.expected.good, new))
            words += sum(map(page.page_index.word_count, new))
            without = _outermost(page.page_index, (*cut[number], *new))
            gain += page.expected.f1(insides[number], without) - scores[number]
        enough = 2 if len(pages) > 3 else 1
        if gain > 0 and touched >= enough and article <= _HARM * words:
            kept.append(css)
            for number, new in enumerate(trial):
                if new:
                    cut[number] = _outermost(pages[number].page_index, (*cut[number], *new))
                    scores[number] = pages[number].expected.f1(insides[number], cut[number])
    return tuple(dict.fromkeys((*kept, *_standing(pages, found)))), scores


def _standing(pages: Sequence[TrainingPage], found: Sequence[Sequence[Element]]) -> list[str]:
    """What is never article and may stand only on pages that are not in the feed; not where this blog writes in it."""
    kept = []
    for css in STANDING:
        cut = [(page, _matches(page, nodes, css, [])) for page, nodes in zip(pages, found, strict=True)]
        words = sum(page.page_index.word_count(number) for page, numbers in cut for number in numbers)
        article = sum(page.expected.good(number) for page, numbers in cut for number in numbers)
        if article <= _HARM * words:
            kept.append(css)
    return kept


def _candidates(pages: Sequence[TrainingPage], insides: Sequence[Sequence[int]]) -> list[str]:
    """Selectors of subtrees without article, those that promise most first."""
    promise: dict[str, float] = defaultdict(float)
    for page, inside in zip(pages, insides, strict=True):
        for number in _empty_subtrees(page, inside):
            weight = page.page_index.word_count(number) - page.expected.good(number)
            for css in _names(page, number, inside):
                promise[css] += weight
    # A name says what a thing is; a position cuts whatever an old post has there: names first.
    return sorted(promise, key=lambda css: ("child" in css or ">" in css, -promise[css], len(css)))[:_MOST_CANDIDATES]


def _empty_subtrees(page: TrainingPage, inside: Sequence[int]) -> Iterator[int]:
    """The outermost elements inside the article that hold text but hardly any article."""
    page_index, expected = page.page_index, page.expected
    for root in inside:
        number, end = root + 1, len(page_index.elements)
        while number < end and page_index.first[number] <= page_index.last[root]:
            words = page_index.word_count(number)
            if not page_index.contains(root, number):
                break
            if words and expected.good(number) < _EMPTY * words:
                yield number
                skip = number
                while number < end and page_index.contains(skip, number):
                    number += 1
            else:
                number += 1


def _names(page: TrainingPage, number: int, inside: Sequence[int]) -> Iterator[str]:
    page_index = page.page_index
    tag = plain_tag(page_index.tags[number])
    for rule in own_rules(page_index, number):
        if rule.form != "tag" or tag in {"header", "footer", "h1", "time"}:
            yield rule.css
    up = page_index.parent[number]
    if up in inside:
        if tag not in _PLAIN:
            yield f":scope > {tag}"
        element = page_index.elements[number]
        if _stands_alone(element.previous_siblings):
            yield f":scope > {tag}:first-child"
        if _stands_alone(element.next_siblings):
            yield f":scope > {tag}:last-child"
    elif up >= 0:
        parent = page_index.elements[up]
        tokens, identity = class_tokens(parent.attr("class")), parent.attr("id")
        named = [*map(class_selector, tokens[:2]), *([id_selector(identity)] if identity else [])]
        for name in named:
            if tag not in _PLAIN:
                yield f"{name} > {tag}"
            yield f"{name} > {tag}:last-child"
            yield f"{name} > {tag}:first-child"


def _stands_alone(siblings: Iterable[Node]) -> bool:
    """True when there is no element on this side."""
    return not any(isinstance(sibling, Element) for sibling in siblings)


def _matches(page: TrainingPage, nodes: Sequence[Element], css: str, already: Sequence[int]) -> list[int]:
    """The elements that a selector would newly cut on a page, outermost only. `already`: in document order."""
    page_index = page.page_index
    hits = {page_index.index[hit] for node in nodes for hit in node.select(css) if hit in page_index.index}
    starts = [page_index.first[old] for old in already]
    fresh = []
    for number in _outermost(page_index, hits):
        place = bisect_right(starts, page_index.first[number]) - 1
        if place < 0 or page_index.last[already[place]] < page_index.last[number]:
            fresh.append(number)
    return fresh


def _outermost(page_index: PageIndex, numbers: Iterable[int]) -> list[int]:
    """The elements that hold text and lie in no other of them, in document order: their leaves nest or are apart."""
    kept: list[int] = []
    reach = 0
    for number in sorted(numbers, key=lambda one: (page_index.first[one], -page_index.last[one])):
        if page_index.last[number] > max(reach, page_index.first[number]):
            kept.append(number)
            reach = page_index.last[number]
    return kept
