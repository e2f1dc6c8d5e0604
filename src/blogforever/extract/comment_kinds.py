"""Comments that are none: pingbacks, trackbacks and webmentions, by the names and lists in which they stand."""

import re

from blogforever.dom.tree import Element
from blogforever.extract.comment_nodes import element_before
from blogforever.model.comment import CommentKind
from blogforever.text.words import tidy

_PING = re.compile(r"\b(?:pingback|trackback|webmention|pings?)\b", re.IGNORECASE)
_PING_LISTS = (
    ".pinglist, .pingbacklist, .trackbacklist, .pingbacks, .trackbacks, #pings, #pingbacks, #trackbacks, .pings"
)
PING_EXCERPT = re.compile(r"\[(?:…|\.{3})\].*\[(?:…|\.{3})\]", re.DOTALL)
"""How WordPress quotes a page that links to a post."""
_PING_HEADING = re.compile(
    r"\W*(?:\d+\s+)?(?:pingbacks?|trackbacks?|(?:trackbacks?|pingbacks?)\W+(?:and|&|und|et|e|y)?\W*"
    r"(?:pingbacks?|trackbacks?))\b",
    re.IGNORECASE,
)
PING_LEAD = re.compile(r"\s*(pingback|trackback)\b", re.IGNORECASE)
_LONGEST_HEADING = 200


def kind_of(node: Element) -> CommentKind:
    """The kind that the node's class, list or heading names."""
    found = _PING.search(node.attr("class") or "")
    listed = node.closest(_PING_LISTS) is not None or _is_listed_as_ping(node)
    name = found[0].lower() if found else "pingback" if listed else ""
    if name in {"webmention", "trackback"}:
        return CommentKind(name)
    return CommentKind.PINGBACK if name else CommentKind.COMMENT


def _is_listed_as_ping(node: Element) -> bool:
    """True when the list with the node stands under a heading that says pingbacks."""
    above = node.parent
    if not isinstance(above, Element) or above.tag not in {"ol", "ul", "dl"}:
        return False
    before = element_before(above)
    return (
        before is not None
        and before.tag in {"h2", "h3", "h4", "h5", "h6"}
        and _PING_HEADING.match(tidy(before.text)[:_LONGEST_HEADING]) is not None
    )
