"""How many comments the page itself states: the heading over them, or a system's count."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from blogforever.dom.tree import Document, Element, Node, Text
from blogforever.extract.comments.phrases import CALL, stated_count
from blogforever.model.comment import Comment
from blogforever.text.words import tidy

_HEADINGS = (
    "h1, h2, h3, h4, h5, h6, .comments-title, .comments-header, .comments-heading, .wl-count, .vcount, "
    ".tk-comments-count"
)
_NAMED = "[id*='comment' i]:not(body), [class*='comment' i]:not(body, article, main), .wl-count, .vcount"
_BELOW = "#comments ~ *, a[name='comments'] ~ *"
_LONGEST = 300
_MOST_HEADINGS = 500
_MOST_DOUBTFUL = 20
_MOST_STEPS = 4
_MOST_LEAVES = 40
_OPENING, _NEAR = 40, 120
"""So many letters of the first comment must stand within so many after a heading that is in no place for comments."""


def declared_count_of(document: Document, comments: Sequence[Comment] = ()) -> int | None:
    """The number in the heading over the comments; None when the page states none."""
    counts = list(islice(_counts(document), _MOST_HEADINGS))
    for node, count in counts:
        if node.closest(_NAMED) is not None or node.matches(_BELOW):
            return count
    for node, count in counts[:_MOST_DOUBTFUL]:
        if count and _leads_to(node, comments[:1]):
            return count
    return None


def _counts(document: Document) -> Iterator[tuple[Element, int]]:
    for node in document.select(_HEADINGS):
        text = node.text
        if len(text) > _LONGEST or CALL.match(text) or (count := stated_count(tidy(text))) is None:
            continue
        yield node, count


def _leads_to(heading: Element, first: Sequence[Comment]) -> bool:
    """True when the first comment is what comes right after the heading."""
    after = _letters(islice(_following(heading), _MOST_LEAVES))[: _NEAR + _OPENING]
    openings = [_letters([comment.content_text])[:_OPENING] for comment in first]
    return any(opening and opening in after for opening in openings)


def _letters(texts: Iterable[str]) -> str:
    """Texts without their spaces, which differ between a page and what is read of it."""
    return "".join("".join(texts).split())


def _following(node: Node) -> Iterator[str]:
    """The texts after a node, in the page's order."""
    for _ in range(_MOST_STEPS):
        for sibling in node.next_siblings:
            for below in chain((sibling,), sibling.descendants if isinstance(sibling, Element) else ()):
                if isinstance(below, Text) and below.data.strip():
                    yield below.data
        if not isinstance(node.parent, Element):
            return
        node = node.parent
