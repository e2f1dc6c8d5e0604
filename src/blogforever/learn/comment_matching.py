"""Which node of a page is which comment of a feed: the maximum weighted matching of the two [BF 3.5].

The similarity of a node and a comment is the Dice coefficient of their bigrams. All of them are found at once: the
counts of shared bigrams are the product of two matrices of noughts and ones, over the bigrams that comments have.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from blogforever.text.bigrams import bigrams

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
