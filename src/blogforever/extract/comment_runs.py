"""Comments without a node of their own: runs of siblings, each with one line that says who and when.

The line stands over the words ("Anna wrote on 3 May:") or under them ("Posted by Anna, 3 May"); which of the two, the
first run tells: what stands before the first line belongs to it, or there is nothing before it.
"""

from collections import Counter

from blogforever.dom.survey import UNSEEN
from blogforever.dom.tree import Element, Node, Text, new_elements
from blogforever.extract.comment_places import Place, is_elsewhere
from blogforever.extract.comment_words import CALL
from blogforever.text.words import tidy

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
