"""A page reduced to what it says of its own identity: enough to match it with a feed, and small enough to keep many."""

from html import escape

from blogforever.dom.tree import Document, parse_text

_IDENTITY = "link[rel~='canonical'], link[rel~='shortlink'], meta[property='og:url'], meta[property='og:title']"
_MOST_TEXT = 1_000


def outline(document: Document) -> Document:
    """A small page with the same addresses of its own, the same title and the same first heading."""
    parts = [node.html for node in document.select(_IDENTITY)[:8]]
    for tag in ("title", "h1"):
        node = document.select_one(tag)
        if node is not None:
            parts.append(f"<{tag}>{escape(node.text[:_MOST_TEXT])}</{tag}>")
    return parse_text("".join(parts))
