"""The pictures and players of a post of no or few words, where its article seems to show nothing.

Rules are learned from words. What they cut, and where they think that an article ends, may be wrong for a post that
has none: then what was cut is looked through, and for a post without any words also what its page shows further down,
apart from menus, margins and comments.
"""

from copy import deepcopy
from itertools import islice

from blogforever.classifier.place_names import PLACE_NAME, readable
from blogforever.dom.tree import Document, Element, new_elements

_SHOWING = frozenset({"img", "video", "audio", "iframe", "embed", "object"})
_ROOTS = frozenset({"html", "body"})
_FURNITURE = frozenset({"nav", "aside", "footer", "header", "form", "noscript"})
_SMALL = 64
"""Pixels: what says that it is no larger is an icon."""
_MOST = 200
_DEEPEST = 200


def gather_pictures(document: Document, nodes: tuple[Element, ...], *, beyond: bool) -> Element | None:
    """What the article's nodes show, uncut, in an element of its own; if that is nothing, what is `beyond` them."""
    found = [picture for node in nodes for picture in node.iter_elements(_SHOWING) if _is_own(picture, node)]
    if not found and beyond:
        found = [picture for picture in _after(nodes[0], document) if _is_own(picture, None)]
    if not found:
        return None
    (gathered,) = new_elements("div", 1)
    gathered.extend([deepcopy(picture) for picture in found[:_MOST]])
    return gathered


def _after(node: Element, document: Document) -> list[Element]:
    """What is shown behind the beginning of the node, in reading order."""
    elements = document.select("*")
    return [element for element in elements[elements.index(node) :] if element.tag in _SHOWING]


def _is_small(element: Element) -> bool:
    sizes = [(element.attr(name) or "").removesuffix("px") for name in ("width", "height")]
    return any(size.isdecimal() and len(size) < 4 and int(size) <= _SMALL for size in sizes)


def _is_own(picture: Element, article: Element | None) -> bool:
    """True unless it is an icon, or something around it says that it belongs to something else."""
    if _is_small(picture):
        return False
    for above in islice((picture, *picture.ancestors), _DEEPEST):
        if above is article:
            return True
        if isinstance(above, Element) and _names_furniture(above, inside=article is not None):
            return False
    return True


def _names_furniture(element: Element, *, inside: bool) -> bool:
    """Inside an article a head is the article's own. The body's names say what the page is, not where it shows what."""
    if element.tag in _ROOTS or (inside and element.tag == "header"):
        return False
    place = PLACE_NAME.search(readable(f"{element.attr('id') or ''} {element.attr('class') or ''}"))
    return element.tag in _FURNITURE or (place is not None and not (inside and place.lastgroup == "head"))
