"""The rules for what stands inside a comment's node: its words, author, date and permalink.

Which node is which comment is known from the contents; a part's rule is right where it reads what the feed says.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from blogforever.learn.candidates import own_rules, plain_tag
from blogforever.learn.comments.matching import CommentPage
from blogforever.learn.comments.nodes import COMMENT_COST, Nodes
from blogforever.model.comment import Comment
from blogforever.model.rules import Rule
from blogforever.text.bigrams import similarity
from blogforever.text.comment_ids import comment_id
from blogforever.text.dates.read import find_date, same_day
from blogforever.text.words import fold

_MOST_RULES = 15
_MOST_COMMENTS = 60
_LONGEST_NAME = 80
_LONGEST_DATE = 100
_FLOOR = 0.55
"""A part whose best rule is right less often has no rule."""
_TELLING = re.compile(r"comment|content|body|text|author|name|user|date|time|link")
_DATES = ("datetime", "title", "content")


@dataclass(frozen=True, slots=True)
class Known:
    """A comment that was spotted, with its node."""

    page: CommentPage
    nodes: Nodes
    node: int
    number: int
    """Among the page's comments."""

    @property
    def comment(self) -> Comment:
        """The same comment in the feed."""
        return self.page.comments[self.number]

    def elements(self) -> Iterator[int]:
        """All elements inside, without those of nested comments."""
        for start, end in self.nodes.own(self.page, self.node):
            yield from range(start, end)

    def select(self, css: str) -> list[int]:
        """The elements inside that a rule gives, without those of nested comments."""
        ranges = self.nodes.own(self.page, self.node)
        index = self.page.page_index.index
        found = [index[element] for element in self.page.page_index.elements[self.node].select(css) if element in index]
        return [number for number in found if any(start <= number < end for start, end in ranges)]


def know(pages: Sequence[CommentPage], nodes: Sequence[Nodes]) -> list[Known]:
    """The spotted comments that have a node of their own."""
    found = []
    for page, of in zip(pages, nodes, strict=True):
        times = Counter(of.owners)
        found += [
            Known(page, of, owner, number)
            for number, owner in enumerate(of.owners)
            if owner is not None and times[owner] == 1
        ]
    return found[:: max(1, len(found) // _MOST_COMMENTS)]


def learn_content(known: Sequence[Known], fallback: str) -> str:
    """The rule for the comment's words inside its node: one node, or several that follow one another."""

    def candidates(one: Known) -> Iterator[int]:
        start, end = one.page.runs[one.number]
        page_index = one.page.page_index
        for element in one.elements():
            first, last = (
                page_index.word_start[page_index.first[element]],
                page_index.word_start[page_index.last[element]],
            )
            if start <= first < last <= end or (first <= start and end <= last):
                yield element

    def agreement(one: Known, found: Sequence[int]) -> float:
        text = " ".join(one.page.words_of(number) for number in _outermost(one.page, found))
        return similarity(text, " ".join(one.page.targets[one.number]))

    whole = sum(agreement(one, [one.node]) for one in known) / len(known)
    best = _best(known, candidates, agreement)
    if best is None or best[0] < whole:
        return "" if whole >= _FLOOR else fallback
    return best[1]


def learn_author(known: Sequence[Known]) -> str:
    """The rule for the author's name."""

    def candidates(one: Known) -> Iterator[int]:
        name = fold(one.comment.author or "")
        for element in one.elements():
            text = one.page.page_index.text(element) if _is_short(one, element, len(name) + 30) else ""
            if text and name in fold(text):
                yield element

    def agreement(one: Known, found: Sequence[int]) -> float:
        shown, name = (
            fold(one.page.page_index.text(found[0])[:_LONGEST_NAME]) if found else "",
            fold(one.comment.author or ""),
        )
        return 1.0 if shown == name else similarity(shown, name)

    return _found(_best([one for one in known if fold(one.comment.author or "")], candidates, agreement))


def learn_published(known: Sequence[Known]) -> str:
    """The rule for the date, as text or in an attribute."""

    def is_right(one: Known, element: int) -> bool:
        stated = one.comment.published
        node = one.page.page_index.elements[element]
        texts = [str(node.attr(name) or "") for name in _DATES]
        texts.append(one.page.page_index.text(element) if _is_short(one, element, _LONGEST_DATE) else "")
        short = {text for text in texts if 6 <= len(text) <= _LONGEST_DATE and any(map(str.isdigit, text))}
        read = [find_date(text, day_first=order) for text in short for order in (True, False)]
        return stated is not None and any(shown is not None and same_day(shown, stated) for shown in read)

    def candidates(one: Known) -> Iterator[int]:
        return (element for element in one.elements() if is_right(one, element))

    def agreement(one: Known, found: Sequence[int]) -> float:
        if not found or not is_right(one, found[0]):
            return 0.0
        return 1.0 - 0.002 * min(50, len(one.page.page_index.text(found[0])))

    return _found(_best([one for one in known if one.comment.published], candidates, agreement))


def learn_permalink(known: Sequence[Known]) -> str:
    """The rule for the link to the comment itself."""

    def is_right(one: Known, element: int) -> bool:
        target = str(one.page.page_index.elements[element].attr("href") or "")
        return "#" in target and comment_id(target) == one.comment.id

    def candidates(one: Known) -> Iterator[int]:
        tags = one.page.page_index.tags
        return (element for element in one.elements() if tags[element] == "a" and is_right(one, element))

    def agreement(one: Known, found: Sequence[int]) -> float:
        return float(bool(found) and is_right(one, found[0]))

    return _found(_best(known, candidates, agreement))


def _best(
    known: Sequence[Known],
    candidates: Callable[[Known], Iterable[int]],
    agreement: Callable[[Known, Sequence[int]], float],
) -> tuple[float, str] | None:
    """The rule that agrees best with the feed, and how well."""
    support: Counter[str] = Counter()
    rules: dict[str, Rule] = {}
    for one in known:
        found = {rule.css: rule for element in candidates(one) for rule in _inner_rules(one, element)}
        rules |= found
        support.update(found.keys())
    likely = sorted(support, key=lambda css: (-support[css], COMMENT_COST[rules[css].form], css))[:_MOST_RULES]
    tried = [
        (sum(agreement(one, one.select(css)) for one in known) / len(known) - COMMENT_COST[rules[css].form], css)
        for css in likely
    ]
    # Of rules that do equally well: the one that names comments, then the shortest.
    return max(tried, key=lambda one: (one[0], bool(_TELLING.search(one[1])), -len(one[1]), one[1]), default=None)


def _found(best: tuple[float, str] | None) -> str:
    return best[1] if best is not None and best[0] >= _FLOOR else ""


def _inner_rules(one: Known, element: int) -> Iterator[Rule]:
    """Ways to name an element from inside its comment: by itself, by its tag, by its tag below a named one."""
    page_index = one.page.page_index
    tag = plain_tag(page_index.tags[element])
    for rule in own_rules(page_index, element):
        if rule.form != "id":
            yield rule
    yield Rule(css=tag, form="tag")
    if not page_index.elements[element].attr("class"):
        yield Rule(css=f"{tag}:not([class])", form="tag")
    up = page_index.parent[element]
    if up > one.node:
        for rule in own_rules(page_index, up):
            if rule.form != "id":
                yield Rule(css=f"{rule.css} {tag}", form="child")


def _is_short(one: Known, element: int, most: int) -> bool:
    page_index = one.page.page_index
    leaves = page_index.leaves[page_index.first[element] : page_index.last[element]]
    return 0 < len(leaves) <= 12 and sum(map(len, map(str.strip, leaves))) <= most


def _outermost(page: CommentPage, found: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for number in sorted(found):
        if not kept or number >= page.end[kept[-1]]:
            kept.append(number)
    return kept
