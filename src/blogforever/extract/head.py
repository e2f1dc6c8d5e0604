"""A page's meta and link elements."""

from blogforever.dom.tree import Document
from blogforever.model.moment import Moment
from blogforever.text.dates.read import read_machine_date

_CHANGED = ("article:modified_time", "og:updated_time")


class Head:
    """A page's metas and links, read once; of several with one name the first counts."""

    __slots__ = ("_headers", "_links", "_properties")

    def __init__(self, document: Document) -> None:
        self._properties: dict[str, str] = {}
        self._headers: dict[str, str] = {}
        self._links: dict[str, str] = {}
        for meta in document.select("meta"):
            if name := meta.attr("property"):
                self._properties.setdefault(name, meta.attr("content") or "")
            elif name := meta.attr("http-equiv"):
                self._headers.setdefault(name.lower(), meta.attr("content") or "")
        for link in document.select("link"):
            for relation in (link.attr("rel") or "").lower().split():
                self._links.setdefault(relation, link.attr("href") or "")

    def link(self, relation: str) -> str | None:
        """The address of the first link element with this relation."""
        return self._links.get(relation, "").strip() or None

    def meta(self, name: str) -> str | None:
        """The content of the first meta element with this property."""
        return self._properties.get(name, "").strip() or None

    def equivalent(self, name: str) -> str | None:
        """The content of the first meta element that stands for this HTTP header."""
        return self._headers.get(name, "").strip() or None


def last_change(head: Head) -> Moment | None:
    """When the page was last changed, by its own metadata."""
    for name in _CHANGED:
        if (value := head.meta(name)) and (moment := read_machine_date(value)):
            return moment
    return None
