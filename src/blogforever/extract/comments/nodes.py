"""The nodes of comments: which they are, which stand in which, and the numbers that they bear."""

import re
from collections import Counter

from blogforever.dom.select import Within
from blogforever.dom.tree import Document, Element, Text, new_elements
from blogforever.model.comment import CommentMarkup
from blogforever.text.comment_ids import comment_id

MOST = 20_000
"""So many comments are read of one page."""

HIGHLIGHTED_CODE = ":is(pre, code, .hljs, .codehilite, .highlight) :is(span, i, em), .token, .syntaxhighlighter code"
"""How Pygments, highlight.js, Prism and their like mark the comments of programs, often with the class "comment".

Only inline elements: on a page whose author forgot to close a code element, all of the readers' comments stand in it.
"""
_ELSEWHERE = (
    ".widget:not(.Blog), .widget_recent_comments, #recentcomments, .recentcomments, .recent-comments, "
    "#recent-comments, #sidebar:not(body), "
    ".sidebar:not(body), #respond, nav, .recent_comments, .latest-comments, #latest-comments, .blogroll, "
    f"{HIGHLIGHTED_CODE}"
)
"""Places that show comments of other posts, or none."""
NUMBER = re.compile(r"\d+|(?=[a-f-]*\d)[0-9a-f][0-9a-f-]{7,}", re.IGNORECASE)
_NO_COMMENT = frozenset({"a", "img", "input", "form"})
_NAMED = "[id^='comment'], [id^='li-comment'], [id^='div-comment'], [id^='c'], a[name^='c'], a[name^='comment']"
_NUMBERS = ("data-comment-id", "data-commentid", "data-id", "data-cid", "data-comment", "data-post-id")
_DEPTH = re.compile(r"(?:^|\s)(?:depth|level|indent|comment-depth|comment-level|thread-level)[-_]?(\d{1,3})(?=\s|$)")


def comment_nodes(work: Document, markup: CommentMarkup, article: Element | None) -> list[Element]:
    """The nodes that the markup means, in the page's order; `work` is changed where comments are put together."""
    nodes = [node for node in work.select(markup.comment)[: 4 * MOST] if node.tag not in _NO_COMMENT]
    if markup.beside:
        wrappers = new_elements("div", len(nodes))
        for node, wrapper in zip(nodes, wrappers, strict=True):
            _gather(node, markup, wrapper)
        nodes = wrappers
    elsewhere = Within(work.select(_ELSEWHERE))
    return _outside([node for node in nodes if node not in elsewhere], article)


def _gather(node: Element, markup: CommentMarkup, whole: Element) -> None:
    """Put a comment's node and the siblings that belong to it into one."""
    whole.attrs.update({name: value for name in ("id", "class") if (value := node.attr(name))})
    belonging = []
    for sibling in node.next_siblings:
        if isinstance(sibling, Element):
            if not sibling.matches(markup.beside) or sibling.matches(markup.comment):
                break
            belonging.append(sibling)
    node.replace_with(whole)
    for part in (node, *belonging):
        whole.append(part)


def _outside(nodes: list[Element], article: Element | None) -> list[Element]:
    """The nodes that do not stand in the article, unless all of them do."""
    if article is None:
        return nodes
    within = Within([article])
    return [node for node in nodes if node.parent not in within] or nodes


Nested = tuple[Element, int | None, str]
"""A comment's node, the place of the one around it, and its number."""


def nest(nodes: list[Element]) -> list[Nested]:
    """One node for each comment, with the comment around it: nodes that only wrap another count as one with it."""
    place = {node: index for index, node in enumerate(nodes)}
    outer = [next((place[up] for up in node.ancestors if up in place), None) for node in nodes]  # type: ignore[index]
    numbers = [own_number(node) for node in nodes]
    inner_kinds = Counter(up for index, up in enumerate(outer) if up is not None and nodes[up].tag != nodes[index].tag)
    same = list(range(len(nodes)))
    dropped: set[int] = set()
    for index, around in enumerate(outer):
        if around is None:
            continue
        up = same[around]
        wraps = nodes[up].tag != nodes[index].tag
        if (numbers[up] and numbers[index] == numbers[up]) or (wraps and numbers[up] and not numbers[index]):
            same[index] = up
        elif wraps and not numbers[up]:
            if inner_kinds[up] == 1:
                same[index] = up
                numbers[up] = numbers[index]
            else:
                dropped.add(up)
    kept = [index for index in range(len(nodes)) if same[index] == index and index not in dropped]
    new = {index: position for position, index in enumerate(kept)}
    result: list[Nested] = []
    for index in kept:
        parent = outer[index]
        while parent is not None and same[parent] not in new:
            parent = outer[parent]
        result.append((nodes[index], None if parent is None else new[same[parent]], numbers[index]))
    return result


def own_number(node: Element) -> str:
    """The number that the node's own attributes give its comment; "" for none."""
    for name in ("id", *_NUMBERS):
        value = node.attr(name)
        if value and NUMBER.fullmatch(number := comment_id(value)):
            return number
    return ""


def number_inside(node: Element) -> str:
    """The number that something inside the node gives its comment; "" for none."""
    for element in node.select(_NAMED)[:6]:
        named = element.attr("id") or element.attr("name") or ""
        if NUMBER.fullmatch(number := comment_id(named)):
            return number
    reply = node.select_one("[data-commentid], [data-comment-id]")
    return reply.attr("data-commentid") or reply.attr("data-comment-id") or "" if reply is not None else ""


def number_before(node: Element) -> str:
    """The number in an empty anchor right before the node."""
    before = element_before(node)
    if before is None or before.tag != "a" or before.text.strip():
        return ""
    number = comment_id(before.attr("id") or before.attr("name") or "")
    return number if NUMBER.fullmatch(number) else ""


def element_before(node: Element) -> Element | None:
    """The element right before the node, with no words between them."""
    for sibling in node.previous_siblings:
        if isinstance(sibling, Element):
            return sibling
        if isinstance(sibling, Text) and sibling.data.strip():
            break
    return None


def depths_of(nodes: list[Element]) -> list[int | None]:
    """How deep each answer stands, by the nodes' classes or else by the indents around them; None: nothing shows it."""
    classes = [_DEPTH.search(node.attr("class") or "") for node in nodes]
    if any(classes):
        return [int(found[1]) if found else None for found in classes]
    indents = [sum(isinstance(up, Element) and up.has_class("indented") for up in node.ancestors) for node in nodes]
    return list(indents) if any(indents) else [None] * len(nodes)
