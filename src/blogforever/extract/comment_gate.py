"""A first look at a page: which markups can have comments on it at all? Most pages have none, and must cost nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from blogforever.dom.tree import Document
from blogforever.extract.comment_parts import split_selectors
from blogforever.model.comment import CommentMarkup

_NAMED = "[class*='comment' i], [id*='comment' i]"
_CLASS = re.compile(r"\.([\w-]*comment[\w-]*)", re.IGNORECASE)
_ID = re.compile(r"#([\w-]*comment[\w-]*)|\[id\^='([\w-]*comment[\w-]*)'\]", re.IGNORECASE)
_INNER = re.compile(r":(?:has|not|is)\([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Need:
    """What must be on a page for one selector to find anything."""

    classes: frozenset[str]
    starts: tuple[str, ...]
    """How ids must begin."""


def possible_markups(document: Document, markups: Sequence[CommentMarkup]) -> list[CommentMarkup]:
    """The markups that may find a comment on the page, in their order."""
    classes: set[str] = set()
    ids: set[str] = set()
    for element in document.select(_NAMED):
        classes.update((element.attr("class") or "").split())
        ids.add(element.attr("id") or "")
    needs = [_needs(markup.comment) for markup in markups]
    unnamed = ", ".join(dict.fromkeys(selector for need in needs for selector in need[1]))
    others = document.select_one(unnamed) is not None if unnamed else False
    found = []
    for markup, (named, plain) in zip(markups, needs, strict=True):
        if any(_is_met(need, classes, ids) for need in named) or (others and _finds(document, plain)):
            found.append(markup)
    return found


def _is_met(need: _Need, classes: set[str], ids: set[str]) -> bool:
    return need.classes <= classes and all(any(name.startswith(start) for name in ids) for start in need.starts)


def _finds(document: Document, selectors: tuple[str, ...]) -> bool:
    return bool(selectors) and document.select_one(", ".join(selectors)) is not None


@lru_cache(maxsize=512)
def _needs(selectors: str) -> tuple[tuple[_Need, ...], tuple[str, ...]]:
    """The needs of the selectors that name a comment in a class or id, and the selectors that do not."""
    named: list[_Need] = []
    plain: list[str] = []
    for selector in split_selectors(selectors):
        outer = _INNER.sub("", selector)
        classes = frozenset(_CLASS.findall(outer))
        starts = tuple(exact or start for exact, start in _ID.findall(outer))
        if classes or starts:
            named.append(_Need(classes, starts))
        else:
            plain.append(selector)
    return tuple(named), tuple(plain)
