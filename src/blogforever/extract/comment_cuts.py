"""What stands among a comment's words and is none of them: its author, its date, its permalink and its buttons."""

from collections.abc import Sequence

from blogforever.dom.survey import INLINE
from blogforever.dom.tree import Element, Text
from blogforever.extract.comment_lines import lines_around, says_only, text_of
from blogforever.extract.comment_words import is_label, says_nothing
from blogforever.text.words import tidy

_INNER_LINKS = "a:not([href]), a[href^='#'], a[href*='#c'], a[href*='reply' i], a[href^='javascript:'], button"
_MOST_LINKS = 20
_MARKS = (":", "：", ",", "|", "·")
"""What parts a name or date from the words that follow in its line."""


def cut_meta(part: Element, node: Element, said: Sequence[Element], words: Sequence[str]) -> None:
    """Take the name, the date and what links them out of the comment's words, where they stand among them."""
    inside = [element for element in said if element is not part and lies_in(element, part)]
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


def _cut_labels(part: Element, node: Element, said: list[str]) -> None:
    """Take out "Permalink", "#3" and "Reply", where their line has no word of the comment's."""
    labels = [link for link in part.select(_INNER_LINKS)[:_MOST_LINKS] if is_label(tidy(link.text))]
    said += [tidy(link.text) for link in labels]
    for link in labels:
        before, after = lines_around(link, node)
        if says_only(text_of((*before, link, *after)), said):
            for beside in (*before, *after):
                if isinstance(beside, Text) and says_nothing(tidy(beside.data)):
                    beside.extract()
            _take_out(link, part)


def _begins_words(text: Text, said: Sequence[Element], part: Element) -> bool:
    """True for the first word or two of a comment, before one in bold: they only seem to link a name to a date."""
    after = next(iter(text.next_siblings), None)
    if not isinstance(after, Element) or after.tag not in INLINE or not any(map(str.isalpha, text.data)):
        return False
    if any(after == element or lies_in(element, after) for element in said):
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
