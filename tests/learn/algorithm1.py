"""[BF] Algorithm 1 for articles, as plainly as the paper states it: every node from scratch, quadratic in the page.

Visible text, as the survey of a page defines it: a text counts for all elements around it unless one of these is an
element that no reader takes for text (UNSEEN); a text of blanks alone does not count; a text ends at every tag and at
every comment, so that two characters on either side of one are no bigram.
"""

from collections.abc import Iterator

from blogforever.dom.page_index import UNSEEN
from blogforever.text.bigrams import bigrams
from tests.random_pages import COMMENT, Element


def visible_texts(node: Element) -> Iterator[str]:
    """The texts below a node that a reader sees, in document order."""
    if node.tag in UNSEEN or node.tag == COMMENT:
        return
    for child in node.children:
        if isinstance(child, Element):
            yield from visible_texts(child)
        elif not child.isspace():
            yield child


def unseen_elements(body: Element) -> set[Element]:
    """The elements that are unseen, or lie in one that is."""
    return {inner for outer in body.elements() if outer.tag in UNSEEN for inner in outer.elements()}


def scores(body: Element, target: str) -> list[float]:
    """The Sørensen–Dice score of every element of the body against the target, in document order."""
    wanted = bigrams(target)
    unseen = unseen_elements(body)
    result = []
    for node in body.elements():
        found = set[str]()
        if node not in unseen:
            for text in visible_texts(node):
                found |= bigrams(text)
        result.append(2 * len(found & wanted) / (len(found) + len(wanted)) if found else 0.0)
    return result
