"""The line of a comment that says who and when, where neither has a box of its own: "Anna, 3 May" before the words."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from blogforever.dom.survey import INLINE
from blogforever.dom.tree import Element, Node, Text
from blogforever.extract.comment_words import name_beside_date, says_nothing
from blogforever.text.words import tidy

_LONGEST_LINE = 200
_MOST_NODES = 40
"""So many neighbours of a date are looked at, and so many nodes inside each."""


def lines_around(element: Element, node: Element) -> tuple[list[Node], list[Node]]:
    """What stands before and after the element in its own line, as it is read, inside the node."""
    top: Node = element
    while isinstance(top.parent, Element) and top.parent.tag in INLINE and top.parent != node:
        top = top.parent
    return list(_same_line(top.previous_siblings))[::-1], list(_same_line(top.next_siblings))


def text_of(nodes: Iterable[Node]) -> str:
    """Their words, as one line."""
    return tidy(" ".join(node.data if isinstance(node, Text) else node.text for node in nodes if _has_text(node)))


def node_with(name: str, around: Iterable[Node]) -> Element | None:
    """The largest node that says the name and nothing else; bare text gets a node of its own."""
    for outer in around:
        for node in islice(chain((outer,), outer.descendants if isinstance(outer, Element) else ()), _MOST_NODES):
            text = text_of([node])
            if name in text and len(text) <= _LONGEST_LINE and name_beside_date(text) == name:
                return node if isinstance(node, Element) else own_element(node) if isinstance(node, Text) else None
    return None


def own_element(leaf: Text) -> Element:
    """A new element around text that stands among other things."""
    own = Element("span")
    leaf.replace_with(own)
    own.append(leaf)
    return own


def says_only(text: str, words: Iterable[str]) -> bool:
    """True when a line has no other words than these and what links them."""
    if len(text) > _LONGEST_LINE:
        return False
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, " ", 1)
    return says_nothing(tidy(text))


def _same_line(siblings: Iterable[Node]) -> Iterator[Node]:
    for number, sibling in enumerate(siblings):
        if number >= _MOST_NODES or (isinstance(sibling, Element) and sibling.tag not in INLINE):
            return
        yield sibling


def _has_text(node: Node) -> bool:
    return isinstance(node, (Element, Text))
