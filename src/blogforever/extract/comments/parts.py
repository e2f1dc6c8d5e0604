"""The parts of one comment: who, when, which words, and what stands among the words without belonging to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import chain, islice
from typing import Literal

from blogforever.dom.page_index import INLINE
from blogforever.dom.select import outermost
from blogforever.dom.tree import Element, Node, Text
from blogforever.extract.comments.phrases import is_label, name_beside_date, name_of, says_nothing
from blogforever.extract.comments.systems import COMMON
from blogforever.model.comment import CommentMarkup
from blogforever.model.moment import Moment
from blogforever.text.dates.read import find_date, find_dates, read_machine_date
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
class PageContext:
    """What is known of a page while its comments are read."""

    address: str | None = None
    base: str | None = None
    day_first: bool | None = None
    captured: date | None = None


@lru_cache(maxsize=2048)
def split_selectors(selectors: str) -> tuple[str, ...]:
    """The alternatives of a selector list, in their order."""
    parts: list[str] = []
    depth = start = 0
    for place, feature in enumerate(selectors):
        if feature in "([":
            depth += 1
        elif feature in ")]":
            depth -= 1
        elif feature == "," and not depth:
            parts.append(selectors[start:place])
            start = place + 1
    parts.append(selectors[start:])
    return tuple(part for written in parts if (part := written.strip()))


class Parts:
    """Finds the parts of one page's comments, and remembers which names the page uses."""

    def __init__(self, markup: CommentMarkup, context: PageContext) -> None:
        self._markup = markup
        self._context = context
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
        """The author's name and the node that states it."""
        for element in self.candidates(node, "author"):
            if (name := self._name_in(element, dated)) and element.closest("blockquote, nav") is None:
                return name, element
        return self._author_beside(dated, node) if dated is not None else (None, None)

    def _author_beside(self, dated: Element, node: Element) -> tuple[str | None, Element | None]:
        """The name that the date's own node has, else its line, else the smallest node with both."""
        if len(text := tidy(dated.text)) <= _LONGEST_LINE and (name := self._name_beside(text)):
            return name, dated
        for beside in lines_around(dated, node):
            if (name := _name_left(text_of(beside))) and (naming := node_with(name, beside)) is not None:
                return name, naming
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
        dates = find_dates(text, day_first=self._context.day_first, now=self._context.captured, most=1)
        if not dates:
            return ""
        _, start, end = dates[0]
        return _name_left(text[:start]) or _name_left(text[end:].partition("|")[0])

    def published(self, node: Element) -> tuple[Moment | None, Element | None]:
        """When it was written, and the node that states it."""
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
        return find_date(text, day_first=self._context.day_first, now=self._context.captured)

    def _written_date(self, node: Element) -> tuple[Moment | None, Element | None]:
        """The date in the line that has the least besides it."""
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


_LONGEST_BYLINE = 200
_MOST_NODES = 40
"""So many neighbours of a date are looked at, and so many nodes inside each."""


def lines_around(element: Element, node: Element) -> tuple[list[Node], list[Node]]:
    """What stands before and after the element in its own line, as it is read, inside the node."""
    top: Node = element
    while isinstance(top.parent, Element) and top.parent.tag in INLINE and top.parent != node:
        top = top.parent
    return list(_same_line(top.previous_siblings))[::-1], list(_same_line(top.next_siblings))


def text_of(nodes: Iterable[Node]) -> str:
    """Their words, as one line."""
    return tidy(" ".join(node.data if isinstance(node, Text) else node.text for node in nodes if _has_text(node)))


def node_with(name: str, around: Iterable[Node]) -> Element | None:
    """The largest node that holds the name and nothing else; bare text gets a node of its own."""
    for outer in around:
        for node in islice(chain((outer,), outer.descendants if isinstance(outer, Element) else ()), _MOST_NODES):
            text = text_of([node])
            if name in text and len(text) <= _LONGEST_BYLINE and name_beside_date(text) == name:
                return node if isinstance(node, Element) else own_element(node) if isinstance(node, Text) else None
    return None


def own_element(leaf: Text) -> Element:
    """A new element around text that stands among other things."""
    own = Element("span")
    leaf.replace_with(own)
    own.append(leaf)
    return own


def says_only(text: str, words: Iterable[str]) -> bool:
    """True when a line has no other words than these and what links them."""
    if len(text) > _LONGEST_BYLINE:
        return False
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, " ", 1)
    return says_nothing(tidy(text))


def _same_line(siblings: Iterable[Node]) -> Iterator[Node]:
    for number, sibling in enumerate(siblings):
        if number >= _MOST_NODES or (isinstance(sibling, Element) and sibling.tag not in INLINE):
            return
        yield sibling


def _has_text(node: Node) -> bool:
    return isinstance(node, (Element, Text))


_INNER_LINKS = "a:not([href]), a[href^='#'], a[href*='#c'], a[href*='reply' i], a[href^='javascript:'], button"
_MOST_LINKS = 20
_MARKS = (":", "：", ",", "|", "·")
"""What parts a name or date from the words that follow in its line."""


def cut_meta(part: Element, node: Element, stated: Sequence[Element], words: Sequence[str]) -> None:
    """Take the name, the date and what links them out of the comment's words, where they stand among them."""
    inside = [element for element in stated if element is not part and lies_in(element, part)]
    if inside or part == node:
        _cut_labels(part, node, [tidy(element.text) for element in inside])
    for element in inside:
        top = element
        while isinstance(top.parent, Element) and top.parent not in {part, node} and _says_only(top.parent, words):
            top = top.parent
        for beside in (*_texts_beside(top), *_texts_beside(element)):
            if says_nothing(tidy(beside.data)) and not _begins_words(beside, inside, part):
                beside.extract()
        after = next(top.next_siblings, None)
        if isinstance(after, Text) and after.data.lstrip().startswith(_MARKS):
            after.replace_with(Text(after.data.lstrip("".join(_MARKS) + " \t\r\n\xa0")))
        _take_out(top, part)


def lies_in(element: Element, outer: Element) -> bool:
    """True when one stands inside the other."""
    return any(up is outer or up == outer for up in element.ancestors)


def _cut_labels(part: Element, node: Element, known: list[str]) -> None:
    """Take out "Permalink", "#3" and "Reply", where their line has no word of the comment's."""
    labels = [link for link in part.select(_INNER_LINKS)[:_MOST_LINKS] if is_label(tidy(link.text))]
    known += [tidy(link.text) for link in labels]
    for link in labels:
        before, after = lines_around(link, node)
        if says_only(text_of((*before, link, *after)), known):
            for beside in (*before, *after):
                if isinstance(beside, Text) and says_nothing(tidy(beside.data)):
                    beside.extract()
            _take_out(link, part)


def _begins_words(text: Text, stated: Sequence[Element], part: Element) -> bool:
    """True for the first word or two of a comment, before one in bold: they only seem to link a name to a date."""
    after = next(iter(text.next_siblings), None)
    if not isinstance(after, Element) or after.tag not in INLINE or not any(map(str.isalpha, text.data)):
        return False
    if any(after == element or lies_in(element, after) for element in stated):
        return False
    return not says_nothing(text_of((after, *lines_around(after, part)[1])))


def _take_out(element: Element, part: Element) -> None:
    """Extract it, and the boxes around it that held nothing else."""
    above = element.parent
    element.extract()
    while isinstance(above, Element) and above != part and not above.text.strip() and above.select_one("*") is None:
        empty, above = above, above.parent
        empty.extract()


def _texts_beside(element: Element) -> list[Text]:
    found: list[Text] = []
    for side in (element.previous_siblings, element.next_siblings):
        for sibling in side:
            if not isinstance(sibling, Text):
                if isinstance(sibling, Element) and sibling.tag == "br":
                    continue
                break
            found.append(sibling)
    return found


def _says_only(element: Element, words: Sequence[str]) -> bool:
    return says_only(tidy(element.text), words)
