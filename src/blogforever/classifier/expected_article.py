"""How much article a part of a page holds, as sums over its words.

Every word has a probability of belonging to the article: 1 or 0 where the feed has the full text, an estimate
elsewhere. The expected F1 of a node is then 2 G / (W + A): G the article words expected inside it, W all its
words, A the article words expected on the whole page. Prefix sums over the leaves make each question one
subtraction, whatever the node's size.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from blogforever.classifier.blocks import Block
from blogforever.classifier.thresholds import SHORT_POST_WORDS
from blogforever.dom.page_index import PageIndex


class ExpectedArticle:
    """The expected article words of one page."""

    __slots__ = ("_good", "_page_index", "_scores", "article")

    def __init__(
        self, page_index: PageIndex, found: Sequence[Block], chances: Sequence[float], article: float = 0.0
    ) -> None:
        """`article`: how many words the whole article has, where that is known better than from the page."""
        self._page_index = page_index
        self._scores: list[float] | None = None
        per_leaf = [0.0] * len(page_index.leaves)
        starts = page_index.word_start
        for block, chance in zip(found, chances, strict=True):
            for leaf in range(block.first, block.last):
                per_leaf[leaf] = chance * (starts[leaf + 1] - starts[leaf])
        self._good = [0.0, *accumulate(per_leaf)]
        self.article = max(article, self._good[-1])

    def good(self, element: int) -> float:
        """Expected article words inside the element."""
        return self._good[self._page_index.last[element]] - self._good[self._page_index.first[element]]

    def f1(self, elements: Iterable[int], without: Iterable[int] = ()) -> float:
        """The expected F1 of these elements taken together, less those cut out of them (no two overlap)."""
        page_index = self._page_index
        good = total = 0.0
        for element in elements:
            good += self.good(element)
            total += page_index.word_count(element)
        for element in without:
            good -= self.good(element)
            total -= page_index.word_count(element)
        if good <= 0:
            return 0.0
        # A rule serves long and short posts alike: a share bar is a small fault on an essay and ruins a note.
        # So what is missing counts by its share, and what is too much by its words, as on a short post.
        share, extra, length = good / self.article, max(0.0, total - good), min(self.article, SHORT_POST_WORDS)
        return 2 * share * length / (share * length + extra + length)

    @property
    def scores(self) -> list[float]:
        """The expected F1 of each element alone."""
        if self._scores is None:
            self._scores = [self.f1((element,)) for element in range(len(self._page_index.elements))]
        return self._scores

    def best(self) -> int:
        """The element with the highest expected F1; of equal ones the innermost. -1 on an empty page."""
        scores = self.scores
        most = max(scores, default=0.0)
        return len(scores) - 1 - scores[::-1].index(most) if most > 0 else -1
