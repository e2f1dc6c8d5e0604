"""[BF] Algorithm 2: the Dice score of every node of a page against a target, in one linear pass.

A page's bigrams are numbered as they come up, so a set of them is one Python integer: union is |, intersection &,
size bit_count(). Going through the elements backwards reaches children before parents, which is all that the
paper's post-order traversal is for. A node's bigrams are those of its text pieces; a pair of characters that
only meets across a tag is none.
"""

from functools import reduce
from operator import or_

from blogforever.dom.survey import Survey
from blogforever.text.bigrams import bigrams


class _Numbering(dict[str, int]):
    """A bit for each bigram, given out on first sight."""

    def __missing__(self, bigram: str) -> int:
        bit = self[bigram] = 1 << len(self)
        return bit


def dice_scores(survey: Survey, target: str) -> list[float]:
    """The score of each element of the page, in document order."""
    numbering = _Numbering()
    wanted = reduce(or_, map(numbering.__getitem__, bigrams(target)), 0)
    size = wanted.bit_count()
    sets = [0] * len(survey.elements)
    for leaf, owner in zip(survey.leaves, survey.owner, strict=True):
        sets[owner] = reduce(or_, map(numbering.__getitem__, bigrams(leaf)), sets[owner])
    scores = [0.0] * len(sets)
    for element in range(len(sets) - 1, -1, -1):
        own = sets[element]
        if not own:
            continue
        scores[element] = 2 * (own & wanted).bit_count() / (own.bit_count() + size)
        up = survey.parent[element]
        if up >= 0:
            sets[up] |= own
    return scores
