"""Pages of one theme and one kind, by their markup alone: a blog that changed its theme has several such groups.

A page's signature is the set of names that its theme gave to its parts. Pages are compared with the first page of each
group only, so that grouping stays linear however many pages there are.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from blogforever.dom.tree import Document

Signature = frozenset[str]
"""What a theme calls the parts of a page, which style sheets it loads, and which parts it repeats."""

_PARTS = "body, div, section, article, main, header, footer, aside, nav, h1, h2, h3, table"
_MOST_PARTS = 250
_MOST_NAMES = 120
_SHEETS = "link[rel~='stylesheet'][href]"
_MOST_SHEETS = 12
_MANY = 3
_REPEATABLE = frozenset({"article", "h1", "h2", "h3"})
_FIGURES = re.compile(r"\d+")
_OF_ONE_PAGE = re.compile(r"^(?:tag|category|postid|post|page-id|author|entry|label)-", re.IGNORECASE)
_SHARED = 3
"""A name that fewer pages have belongs to their articles, not to a theme."""
_ALIKE = 0.82
"""Two pages are of one group when they share this part of all the names that either has."""
_MOST_GROUPS = 60
"""A page that is like none of so many groups is left alone: no blog has so many themes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageGroup:
    """Pages that look alike."""

    addresses: tuple[str, ...]
    """In alphabetical order."""


def signature(document: Document) -> Signature:
    """The page's template signature."""
    names: set[str] = set()
    counts = dict.fromkeys(_REPEATABLE, 0)
    for part in document.select(_PARTS)[:_MOST_PARTS]:
        tag = part.tag
        if tag in counts:
            counts[tag] += 1
        classes, identity = part.attr("class"), part.attr("id")
        if classes:
            names.update(f"{tag}.{folded}" for folded in map(_fold, classes.split()[:6]) if folded)
        if identity and (folded := _fold(identity)):
            names.add(f"#{folded}")
        if not (classes or identity):
            names.add(tag)
        if len(names) > _MOST_NAMES:
            break
    names.update(f"{tag} often" for tag, count in counts.items() if count >= _MANY)
    for sheet in document.select(_SHEETS)[:_MOST_SHEETS]:
        address = (sheet.attr("href") or "").partition("?")[0]
        names.add(f"sheet {_FIGURES.sub('0', address.rpartition('/')[2])}")
    return frozenset(names)


def group_pages(pages: Iterable[tuple[str, Signature]]) -> tuple[PageGroup, ...]:
    """The pages in groups that look alike, the largest group first; pages like no other form groups of one."""
    ordered = sorted(pages, key=lambda page: page[0])
    seen = Counter(name for _, own in ordered for name in own)
    of_themes = frozenset(name for name, count in seen.items() if count >= _SHARED)
    leaders: list[Signature] = []
    members: list[list[str]] = []
    for address, whole in ordered:
        own = whole & of_themes
        place = _most_alike(own, leaders)
        if place >= 0:
            members[place].append(address)
        elif len(leaders) < _MOST_GROUPS:
            leaders.append(own)
            members.append([address])
    groups = [PageGroup(addresses=tuple(group)) for group in members]
    return tuple(sorted(groups, key=lambda group: (-len(group.addresses), group.addresses[0])))


def _most_alike(own: Signature, leaders: Sequence[Signature]) -> int:
    """The number of the leader most like the page, -1 when none is like it."""
    best, most = -1, _ALIKE
    for number, leader in enumerate(leaders):
        small, large = sorted((len(own), len(leader)))
        if small < most * large:  # even if all its names were shared
            continue
        shared = len(own & leader)
        alike = shared / (small + large - shared) if large else 1.0
        if alike > most or (best < 0 and alike == most):
            best, most = number, alike
    return best


def _fold(name: str) -> str:
    """A class or id without what belongs to one post alone; "" when nothing of the theme is left."""
    return "" if _OF_ONE_PAGE.match(name) else _FIGURES.sub("0", name)
