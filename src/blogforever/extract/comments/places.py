"""Where on a page without known markup comments may stand: below a heading, an anchor or a name for comments."""

import re

from blogforever.classifier.place_names import PLACE_NAME, readable
from blogforever.dom.page_index import INLINE
from blogforever.dom.select import Within, ancestors_of, outermost
from blogforever.dom.tree import Document, Element, Node
from blogforever.extract.comments.nodes import HIGHLIGHTED_CODE
from blogforever.extract.comments.phrases import CALL, HEADING, stated_count
from blogforever.text.words import tidy

_NAME = re.compile(
    r"(?:^|[-_\s])(?:comments|comment-?(?:s?list|area|wrap(?:per)?|section|block|container|holder|thread)|"
    r"responses|replies|discussion|talkback|kommentare?|"
    r"kommentarer|commentaires?|comentarios?|comentários?|commenti|komentarze|komentare|komentáře|yorumlar|"
    r"hozzaszolasok|guestbook)(?:$|[-_\s])"
)
_NAMED = ", ".join(
    f"[{attribute}*='{part}' i]"
    for attribute in ("id", "class")
    for part in ("omment", "respons", "replies", "discussion", "talkback", "omentar")
)
_HEADINGS = (
    "h1, h2, h3, h4, h5, h6, legend, dt, th, caption, p > b:first-child, p > strong:first-child, div > b, td > b"
)
_ROOTS = frozenset(
    {"html", "body", "main", "head", "a", "span", "script", "link", "meta", "input", "textarea", "form", "label"}
)
_ELSEWHERE = (
    "nav, head, aside.widget, .widget:not(.Blog), #sidebar:not(body), .sidebar:not(body), "
    "[class*='recent' i]:not(body), [id*='recent' i]:not(body), [class*='related' i]:not(body), #respond, "
    f"{HIGHLIGHTED_CODE}"
)
NEVER_COMMENTS = frozenset({"side", "navigation", "related", "foot", "head", "sharing", "appeal"})
_LONGEST_HEADING = 160
_MOST_PLACES = 12
_MOST_STEPS = 5

Place = list[Node]
"""Siblings among which, or below which, the comments stand."""


def comment_places(document: Document) -> list[Place]:
    """The places, likeliest first: what follows a heading, then what is named after comments."""
    elsewhere = Within(document.select(_ELSEWHERE))
    below = [place for start in _headings(document, elsewhere) for place in _followers(start)]
    return (below + [[node] for node in _containers(document, elsewhere)])[: 2 * _MOST_PLACES]


def is_elsewhere(element: Element) -> bool:
    """True for a side column, a menu, a list of related posts and their like, by their names."""
    if element.tag in INLINE:
        return False
    if element.tag == "nav" or is_input(element):
        return True
    name = _names_of(element)
    if "comment" in name:
        return False
    found = PLACE_NAME.search(name) if name.strip() else None
    return found is not None and found.lastgroup in NEVER_COMMENTS


def is_input(element: Element) -> bool:
    """True for a form to fill in; some systems put a form around the whole page."""
    return element.tag == "form" and element.select_one("h1, h2, article") is None


def _headings(document: Document, elsewhere: Within) -> list[Element]:
    found = [node for node in document.select(_HEADINGS) if _heads_comments(node)]
    found += [node for node in document.select("a[name='comments' i], a#comments") if not node.text.strip()]
    return [node for node in found if node not in elsewhere][:_MOST_PLACES]


def _heads_comments(node: Element) -> bool:
    text = node.text
    if len(text) > 4 * _LONGEST_HEADING:
        return False
    text = tidy(text)
    if not 0 < len(text) <= _LONGEST_HEADING or CALL.match(text) or not HEADING.match(text):
        return False
    return stated_count(text) != 0


def _followers(start: Element) -> list[Place]:
    """What stands after the heading, and after the boxes around it."""
    places: list[Place] = []
    step: Element | None = start
    for _ in range(_MOST_STEPS):
        if step is None or step.tag in {"body", "html", "main"}:
            break
        after: Place = []
        for sibling in step.next_siblings:
            if isinstance(sibling, Element) and is_elsewhere(sibling):
                if is_input(sibling) or not after:
                    continue
                break
            if isinstance(sibling, Element) and sibling.tag == "footer":
                break
            after.append(sibling)
        if any(isinstance(node, Element) for node in after):
            places.append(after)
        step = step.parent if isinstance(step.parent, Element) else None
    return places


def _containers(document: Document, elsewhere: Within) -> list[Element]:
    named = [node for node in document.select(_NAMED) if node.tag not in _ROOTS and _NAME.search(_names_of(node))]
    around_titles = ancestors_of(document.select("h1"))
    return outermost([node for node in named if node not in elsewhere and node not in around_titles])[:_MOST_PLACES]


def _names_of(element: Element) -> str:
    return readable(f"{element.attr('id') or ''} {element.attr('class') or ''}")
