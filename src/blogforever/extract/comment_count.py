"""How many comments there are by the page's own word: the heading over them, or a system's count."""

from blogforever.dom.tree import Document, Element
from blogforever.extract.comment_words import CALL, stated_count
from blogforever.text.words import tidy

_HEADINGS = (
    "h1, h2, h3, h4, h5, h6, .comments-title, .comments-header, .comments-heading, .wl-count, .vcount, "
    ".tk-comments-count"
)
_NAMED = "[id*='comment' i]:not(body), [class*='comment' i]:not(body, article, main), .wl-count, .vcount"
_BELOW = "#comments ~ *, a[name='comments'] ~ *"
_LONGEST = 300


def count_stated(document: Document) -> int | None:
    """The number in the heading over the comments; None when the page states none."""
    for node in document.select(_HEADINGS):
        text = node.text
        if len(text) > _LONGEST or CALL.match(text) or (count := stated_count(tidy(text))) is None:
            continue
        if _is_over_comments(node):
            return count
    return None


def _is_over_comments(node: Element) -> bool:
    return node.closest(_NAMED) is not None or node.matches(_BELOW)
