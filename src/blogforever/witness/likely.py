"""The chance that a block is article text: a logistic model over its signs, its tag and the place it stands in.

The weights are fitted on blogs with hand-made gold (`make fit` prints them); see docs/why/witness.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import mul

from blogforever.dom.survey import Survey
from blogforever.witness.blocks import PLACE_BITS, Block, Places
from blogforever.witness.signs import SIGNS, TAG_GROUPS, Signs


@dataclass(frozen=True, slots=True)
class Weights:
    """What each sign, tag and place adds to the odds (in logarithms) that a block is article."""

    signs: Mapping[str, float]
    tags: Mapping[str, float]
    places: Mapping[str, float]


class Likelihood:
    """Weights made ready for use: the sum over a set of places is looked up, not added up again."""

    def __init__(self, weights: Weights) -> None:
        self._signs = tuple(weights.signs[name] for name in SIGNS)
        self._tags = {tag: weights.tags.get(group, 0.0) for tag, group in TAG_GROUPS.items()}
        self._other_tag = weights.tags.get("other", 0.0)
        self._places = [(bit, weights.places.get(name, 0.0)) for name, bit in PLACE_BITS.items()]
        self._sums: dict[int, float] = {}

    def chances(self, survey: Survey, found: Sequence[Block], places: Places, signs: Signs) -> list[float]:
        """The chance of each block."""
        result = []
        for number, block in enumerate(found):
            odds = self._tags.get(survey.tags[block.element], self._other_tag) + self._place(
                places.around[block.element]
            )
            odds += sum(map(mul, self._signs, signs.of(number)))
            result.append(1 / (1 + exp(-max(-30.0, min(30.0, odds)))))
        return result

    def _place(self, bits: int) -> float:
        known = self._sums.get(bits)
        if known is None:
            known = self._sums[bits] = sum(weight for bit, weight in self._places if bits & bit)
        return known


def feature_names() -> tuple[str, ...]:
    """The names of all inputs of the model, in the order of `features`."""
    groups = (*dict.fromkeys(TAG_GROUPS.values()), "other")
    return (*SIGNS, *(f"tag {group}" for group in groups), *(f"place {name}" for name in PLACE_BITS))


def features(survey: Survey, block: Block, number: int, places: Places, signs: Signs) -> list[float]:
    """One block as the numbers that the model is fitted on."""
    groups = (*dict.fromkeys(TAG_GROUPS.values()), "other")
    group = TAG_GROUPS.get(survey.tags[block.element], "other")
    bits = places.around[block.element]
    return [
        *map(float, signs.of(number)),
        *(float(name == group) for name in groups),
        *(float(bool(bits & bit)) for bit in PLACE_BITS.values()),
    ]
