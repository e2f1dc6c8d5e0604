"""What a page's meta and link elements say of it."""

from functools import lru_cache

from blogforever.dom.tree import Document
from blogforever.model.moment import Moment
from blogforever.text.dates import read_machine_date

_CHANGED = ("article:modified_time", "og:updated_time")


class Head:
    """Asks the page for single metas and links: with few questions that is quicker than to read them all."""

    __slots__ = ("_document",)

    def __init__(self, document: Document) -> None:
        self._document = document

    def link(self, relation: str) -> str | None:
        """The address of the first link element with this relation."""
        found = self._document.select_one(_link(relation))
        return _tidy(found.attr("href")) if found is not None else None

    def meta(self, name: str) -> str | None:
        """The content of the first meta element with this property."""
        found = self._document.select_one(_property(name))
        return _tidy(found.attr("content")) if found is not None else None

    def equivalent(self, name: str) -> str | None:
        """The content of the first meta element that stands for this HTTP header."""
        found = self._document.select_one(_header(name))
        return _tidy(found.attr("content")) if found is not None else None


def last_change(head: Head) -> Moment | None:
    """When the page says that it was last changed."""
    for name in _CHANGED:
        if (value := head.meta(name)) and (moment := read_machine_date(value)):
            return moment
    return None


def _tidy(value: str | None) -> str | None:
    return value.strip() or None if value else None


@lru_cache
def _link(relation: str) -> str:
    return f"link[rel~='{relation}']"


@lru_cache
def _property(name: str) -> str:
    return f"meta[property='{name}']"


@lru_cache
def _header(name: str) -> str:
    return f"meta[http-equiv='{name}' i]"
