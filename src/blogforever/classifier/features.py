"""The features of a block: what tells article text from everything else on a page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p

from blogforever.classifier.blocks import Block
from blogforever.classifier.thresholds import LINE_WORDS, LISTED_EXCERPT
from blogforever.dom.page_index import PageIndex
from blogforever.text.dates.read import find_date
from blogforever.text.words import fold, words

FEATURES = (
    "bias", "length", "short", "linked", "all linked", "punctuation", "ends a sentence", "repeated", "position",
    "at the top", "at the bottom", "in main content", "title", "dated line", "author line", "arrow",
    "excerpt", "beside the excerpt", "two above", "three above", "far from the excerpt", "before the excerpt",
)  # fmt: skip
"""The names of a block's features, in the order of `BlockFeatures.of`."""

TAG_GROUPS = {
    "p": "p", "li": "li", "pre": "pre", "blockquote": "blockquote", "td": "cell", "th": "cell", "dd": "li", "dt": "li",
    "figcaption": "caption", "h1": "h1", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading",
    "h6": "heading", "div": "div", "section": "div", "article": "div", "main": "div", "body": "div", "center": "div",
}  # fmt: skip

_PUNCTUATION = re.compile(r"[.,;:!?。、，！？…]")
_DIGIT = re.compile(r"\d")
_ARROW = re.compile(r"^[«»‹›←→<>⟵⟶]|[«»‹›←→⟵⟶]$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues:
    """What is known of a post before its page is read: from its feed entry, or from the page's metadata."""

    title: str = ""
    authors: Sequence[str] = ()
    excerpt: Sequence[str] = ()
    """The words of the excerpt; empty when there is none."""


class BlockFeatures:
    """The features of all blocks of one page."""

    def __init__(
        self, page_index: PageIndex, found: list[Block], *, clues: Clues, repeated: Sequence[float], main: int = -1
    ) -> None:
        self._page_index = page_index
        self._blocks = found
        self._repeated = repeated
        self._main = main
        self._title = fold(clues.title)
        self._authors = [set(words(name)) for name in clues.authors if name]
        self._total = max(1, len(page_index.words))
        self.located = locate(page_index, found, clues.excerpt, repeated) if clues.excerpt else None
        self._climb: dict[int, int] = {}
        if self.located:
            element = self.located.element
            self._climb = {up: level for level, up in enumerate((element, *page_index.ancestors(element)))}

    def of(self, number: int) -> tuple[float, ...]:
        """The features of one block, in the order of FEATURES."""
        page_index, block = self._page_index, self._blocks[number]
        text = "".join(page_index.leaves[block.first : block.last]).strip()
        count = max(1, block.words)
        position = page_index.word_start[block.first] / self._total
        is_line = block.words <= LINE_WORDS
        return (
            1.0,
            log1p(block.words),
            block.words < 4,
            block.linked / count,
            block.linked == block.words > 0,
            min(1.0, 5 * len(_PUNCTUATION.findall(text)) / count),
            text[-1:] in '.!?。！？…:"”)',
            self._repeated[number],
            position,
            position < 0.1,
            position > 0.9,
            self._main >= 0 and page_index.contains(self._main, block.element),
            is_line and is_title_line(text, self._title),
            is_line and _DIGIT.search(text) is not None and find_date(text) is not None,
            is_line and bool(self._authors) and self._names_author(text),
            is_line and _ARROW.search(text) is not None,
            *self._excerpt_features(block),
        )

    def _names_author(self, text: str) -> bool:
        line = set(words(text))
        return any(name <= line for name in self._authors if name)

    def _excerpt_features(self, block: Block) -> tuple[float, ...]:
        if self.located is None:
            return (0.0,) * 6
        page_index, element = self._page_index, block.element
        while element not in self._climb and element >= 0:
            element = page_index.parent[element]
        level = self._climb.get(element, 9)
        return (
            block is self.located,
            level <= 1,
            level == 2,
            level == 3,
            level > 3,
            block.first < self.located.first,
        )


def is_title_line(text: str, folded_title: str) -> bool:
    """True when a line is the title, perhaps with a mark or a number beside it."""
    folded = fold(text)
    return bool(folded_title) and (
        folded == folded_title or (folded_title in folded and len(folded) < len(folded_title) + 20)
    )


def locate(
    page_index: PageIndex, found: list[Block], excerpt: Sequence[str], repeated: Sequence[float] | None = None
) -> Block | None:
    """The block that holds most of the excerpt's words in the excerpt's order; None when none does.

    A block that stands on other pages too (a list of latest posts with their excerpts) is passed over.
    """
    covered = coverage(page_index.words, excerpt)
    best, most = None, min(3, len(excerpt) - 1)
    for number, block in enumerate(found):
        hits = sum(covered[page_index.word_start[block.first] : page_index.word_start[block.last]])
        if repeated is not None and repeated[number] > LISTED_EXCERPT:
            hits //= 2
        if hits > most:
            best, most = block, hits
    return best


def coverage(page: Sequence[str], target: Sequence[str], length: int = 3) -> list[int]:
    """For each word of the page 1 if it stands in a run of `length` words that the target has too, else 0."""
    if len(target) < length or len(page) < length:
        known = set(target)
        return [int(word in known) for word in page]
    runs = set(zip(*(target[i:] for i in range(length)), strict=False))
    covered = [0] * len(page)
    for i, run in enumerate(zip(*(page[i:] for i in range(length)), strict=False)):
        if run in runs:
            covered[i : i + length] = [1] * length
    return covered
