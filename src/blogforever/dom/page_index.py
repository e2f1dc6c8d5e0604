"""A page laid out as arrays, so that what lies in a node is a range of numbers and every sum over it costs nothing.

Elements stand in document order; the visible text is a row of leaves in the same order; an element covers the
leaves from `first[i]` up to, not including, `last[i]`. One pass, no recursion, linear in the page.
"""

from itertools import accumulate

from blogforever.dom.tree import Document, Element, Text
from blogforever.text.words import words

UNSEEN = frozenset({
    "script", "style", "noscript", "template", "head", "textarea", "select", "button", "svg", "iframe", "object",
    "annotation", "annotation-xml", "option", "datalist", "canvas", "map", "dialog",
})  # fmt: skip
"""Elements whose text no reader takes for part of an article."""

INLINE = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img",
    "ins", "kbd", "label", "mark", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "time", "tt", "u", "var", "wbr", "math", "mi", "mo", "mn", "mrow", "semantics", "picture", "source",
})  # fmt: skip
"""Elements that run within a line."""

MOST_ELEMENTS = 30_000
"""Pages beyond this are indexed up to here: learning stays bounded whatever a page holds."""

MOST_DEPTH = 250
"""Elements nested deeper count as part of the ancestor at this depth: walking up stays bounded too."""


class PageIndex:
    """One page's elements, leaves and words."""

    __slots__ = (
        "depth",
        "document",
        "elements",
        "first",
        "hidden",
        "index",
        "last",
        "leaves",
        "owner",
        "parent",
        "tags",
        "word_start",
        "words",
    )  # fmt: skip

    def __init__(self, document: Document) -> None:
        self.document = document
        self.elements: list[Element] = []
        self.tags: list[str] = []
        self.parent: list[int] = []
        self.depth: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.hidden: list[bool] = []
        self.leaves: list[str] = []
        self.owner: list[int] = []
        self.index: dict[Element, int] = {}
        self._walk()
        counted = [words(leaf) for leaf in self.leaves]
        self.words: list[str] = [word for leaf in counted for word in leaf]
        self.word_start: list[int] = [0, *accumulate(map(len, counted))]

    def _walk(self) -> None:
        elements, tags, parents, depths, firsts, hidden = (
            self.elements, self.tags, self.parent, self.depth, self.first, self.hidden,
        )  # fmt: skip
        leaves, owners, index = self.leaves, self.owner, self.index
        for node in self.document.descendants:
            if isinstance(node, Element):
                if len(elements) >= MOST_ELEMENTS:
                    break
                up = index.get(node.parent, -1)  # type: ignore[arg-type]  # a Document is simply not in the index
                tag = node.tag
                if up >= 0 and depths[up] >= MOST_DEPTH and tag not in UNSEEN:
                    index[node] = up
                    continue
                index[node] = len(elements)
                elements.append(node)
                tags.append(tag)
                parents.append(up)
                depths.append(depths[up] + 1 if up >= 0 else 0)
                firsts.append(len(leaves))
                hidden.append(tag in UNSEEN or (up >= 0 and hidden[up]))
            elif isinstance(node, Text):
                up = index.get(node.parent, -1)  # type: ignore[arg-type]  # as above
                if up >= 0 and not hidden[up]:
                    data = node.data
                    if not data.isspace():
                        leaves.append(data)
                        owners.append(up)
        last = self.last = [0] * len(elements)
        for leaf, up in enumerate(owners):
            last[up] = leaf + 1
        for i in range(len(elements) - 1, -1, -1):
            last[i] = max(last[i], firsts[i])
            up = parents[i]
            if up >= 0 and last[up] < last[i]:
                last[up] = last[i]

    def text(self, element: int) -> str:
        """The element's visible text with its white space folded."""
        return " ".join("".join(self.leaves[self.first[element] : self.last[element]]).split())

    def document_title(self) -> str:
        """The text of the title element."""
        node = self.document.select_one("title")
        return node.text if node is not None else ""

    def word_count(self, element: int) -> int:
        """How many words the element holds."""
        return self.word_start[self.last[element]] - self.word_start[self.first[element]]

    def ancestors(self, element: int) -> list[int]:
        """The element's ancestors, nearest first."""
        found = []
        while (element := self.parent[element]) >= 0:
            found.append(element)
        return found

    def contains(self, outer: int, inner: int) -> bool:
        """True when `inner` is `outer` or lies below it."""
        while inner > outer:
            inner = self.parent[inner]
        return inner == outer
