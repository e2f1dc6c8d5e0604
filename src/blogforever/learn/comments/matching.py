"""Which node of a page is which comment of a feed: the maximum weighted matching of the two [BF 3.5].

The similarity of a node and a comment is the Dice coefficient of their bigrams. All of them are found at once: the
counts of shared bigrams are the product of two matrices of noughts and ones, over the bigrams that comments have.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import Document, Element
from blogforever.model.comment import Comment, Discussion
from blogforever.text.bigrams import bigrams
from blogforever.text.words import words

LONGEST = 1_000
"""Characters of a text that are compared; whoever begins alike for so long is the same."""

Weights = NDArray[np.float32]


class Similarities:
    """How alike texts are to each of a feed's comments."""

    def __init__(self, comments: Sequence[str]) -> None:
        wanted = [bigrams(text[:LONGEST]) for text in comments]
        self._numbers = {bigram: number for number, bigram in enumerate(sorted(set[str]().union(*wanted)))}
        self._comments = self._as_matrix(wanted).T
        self._sizes = np.array([len(own) for own in wanted], dtype=np.float32)

    def of(self, nodes: Sequence[str]) -> Weights:
        """The similarity of each node's text (rows) and each comment (columns)."""
        sets = [bigrams(text[:LONGEST]) for text in nodes]
        together = np.array([len(own) for own in sets], dtype=np.float32)[:, np.newaxis] + self._sizes
        shared = self._as_matrix(sets) @ self._comments
        found: Weights = np.divide(2 * shared, together, out=np.zeros_like(shared), where=together > 0)
        return found

    def _as_matrix(self, sets: Sequence[set[str]]) -> Weights:
        # In 32 bits: that is what processors multiply fastest, and every count of bigrams is exact in them.
        matrix = np.zeros((len(sets), len(self._numbers)), dtype=np.float32)
        for row, own in enumerate(sets):
            matrix[row, [self._numbers[bigram] for bigram in own if bigram in self._numbers]] = 1
        return matrix


def match(weights: Weights) -> list[tuple[int, int]]:
    """Pairs of row and column, none used twice, whose weights have the greatest sum; without pairs of no weight."""
    if not weights.size:
        return []
    rows, columns = linear_sum_assignment(weights, maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(row, column) for row, column in pairs if weights[row, column] > 0]


def matching_value(weights: Weights) -> float:
    """The sum of the weights of all pairs in the best matching: at most the number of comments."""
    return float(sum(weights[row, column] for row, column in match(weights)))


MOST_COMMENTS = 60
"""More comments of one page teach nothing new."""

_ANCHOR = 4
_FEWEST_WORDS = 3
"""Shorter comments stand in too many places."""
_HELD = 0.8
"""The share of a comment's words that follow on the page from where it is taken to begin."""
_MOST_PLACES = 20


class CommentPage:
    """One post's page, laid out, with its comments from a feed."""

    __slots__ = ("_rows", "_similarities", "address", "comments", "end", "page_index", "runs", "spots", "targets")

    def __init__(self, address: str, document: Document, discussion: Discussion) -> None:
        self.address = address
        self.page_index = PageIndex(document)
        self.end = _ends(self.page_index)
        """For each element the number of the first one after all that lie below it."""
        self.comments: list[Comment] = []
        """Those that were spotted."""
        self.targets: list[list[str]] = []
        """Their words."""
        self.spots: list[int] = []
        """The smallest elements that hold them."""
        self.runs: list[tuple[int, int]] = []
        """The words of the page that are theirs: from the first up to, not including, the last."""
        self._spot(discussion)
        self._similarities = Similarities([" ".join(target) for target in self.targets])
        self._rows: dict[int, Weights] = {}

    def weights(self, nodes: Sequence[int]) -> Weights:
        """How alike each node (rows) and each spotted comment (columns) are; nodes of many rules are compared once."""
        new = [node for node in dict.fromkeys(nodes) if node not in self._rows]
        if new:
            self._rows.update(zip(new, self._similarities.of([self.words_of(node) for node in new]), strict=True))
        return np.stack([self._rows[node] for node in nodes])

    def number_of(self, elements: list[Element]) -> list[int]:
        """The elements as numbers in document order; without those that nobody sees."""
        index, hidden = self.page_index.index, self.page_index.hidden
        found = {index[element] for element in elements if element in index}
        return sorted(number for number in found if not hidden[number])

    def words_of(self, number: int) -> str:
        """The words of an element, as they are compared."""
        page_index = self.page_index
        return " ".join(
            page_index.words[
                page_index.word_start[page_index.first[number]] : page_index.word_start[page_index.last[number]]
            ]
        )

    def share_outside(self, nodes: Sequence[int]) -> float:
        """The share of the nodes that lie outside the smallest element around all spots: 0 for a single spot."""
        if len(self.spots) < 2 or not nodes:
            return 0.0
        area = self.spots[0]
        while not all(area <= spot < self.end[area] for spot in self.spots):
            area = self.page_index.parent[area]
        return sum(not area <= node < self.end[area] for node in nodes) / len(nodes)

    def _spot(self, discussion: Discussion) -> None:
        page_words = self.page_index.words
        places: dict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(page_words):
            places[word].append(place)
        taken: set[int] = set()
        for comment in discussion.comments[:MOST_COMMENTS]:
            target = words(comment.content_text)
            if len(target) < _FEWEST_WORDS:
                continue
            best = max(self._held(target, places, taken), default=None)
            if best is not None and best[0] >= _HELD:
                start = best[1]
                taken.add(start)
                run = start, min(start + len(target), len(page_words))
                self.comments.append(comment)
                self.targets.append(target)
                self.runs.append(run)
                self.spots.append(self._smallest(*run))

    def _held(
        self, target: list[str], places: dict[str, list[int]], taken: set[int]
    ) -> Iterator[tuple[float, int]]:  # fmt: skip
        """How much of the comment follows each place where it may begin, and the place."""
        page_words, head = self.page_index.words, target[:_ANCHOR]
        begins = (place for place in places.get(target[0], ()) if page_words[place : place + len(head)] == head)
        for place, _ in zip((place for place in begins if place not in taken), range(_MOST_PLACES), strict=False):
            follow = page_words[place : place + len(target)]
            yield sum(a == b for a, b in zip(follow, target, strict=False)) / len(target), place

    def _smallest(self, start: int, end: int) -> int:
        page_index = self.page_index
        first, last = (bisect_right(page_index.word_start, place) - 1 for place in (start, end - 1))
        element = page_index.owner[first]
        while not page_index.first[element] <= first <= last < page_index.last[element]:
            element = page_index.parent[element]
        return element


def _ends(page_index: PageIndex) -> list[int]:
    ends = list(range(1, len(page_index.elements) + 1))
    for number in range(len(ends) - 1, 0, -1):
        up = page_index.parent[number]
        if up >= 0:
            ends[up] = max(ends[up], ends[number])
    return ends
