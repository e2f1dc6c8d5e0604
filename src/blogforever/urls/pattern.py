"""What the addresses of a blog's posts have in common [BF 4.3].

The paper makes one regular expression from the feed's links. Here each shape of them (how many parts, which of these
are numbers of how many digits) keeps the words that never change, so a blog may have several forms of address.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from blogforever.urls.calendar import is_numeric_name
from blogforever.urls.paths import segments
from blogforever.urls.shape import WRITTEN_IN

Shape = tuple[int, ...]
"""Digits of numeric parts, 0 for words, -1 for a query, -2 for words with a query or fragment written into them."""


@dataclass(frozen=True, slots=True)
class UrlPattern:
    """Shapes of post addresses, each with the words that all addresses of the shape share."""

    shapes: dict[Shape, tuple[str | None, ...]] = field(default_factory=dict)

    @staticmethod
    def of(addresses: Iterable[str]) -> "UrlPattern":
        """The pattern of these addresses."""
        groups: dict[Shape, list[list[str]]] = {}
        for address in addresses:
            parts, query = segments(address)
            groups.setdefault(_shape(parts, query=query), []).append(parts)
        return UrlPattern({shape: _constant(group) for shape, group in groups.items()})

    def __bool__(self) -> bool:
        return bool(self.shapes)

    def matches(self, address: str) -> bool:
        """True for an address like those that the pattern was made of; a post without a title has a number for one."""
        parts, query = segments(address)
        shape = _shape(parts, query=query)
        words = self.shapes.get(shape)
        if words is None and not query and is_numeric_name(parts):
            words = self.shapes.get((*shape[:-1], 0))
        return words is not None and all(map(_agree, words, parts))


def _shape(parts: list[str], *, query: bool) -> Shape:
    return tuple([_kind(part) for part in parts] + [-1] * query)


def _kind(part: str) -> int:
    if part.isdecimal():
        return len(part)
    return -2 if "%" in part and WRITTEN_IN.search(part) else 0


def _constant(group: list[list[str]]) -> tuple[str | None, ...]:
    """The words that all the addresses of a shape have in the same place."""
    if len(group) < 2:
        return (None,) * len(group[0])
    return tuple(
        column[0] if len(set(column)) == 1 and not column[0].isdecimal() else None
        for column in zip(*group, strict=True)
    )


def _agree(fixed: str | None, part: str) -> bool:
    return fixed is None or fixed == part
