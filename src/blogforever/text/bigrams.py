"""Sets of adjacent characters and the Sørensen–Dice coefficient of two of them [BF 3.3]."""

from itertools import pairwise


def bigrams(text: str) -> set[str]:
    """All pairs of adjacent characters in the text, over full Unicode."""
    return set(map("".join, pairwise(text)))


def dice(one: set[str], other: set[str]) -> float:
    """2 |A ∩ B| / (|A| + |B|): 1.0 for equal sets, 0.0 for disjoint or empty ones."""
    together = len(one) + len(other)
    return 2 * len(one & other) / together if together else 0.0


def similarity(one: str, other: str) -> float:
    """How alike two strings are, from 0 to 1, hardly minding word order [BF 3.3]."""
    return dice(bigrams(one), bigrams(other))
