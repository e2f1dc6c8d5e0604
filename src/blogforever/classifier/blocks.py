"""A page's text as blocks (a paragraph, a list item, a heading, a cell), and in what kinds of place they stand."""

from dataclasses import dataclass
from functools import lru_cache

from blogforever.classifier.place_names import BODY_NAME, PLACE_NAME, PLACES, POST_NAME, readable
from blogforever.dom.page_index import INLINE, PageIndex

_TAG_PLACES = ("nav", "aside", "footer", "header", "form", "article", "main")
_ROLE_PLACES = {
    "navigation": "nav", "complementary": "aside", "contentinfo": "footer", "banner": "header", "main": "main",
    "article": "article", "search": "form",
}  # fmt: skip

_LONGEST_NAME = 400

PLACE_BITS: dict[str, int] = {
    name: 1 << bit for bit, name in enumerate((*PLACES, "body", "post", *(f"<{tag}>" for tag in _TAG_PLACES)))
}
"""Each kind of place that a name or tag can speak of, as one bit of a number."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of leaves that a reader sees as one line or paragraph."""

    element: int
    first: int
    last: int
    words: int
    linked: int
    """Words inside links."""


class Places:
    """For each element of a page: the kinds of place it lies in, by its own names and its ancestors'."""

    __slots__ = ("around", "own")

    def __init__(self, page_index: PageIndex) -> None:
        self.own: list[int] = []
        self.around: list[int] = []
        for i, element in enumerate(page_index.elements):
            own = PLACE_BITS.get(f"<{page_index.tags[i]}>", 0)
            names, identity, role = element.attr("class"), element.attr("id"), element.attr("role")
            # html and body carry words such as "single-post has-sidebar" that say nothing of a place.
            if (names or identity) and page_index.depth[i] > 1:
                own |= name_bits(f"{names or ''} {identity or ''}"[:_LONGEST_NAME])
            if role in _ROLE_PLACES:
                own |= PLACE_BITS[f"<{_ROLE_PLACES[role]}>"]
            self.own.append(own)
            up = page_index.parent[i]
            self.around.append(own | (self.around[up] if up >= 0 else 0))


@lru_cache(maxsize=8192)  # a page's list items, and a blog's pages, have the same names over and over
def name_bits(names: str) -> int:
    """The kinds of place that an element's id and classes speak of."""
    text = readable(names)
    if BODY_NAME.search(text):
        return PLACE_BITS["body"]
    bits = PLACE_BITS["post"] if POST_NAME.search(text) else 0
    for match in PLACE_NAME.finditer(text):
        bits |= PLACE_BITS[match.lastgroup or ""]
    return bits


def blocks(page_index: PageIndex) -> list[Block]:
    """The page's visible text, block by block, in reading order."""
    block_of: list[int] = []
    in_link: list[bool] = []
    for i, tag in enumerate(page_index.tags):
        up = page_index.parent[i]
        block_of.append(block_of[up] if tag in INLINE and up >= 0 else i)
        in_link.append(tag == "a" or (up >= 0 and in_link[up]))
    found: list[Block] = []
    start, current, linked = 0, -1, 0
    starts = page_index.word_start
    for leaf, owner in enumerate(page_index.owner):
        block = block_of[owner]
        if block != current:
            if current >= 0:
                found.append(Block(current, start, leaf, starts[leaf] - starts[start], linked))
            start, current, linked = leaf, block, 0
        if in_link[owner]:
            linked += starts[leaf + 1] - starts[leaf]
    if current >= 0:
        end = len(page_index.owner)
        found.append(Block(current, start, end, starts[end] - starts[start], linked))
    return found
