"""A node's text as a reader sees it: inline text runs on, every block starts a new line."""

from turbohtml import PlainText

from blogforever.dom.tree import Element

UNREAD = frozenset({
    "script", "style", "noscript", "template", "textarea", "select", "button", "svg", "iframe", "object", "annotation",
    "annotation-xml", "datalist", "canvas", "map", "dialog", "audio", "video", "rt", "rp",
})  # fmt: skip
"""Elements whose text is not part of what a reader reads."""

_HANDLED = UNREAD | {"ol", "ul"}
_WITHOUT_BULLETS = PlainText(bullet="")


def reading_text(element: Element, exclusions: str = "") -> str:
    """The text below the element, in reading order. Changes the tree: what is not read is cut out of it."""
    if exclusions:
        element.remove(exclusions)
    lists = False
    for node in list(element.iter_elements(_HANDLED)):
        if node.tag in {"ol", "ul"}:
            node.tag = "ul"  # the numbers before list items are the browser's, not the author's
            lists = True
        else:
            node.decompose()
    return (element.to_text(_WITHOUT_BULLETS) if lists else element.to_text()).strip()
