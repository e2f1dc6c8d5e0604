"""Comments on a page without known markup: repeated dates, each with a name beside it and words around it.

page → places that are called comments → dates that stand alike → the largest node around each that holds no other, or
the run of siblings that belongs to it → the same reading as by a known markup
"""

import re
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy

from blogforever.dom.page_index import INLINE, UNSEEN
from blogforever.dom.tree import Document, Element, Node, Text, new_elements
from blogforever.extract.comments.drafts import CommentReading, Draft, read_nodes
from blogforever.extract.comments.nodes import MOST
from blogforever.extract.comments.parts import PageContext
from blogforever.extract.comments.phrases import CALL
from blogforever.extract.comments.places import Place, comment_places, is_elsewhere
from blogforever.model.comment import CommentMarkup
from blogforever.text.dates.read import find_date, read_machine_date
from blogforever.text.words import tidy

FOUND = CommentMarkup(name="repeated nodes", comment="")

_LONGEST_LINE = 200
_LONGEST_LEAF = 150
_ENOUGH = 0.6
_MOST_READINGS = 4
"""So many places are read before the page is given up."""
_FEW, _SOME = 2, 20
"""So many letters beyond the line with the date are words: in a paragraph of their own, and without one."""
_DIGITS = re.compile(r"\d+")
_TEASER = "h1 a[href], h2 a[href]"
_UNREAD = UNSEEN | {"blockquote", "pre", "nav"}


def find_comments(document: Document, context: PageContext) -> CommentReading:
    """The comments of the first place that has any."""
    undated: set[Node] = set()
    dated = [number for number, place in enumerate(comment_places(document)) if _is_dated(place, context, undated)]
    for number in dated[:_MOST_READINGS]:
        work = deepcopy(document)
        found = _read_place(comment_places(work)[number], context)
        if _is_discussion(found.drafts):
            return found
    return CommentReading()


def _is_dated(place: Place, context: PageContext, undated: set[Node]) -> bool:
    """Whether any date stands there. `undated`: nodes that were looked at in vain, for places overlap."""
    for node in place:
        if node not in undated:
            if _dates_in([node], context, 1):
                return True
            undated.add(node)
    return False


def _read_place(place: Place, context: PageContext) -> CommentReading:
    dates = _alike(_dates_in(place, context))
    nodes = _nodes_around(dates, place)
    return read_nodes(nodes, FOUND, context) if nodes else CommentReading()


def _is_discussion(drafts: list[Draft]) -> bool:
    complete = sum(1 for draft in drafts if (draft.author or draft.nameless) and draft.published)
    if all(draft.nameless for draft in drafts) and len(drafts) < 2:  # "Comments are closed since 3 May 2010."
        return False
    return complete >= _ENOUGH * len(drafts) and any(draft.text for draft in drafts)


def _dates_in(place: Iterable[Node], context: PageContext, most: int = MOST + 1) -> list[Element | Text]:
    """The first leaves that are a date, or a short line with one."""
    found: list[Element | Text] = []
    skipped: set[Node] = set()
    for root in place:
        for node in (root, *(root.descendants if isinstance(root, Element) else ())):
            if node.parent in skipped:
                skipped.add(node)
            elif isinstance(node, Element):
                if node.tag in _UNREAD or (node is not root and is_elsewhere(node)):
                    skipped.add(node)
                elif (stamp := node.attr("datetime")) and read_machine_date(stamp):
                    found.append(node)
                    skipped.add(node)
            elif isinstance(node, Text) and _holds_date(node, context):
                found.append(node)
            if len(found) >= most:
                return found
    return found


def _holds_date(leaf: Text, context: PageContext) -> bool:
    data = leaf.data
    if len(data) > 4 * _LONGEST_LEAF or not any(map(str.isdigit, data)) or len(text := tidy(data)) > _LONGEST_LEAF:
        return False
    if find_date(text, day_first=context.day_first, now=context.captured) is None:
        return False
    return len(_line(leaf)) <= _LONGEST_LINE


def _line(leaf: Text) -> str:
    """The text of the line in which a leaf stands; of a line without end, enough to see that it is too long."""
    node: Node = leaf
    while isinstance(node.parent, Element) and node.parent.tag in INLINE:
        node = node.parent
    parts = [_text(node)]
    for side in (node.previous_siblings, node.next_siblings):
        for sibling in side:
            if len(parts) > _LONGEST_LINE or (isinstance(sibling, Element) and sibling.tag not in INLINE):
                break
            parts.append(_text(sibling))
    return tidy(" ".join(parts))


def _text(node: Node) -> str:
    return node.data if isinstance(node, Text) else node.text if isinstance(node, Element) else ""


def _alike(dates: list[Element | Text]) -> list[Element | Text]:
    """The largest group of dates that stand alike; a comment may speak of dates in its own words."""
    shapes = [_shape(date) for date in dates]
    if not shapes:
        return []
    most, _ = Counter(shapes).most_common(1)[0]
    return [date for date, shape in zip(dates, shapes, strict=True) if shape == most]


def _shape(node: Node) -> tuple[str, ...]:
    found = []
    up = node.parent if isinstance(node, Text) else node
    for _ in range(2):
        if not isinstance(up, Element):
            break
        first = (up.attr("class") or "").split()[:1]
        found.append(f"{up.tag}.{_DIGITS.sub('', first[0]) if first else ''}")
        up = up.parent
    return tuple(found[:1] if isinstance(node, Element) else found)


def _nodes_around(dates: list[Element | Text], place: Place) -> list[Element]:
    """A node for each date: one that holds a whole comment."""
    if not dates:
        return []
    roots = set(place)
    above = place[0].parent
    limit: set[Node] = {above, *above.ancestors} if above is not None else set()
    counts: Counter[Node] = Counter()
    for date in dates:
        counts.update(up for up in (date, *date.ancestors) if up not in limit)
    lone = len(dates) == 1
    tops = [_top(date, counts, limit, roots if lone and len(roots) == 1 else set()) for date in dates]
    if sum(_says_more(top, date) for top, date in zip(tops, dates, strict=True)) >= _ENOUGH * len(tops) or not tops:
        return _with_answers(tops, dates)
    return runs_around(tops, place)


def _top(date: Node, counts: Counter[Node], limit: set[Node], roots: set[Node]) -> Node:
    """The largest node around a date that holds no other date, no form and no heading of its own."""
    top = date
    while (up := top.parent) is not None and up not in limit and up not in roots and counts[up] == 1:
        if isinstance(up, Element) and up.select_one("form, textarea, h1") is not None:
            break
        top = up
    return top


def _says_more(top: Node, date: Node) -> bool:
    """True when the node holds words beyond the line with the date."""
    if not isinstance(top, Element):
        return False
    line = len(_line(date) if isinstance(date, Text) else tidy(date.text))
    whole = len(tidy(top.text))
    if top.tag != "p" and top.select_one("p, blockquote, dd") is not None:
        return whole > line + _FEW
    return whole > max(2 * line, line + _SOME)


def _with_answers(tops: list[Node], dates: list[Element | Text]) -> list[Element]:
    """The nodes; of a comment with answers inside it, the node of the same kind as the others."""
    kinds = Counter((top.tag, _first_class(top)) for top in tops if isinstance(top, Element))
    (tag, name), _ = kinds.most_common(1)[0]
    nodes: list[Element] = []
    for top, date in zip(tops, dates, strict=True):
        node: Node | None = top
        while isinstance(node, (Element, Text)) and not (
            isinstance(node, Element) and node.tag == tag and (not name or _first_class(node) == name)
        ):
            node = node.parent
        if isinstance(node, Element) and node not in nodes[-1:]:
            nodes.append(node)
        elif isinstance(top, Element) and _says_more(top, date):
            nodes.append(top)
    unique = list(dict.fromkeys(nodes))
    if sum(1 for node in unique if node.select_one(_TEASER) is not None) * 2 > len(unique):
        return []
    return unique


def _first_class(element: Element) -> str:
    names = (element.attr("class") or "").split()
    return _DIGITS.sub("", names[0]) if names else ""


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BREAKS = frozenset({"hr", "br"})


def runs_around(lines: list[Node], place: Place) -> list[Element]:
    """A new node around each run; the tree is changed to hold them."""
    parents = Counter(line.parent for line in lines if line.parent is not None)
    if not parents:
        return []
    parent, _ = parents.most_common(1)[0]
    wanted = {line for line in lines if line.parent == parent}
    siblings = [node for node in place if node.parent == parent] or list(_children(parent))
    siblings = _up_to_the_end(siblings, wanted)
    under = _stands_under(siblings, wanted)
    runs = _split(siblings, wanted, under=under)
    wrappers = new_elements("div", len(runs))
    for run, wrapper in zip(runs, wrappers, strict=True):
        _wrap(run, wrapper)
    return wrappers


def _children(parent: Node) -> list[Node]:
    return list(parent.children)


def _up_to_the_end(siblings: list[Node], lines: set[Node]) -> list[Node]:
    """The siblings without a form, a heading or a menu that ends the comments."""
    last = max((index for index, node in enumerate(siblings) if node in lines), default=-1)
    kept: list[Node] = []
    for index, node in enumerate(siblings):
        if isinstance(node, Element) and node not in lines:
            if index > last and _ends(node):
                break
            if node.tag in UNSEEN or is_elsewhere(node) or (node.tag in _HEADINGS and not kept):
                continue
        kept.append(node)
    return kept


def _ends(node: Element) -> bool:
    if node.tag in _HEADINGS or is_elsewhere(node) or node.select_one("form, textarea, script, h1, h2, h3") is not None:
        return True
    return CALL.match(tidy(node.text)[:100]) is not None


def _stands_under(siblings: list[Node], lines: set[Node]) -> bool:
    """True when words stand before the first line."""
    for node in siblings:
        if node in lines:
            return False
        if isinstance(node, Element) and node.tag in _HEADINGS:
            continue
        if _words(node):
            return True
    return False


def _split(siblings: list[Node], lines: set[Node], *, under: bool) -> list[list[Node]]:
    runs: list[list[Node]] = []
    current: list[Node] = []
    for node in siblings:
        if node in lines and not under:
            current = [node]
            runs.append(current)
            continue
        if under or current:
            current.append(node)
        if node in lines and under:
            runs.append(current)
            current = []
    return runs


def _wrap(run: list[Node], whole: Element) -> None:
    named = next((node for node in run if isinstance(node, Element) and (node.attr("id") or node.attr("name"))), None)
    if named is not None:
        whole.attrs["id"] = named.attr("id") or named.attr("name") or ""
    run[0].insert_before(whole)
    for node in run:
        whole.append(node)


def _words(node: Node) -> str:
    text = node.data if isinstance(node, Text) else node.text if isinstance(node, Element) else ""
    return text.strip()
