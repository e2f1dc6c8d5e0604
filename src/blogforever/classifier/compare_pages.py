"""The general extractor: where on a page its article stands, without any rule."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from blogforever.classifier.block_model import BlockModel
from blogforever.classifier.block_weights import ALONE, LOCATED, UNLOCATED
from blogforever.classifier.blocks import Block, Places, blocks
from blogforever.classifier.expected_article import ExpectedArticle
from blogforever.classifier.features import BlockFeatures, Clues
from blogforever.classifier.thresholds import (
    BOILERPLATE_SHARE,
    ENOUGH_PAGES,
    FRAME_END,
    LONGEST_FRAME,
    SHORTEST_FRAME,
)
from blogforever.dom.page_index import PageIndex

_LOCATED, _UNLOCATED, _ALONE = BlockModel(LOCATED), BlockModel(UNLOCATED), BlockModel(ALONE)


@dataclass(slots=True)
class ComparedPage:
    """One page with its blocks, and what is known of each."""

    page_index: PageIndex
    blocks: list[Block]
    places: Places
    repeated: list[float]
    """For each block the share of the blog's other pages that have it too."""
    others: int
    """How many other pages of the blog there were to compare with."""

    def is_furniture(self, block: int) -> bool:
        """True for a block that most of the blog's pages have: a menu, a slogan, a plea for coffee."""
        return self.others >= ENOUGH_PAGES and self.repeated[block] > BOILERPLATE_SHARE

    def chances(self, clues: Clues) -> list[float]:
        """The probability of each block to be article, given what is known of the post."""
        main = self.page_index.document.main_content()
        number = self.page_index.index.get(main, -1) if main is not None else -1
        features = BlockFeatures(self.page_index, self.blocks, clues=clues, repeated=self.repeated, main=number)
        model = _LOCATED if features.located else _UNLOCATED if self.others else _ALONE
        return model.chances(self.page_index, self.blocks, self.places, features)

    def expected(self, clues: Clues) -> ExpectedArticle:
        """The expected article words of the page."""
        return ExpectedArticle(self.page_index, self.blocks, self.chances(clues))


def compare_pages(page_indexes: Sequence[PageIndex]) -> list[ComparedPage]:
    """Pages of one blog, compared with each other: what stands on many of them is not article."""
    each = [blocks(page_index) for page_index in page_indexes]
    forms = [
        [_forms(page_index, block) for block in found] for page_index, found in zip(page_indexes, each, strict=True)
    ]
    seen = Counter(form for page in forms for form in {form for of_block in page for form in of_block})
    others = len(page_indexes) - 1
    return [
        ComparedPage(
            page_index=page_index,
            blocks=found,
            places=Places(page_index),
            repeated=[(max(map(seen.__getitem__, own)) - 1) / others if others else 0.0 for own in page],
            others=others,
        )
        for page_index, found, page in zip(page_indexes, each, forms, strict=True)
    ]


def _forms(page_index: PageIndex, block: Block) -> tuple[str, ...]:
    """What makes two blocks the same: all their words, or both ends of a sentence that a theme fills in.

    "This entry was posted on … You can leave a response" is the theme's, whatever stands between.
    """
    own = page_index.words[page_index.word_start[block.first] : page_index.word_start[block.last]]
    whole = " ".join(own)
    if not SHORTEST_FRAME <= len(own) <= LONGEST_FRAME:
        return (whole,)
    return whole, f"{' '.join(own[:FRAME_END])} … {' '.join(own[-FRAME_END:])}"
