"""The probability that a block is article text: a logistic model over its features, its tag and its place.

The weights are fitted on blogs with a hand-made gold standard (`make fit`): docs/why/block-classifier.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import mul

from blogforever.classifier.blocks import PLACE_BITS, Block, Places
from blogforever.classifier.features import FEATURES, TAG_GROUPS, BlockFeatures
from blogforever.dom.page_index import PageIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockWeights:
    """What each feature, tag and place adds to the log-odds that a block is article text."""

    features: Mapping[str, float]
    tags: Mapping[str, float]
    places: Mapping[str, float]


class BlockModel:
    """Weights made ready for use: the sum over a set of places is looked up, not added up again."""

    def __init__(self, weights: BlockWeights) -> None:
        self._features = tuple(weights.features[name] for name in FEATURES)
        self._tags = {tag: weights.tags.get(group, 0.0) for tag, group in TAG_GROUPS.items()}
        self._other_tag = weights.tags.get("other", 0.0)
        self._places = [(bit, weights.places.get(name, 0.0)) for name, bit in PLACE_BITS.items()]
        self._sums: dict[int, float] = {}

    def chances(
        self, page_index: PageIndex, page_blocks: Sequence[Block], places: Places, features: BlockFeatures
    ) -> list[float]:
        """The probability of each block."""
        result = []
        for number, block in enumerate(page_blocks):
            odds = self._tags.get(page_index.tags[block.element], self._other_tag) + self._place(
                places.around[block.element]
            )
            odds += sum(map(mul, self._features, features.of(number)))
            result.append(1 / (1 + exp(-max(-30.0, min(30.0, odds)))))
        return result

    def _place(self, bits: int) -> float:
        total = self._sums.get(bits)
        if total is None:
            total = self._sums[bits] = sum(weight for bit, weight in self._places if bits & bit)
        return total


def input_names() -> tuple[str, ...]:
    """The names of all inputs of the model, in the order of `inputs`."""
    groups = (*dict.fromkeys(TAG_GROUPS.values()), "other")
    return (*FEATURES, *(f"tag {group}" for group in groups), *(f"place {name}" for name in PLACE_BITS))


def inputs(page_index: PageIndex, block: Block, number: int, places: Places, features: BlockFeatures) -> list[float]:
    """One block as the numbers that the model is fitted on."""
    groups = (*dict.fromkeys(TAG_GROUPS.values()), "other")
    group = TAG_GROUPS.get(page_index.tags[block.element], "other")
    bits = places.around[block.element]
    return [
        *map(float, features.of(number)),
        *(float(name == group) for name in groups),
        *(float(bool(bits & bit)) for bit in PLACE_BITS.values()),
    ]
