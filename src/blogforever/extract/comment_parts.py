"""The parts of one comment: who, when, and what was said.

Each part is looked for by the system's own selectors, then by the names that most themes use, and last by what stands
there: a short line with a date in it names the author beside the date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from blogforever.dom.select import outermost
from blogforever.dom.tree import Element, Text
from blogforever.extract.comment_cuts import lies_in
from blogforever.extract.comment_lines import lines_around, node_with, own_element, text_of
from blogforever.extract.comment_systems import COMMON
from blogforever.extract.comment_words import name_beside_date, name_of, says_nothing
from blogforever.model.comment import CommentMarkup
from blogforever.model.moment import Moment
from blogforever.text.dates import find_date, find_dates, read_machine_date
from blogforever.text.words import tidy

Field = Literal["content", "author", "published", "permalink", "avatar", "reply_to"]

_LONGEST_NAME = 200
_LONGEST_LINE = 200
_LONGEST_META = 400
_SEVERAL = 4
"""So many nodes are tried for one selector."""
_TRIALS = 20
"""After so many comments a selector that found nothing in any of them is no longer tried."""
_MACHINE = ("datetime", "content", "data-datetime", "data-timestamp", "data-time", "data-date")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a page's comments are read with."""

    address: str | None = None
    base: str | None = None
    day_first: bool | None = None
    captured: date | None = None


@lru_cache(maxsize=2048)
def split_selectors(selectors: str) -> tuple[str, ...]:
    """The alternatives of a selector list, in their order."""
    parts: list[str] = []
    depth = start = 0
    for place, sign in enumerate(selectors):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and not depth:
            parts.append(selectors[start:place])
            start = place + 1
    parts.append(selectors[start:])
    return tuple(part for written in parts if (part := written.strip()))


class Parts:
    """Finds the parts of one page's comments, and remembers which names the page uses."""

    def __init__(self, markup: CommentMarkup, setting: Setting) -> None:
        self._markup = markup
        self._setting = setting
        self._hits: dict[str, set[str]] = {}
        self._seen: dict[str, int] = {}

    def candidates(self, node: Element, field: Field) -> Iterator[Element]:
        """The nodes that may be this part, likeliest first."""
        hits = self._hits.setdefault(field, set())
        seen = self._seen[field] = self._seen.get(field, 0) + 1
        own = split_selectors(getattr(self._markup, field))
        for selector in (*own, *split_selectors(getattr(COMMON, field))):
            if seen > _TRIALS and selector not in hits:
                continue
            found = node.select(selector)
            if found:
                hits.add(selector)
                yield from found[:_SEVERAL]

    def author(self, node: Element, dated: Element | None) -> tuple[str | None, Element | None]:
        """The author's name and the node that says it."""
        for element in self.candidates(node, "author"):
            if (name := self._name_in(element, dated)) and element.closest("blockquote, nav") is None:
                return name, element
        return self._author_beside(dated, node) if dated is not None else (None, None)

    def _author_beside(self, dated: Element, node: Element) -> tuple[str | None, Element | None]:
        """The name that the date's own node has, else its line, else the smallest node with both."""
        if len(text := tidy(dated.text)) <= _LONGEST_LINE and (name := self._name_beside(text)):
            return name, dated
        for beside in lines_around(dated, node):
            if (name := _name_left(text_of(beside))) and (said := node_with(name, beside)) is not None:
                return name, said
        line = dated
        while line != node and isinstance(line.parent, Element):
            line = line.parent
            if len(text := tidy(line.text)) > _LONGEST_LINE:
                break
            if name := self._name_beside(text):
                return name, line if line != node else node_with(name, line.children)
        return None, None

    def _name_in(self, element: Element, dated: Element | None) -> str:
        text = tidy(element.text)
        if not text or len(text) > _LONGEST_LINE:
            return ""
        if dated is not None and (dated == element or lies_in(dated, element)):
            return self._name_beside(text)
        return _short(name_of(text))

    def _name_beside(self, text: str) -> str:
        """The name in a line with a date."""
        dates = find_dates(text, day_first=self._setting.day_first, now=self._setting.captured, most=1)
        if not dates:
            return ""
        _, start, end = dates[0]
        return _name_left(text[:start]) or _name_left(text[end:].partition("|")[0])

    def published(self, node: Element) -> tuple[Moment | None, Element | None]:
        """When it was said and the node that says it."""
        whole = None
        for element in self.candidates(node, "published"):
            moment = self._moment(element)
            if moment is not None and "T" in moment.iso:
                return moment, element
            whole = whole or (moment and (moment, element))
        return whole or self._written_date(node)

    def _moment(self, element: Element) -> Moment | None:
        for name in _MACHINE:
            if (value := element.attr(name)) and (moment := read_machine_date(value)):
                return moment
        for value in (element.attr("title"), tidy(element.text)):
            if value and len(value) <= _LONGEST_META and (moment := self._date_in(value)):
                return moment
        return None

    def _date_in(self, text: str) -> Moment | None:
        return find_date(text, day_first=self._setting.day_first, now=self._setting.captured)

    def _written_date(self, node: Element) -> tuple[Moment | None, Element | None]:
        """The date in the line that says least besides it."""
        best: tuple[int, Moment, Text] | None = None
        for leaf in node.descendants:
            if not isinstance(leaf, Text) or len(leaf.data) > _LONGEST_LINE or not any(map(str.isdigit, leaf.data)):
                continue
            text = tidy(leaf.data)
            if moment := self._date_in(text):
                left = len(text) - len(moment.written)
                if best is None or left < best[0]:
                    best = left, moment, leaf
        if best is None:
            return None, None
        return best[1], _own_element(best[2], node)

    def content(self, node: Element) -> list[Element]:
        """The nodes with the comment's words; the comment's own node when no part of it is marked."""
        for selector in split_selectors(self._markup.content):
            found = outermost(node.select(selector))
            if any(part.text.strip() or part.select_one("img") is not None for part in found):
                return found
        for part in self.candidates(node, "content"):
            if part.text.strip():
                return [part]
        return [node]


def _own_element(leaf: Text, node: Element) -> Element:
    """The element of a line of text; text that stands among other things gets one of its own."""
    parent = leaf.parent
    if isinstance(parent, Element) and parent != node and len(parent.text) <= _LONGEST_LINE:
        return parent
    return own_element(leaf)


def _name_left(text: str) -> str:
    """The name in what is left of a line beside its date."""
    name = _short(name_beside_date(text))
    return name if any(map(str.isalpha, name)) and not says_nothing(name) else ""


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else ""
