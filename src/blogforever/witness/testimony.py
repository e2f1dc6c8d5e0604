"""The general extractor: where on a page its article stands, told without any rule."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from blogforever.dom.survey import Survey
from blogforever.witness.blocks import Block, Places, blocks
from blogforever.witness.likely import Likelihood
from blogforever.witness.mass import Mass
from blogforever.witness.signs import Clues, Signs
from blogforever.witness.weights import ALONE, LOCATED, UNLOCATED

_LOCATED, _UNLOCATED, _ALONE = Likelihood(LOCATED), Likelihood(UNLOCATED), Likelihood(ALONE)

_ENOUGH = 4
_END = 4
_FRAMED = 12
_LONGEST_FRAME = 80


@dataclass(slots=True)
class Witness:
    """One page with its blocks, and what is known of each."""

    survey: Survey
    blocks: list[Block]
    places: Places
    repeated: list[float]
    """For each block the share of the blog's other pages that have it too."""
    others: int
    """How many other pages of the blog there were to compare with."""

    def is_furniture(self, block: int) -> bool:
        """True for a block that most of the blog's pages have: a menu, a slogan, a plea for coffee."""
        return self.others >= _ENOUGH and self.repeated[block] > 0.5

    def chances(self, clues: Clues) -> list[float]:
        """The chance of each block to be article, given what is known of the post."""
        main = self.survey.document.main_content()
        number = self.survey.index.get(main, -1) if main is not None else -1
        signs = Signs(self.survey, self.blocks, clues=clues, repeated=self.repeated, main=number)
        model = _LOCATED if signs.located else _UNLOCATED if self.others else _ALONE
        return model.chances(self.survey, self.blocks, self.places, signs)

    def mass(self, clues: Clues) -> Mass:
        """The expected article words of the page."""
        return Mass(self.survey, self.blocks, self.chances(clues))


def call_witnesses(surveys: Sequence[Survey]) -> list[Witness]:
    """Pages of one blog, compared with each other: what stands on many of them is no article."""
    each = [blocks(survey) for survey in surveys]
    forms = [[_forms(survey, block) for block in found] for survey, found in zip(surveys, each, strict=True)]
    seen = Counter(form for page in forms for form in {form for of_block in page for form in of_block})
    others = len(surveys) - 1
    return [
        Witness(
            survey=survey,
            blocks=found,
            places=Places(survey),
            repeated=[(max(map(seen.__getitem__, own)) - 1) / others if others else 0.0 for own in page],
            others=others,
        )
        for survey, found, page in zip(surveys, each, forms, strict=True)
    ]


def _forms(survey: Survey, block: Block) -> tuple[str, ...]:
    """What makes two blocks the same: all their words, or both ends of a sentence that a theme fills in.

    "This entry was posted on … You can leave a response" is the theme's, whatever stands between.
    """
    own = survey.words[survey.word_start[block.first] : survey.word_start[block.last]]
    whole = " ".join(own)
    if not _FRAMED <= len(own) <= _LONGEST_FRAME:
        return (whole,)
    return whole, f"{' '.join(own[:_END])} … {' '.join(own[-_END:])}"
