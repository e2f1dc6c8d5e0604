"""Selectors: the nodes that a rule means, the values that it reads from them, and how selectors are written."""

import re
from collections.abc import Iterable

from turbohtml import SelectorSyntaxError
from turbohtml.convert import SelectorError, css_specificity, css_to_xpath

from blogforever.dom.tree import Element, Node, Tree
from blogforever.model.rules import Pick, Rule

_MOST_EMPTY = 5
_IDENTIFIER = re.compile(r"-?[A-Za-z_][\w-]*\Z", re.ASCII)


def nodes(root: Tree, rule: Rule) -> list[Element]:
    """The elements that the rule means, in document order."""
    if rule.pick is Pick.FIRST:
        found = root.select_one(rule.css)
        return [] if found is None else [found]
    matched = root.select(rule.css)
    return choose(matched, rule.pick)


def choose(matched: list[Element], pick: Pick) -> list[Element]:
    """Which of the matched elements a rule means."""
    if len(matched) < 2:
        return matched
    if pick is Pick.FIRST:
        return matched[:1]
    if pick is Pick.LARGEST:
        # What lies inside another is never larger, and reading the text of each of many would take the square of time.
        return [max(outermost(matched), key=lambda element: len(element.text))]
    return outermost(matched)


def outermost(matched: list[Element]) -> list[Element]:
    """The elements without those that lie inside another of them."""
    if len(matched) < 2:
        return matched
    within = Within(matched)
    return [element for element in matched if element.parent not in within]


def ancestors_of(nodes: Iterable[Node]) -> set[Node]:
    """Everything that one of the nodes lies in."""
    found: set[Node] = set()
    for node in nodes:
        for up in node.ancestors:
            if up in found:
                break
            found.add(up)
    return found


class Within:
    """Answers whether a node is one of some places or lies in one: each node is looked at once, however deep."""

    def __init__(self, places: Iterable[Node]) -> None:
        self._known = dict.fromkeys(places, True)

    def __contains__(self, node: Node | None) -> bool:
        climbed = []
        while node is not None and node not in self._known:
            climbed.append(node)
            node = node.parent
        lies_in_one = node is not None and self._known[node]
        self._known.update(dict.fromkeys(climbed, lies_in_one))
        return lies_in_one


def first_value(root: Tree, rule: Rule) -> str:
    """The first value of a rule, as in `values`; "" when there is none. A node that stands empty is passed over."""
    node = root.select_one(rule.css)
    if node is None:
        return ""
    text = _value(node, rule)
    if text:
        return text
    return next(filter(None, (_value(other, rule) for other in root.select(rule.css)[1:_MOST_EMPTY])), "")


def _value(node: Element, rule: Rule) -> str:
    raw = node.text if rule.attribute is None else node.attr(rule.attribute) or ""
    text = " ".join(raw.split())
    return between(text, rule.before, rule.after) if rule.before or rule.after else text


def values(root: Tree, rule: Rule) -> list[str]:
    """The rule's values: tidied, without what stands before and after them in the same node."""
    if rule.pick is Pick.FIRST:
        value = first_value(root, rule)
        return [value] if value else []
    return [text for node in nodes(root, rule) if (text := _value(node, rule))]


def between(text: str, before: str, after: str) -> str:
    """The part of the text after `before` and up to `after` [BI IV-D]; nothing when `before` is not there."""
    if before:
        _, found, text = text.partition(before)
        if not found:
            return ""
    if after:
        # A separator at the very end may be part of the value elsewhere: " | Blog" is cut from the right.
        head, found, _ = text.rpartition(after) if text.endswith(after) else text.partition(after)
        text = head if found else text
    return text.strip()


def class_selector(token: str) -> str:
    """The CSS for one class token, whatever characters it is made of."""
    return f".{token}" if _IDENTIFIER.match(token) else f"[class~={quoted(token)}]"


def id_selector(identity: str) -> str:
    """The CSS for an id, whatever characters it is made of."""
    return f"#{identity}" if _IDENTIFIER.match(identity) else f"[id={quoted(identity)}]"


def quoted(text: str) -> str:
    """The text as a CSS string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'


def as_xpath(css: str) -> str | None:
    """The XPath 1.0 expression that selects the same nodes; None when there is none."""
    try:
        return css_to_xpath(css, prefix="//")
    except (SelectorSyntaxError, SelectorError):
        return None


def is_selector(css: str) -> bool:
    """True when the text can be applied to a page."""
    try:
        css_specificity(css)
    except SelectorSyntaxError:
        return False
    return True
