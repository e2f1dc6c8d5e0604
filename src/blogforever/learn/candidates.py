"""Rule candidates: every simple way to name a node [BF 3.3], in the forms that proved stable across a blog's pages."""

import re
from collections.abc import Iterator

from blogforever.dom.page_index import PageIndex
from blogforever.dom.select import class_selector, id_selector, quoted
from blogforever.model.rules import Rule

FORM_COST = {
    "id": 0.0,
    "attribute": 0.0,
    "class": 0.001,
    "id prefix": 0.001,
    "tag": 0.003,
    "child": 0.006,
    "path": 0.03,
}
"""What a rule of each form pays when two do equally well: the simplest and least positional wins."""

SEMANTIC_TAGS = frozenset(
    {"article", "main", "h1", "h2", "h3", "time", "title", "header", "footer", "address", "section"}
)
NAMING_ATTRIBUTES = ("itemprop", "property", "rel", "role", "name", "data-testid")

_NUMBERED = re.compile(r"^([A-Za-z][A-Za-z_-]*[-_A-Za-z])\d[\w-]*$")
_PAGE_SPECIFIC = re.compile(r"\d{3,}|^(?:tag|category)-\w|^(?=.*\d)[0-9a-f]{8,}$")


def plain_tag(tag: str) -> str:
    """The tag as CSS; broken markup makes tags such as "h3<foo", which no selector can name."""
    return tag if tag.isascii() and tag.isalnum() else "*"


def class_tokens(names: str | None) -> list[str]:
    """The class tokens that may recur on other pages, at most six."""
    return [token for token in (names or "").split() if not _PAGE_SPECIFIC.search(token)][:6]


def own_rules(page_index: PageIndex, number: int) -> Iterator[Rule]:
    """Rules that name a node by what stands on the node itself."""
    element, tag = page_index.elements[number], plain_tag(page_index.tags[number])
    identity = element.attr("id")
    if identity and len(identity) < 80:
        if not re.search(r"\d{2,}", identity):
            yield Rule(css=id_selector(identity), form="id")
        numbered = _NUMBERED.match(identity)
        if numbered:
            yield Rule(css=f"{tag}[id^={quoted(numbered.group(1))}]", form="id prefix")
    for name in NAMING_ATTRIBUTES:
        value = element.attr(name)
        if value and len(value) < 60:
            for token in value.split()[:3]:
                yield Rule(css=f"{tag}[{name}~={quoted(token)}]", form="attribute")
    tokens = class_tokens(element.attr("class"))
    for token in tokens:
        yield Rule(css=tag + class_selector(token), form="class")
    if len(tokens) > 1:
        yield Rule(css=tag + "".join(map(class_selector, tokens[:2])), form="class")
        if len(tokens) > 2:
            yield Rule(css=tag + "".join(map(class_selector, tokens)), form="class")
    if tag in SEMANTIC_TAGS:
        yield Rule(css=tag, form="tag")


def anchored_rules(page_index: PageIndex, number: int, anchors: int = 3) -> Iterator[Rule]:
    """Rules that name a node from the nearest ancestors that have a name of their own."""
    step, path = number, ""
    for up in page_index.ancestors(number)[:6]:
        link = _child_step(page_index, step)
        path = f"{link} > {path}" if path else link
        named = [
            rule.css
            for rule in own_rules(page_index, up)
            if rule.form != "tag" or page_index.tags[up] in {"article", "main", "header", "footer"}
        ]
        for css in named[:3]:
            yield Rule(css=f"{css} > {path}", form="child")
            tag = plain_tag(page_index.tags[number])
            if tag not in {"div", "p", "span", "li", "*"}:
                yield Rule(css=f"{css} {tag}", form="child")
        step = up
        if named:
            anchors -= 1
            if not anchors:
                return


def path_rule(page_index: PageIndex, number: int) -> Rule:
    """The way from the root to the node, by position: the last resort."""
    steps: list[str] = []
    while number > 0 and len(steps) < 30:
        steps.append(_child_step(page_index, number, always=True))
        number = page_index.parent[number]
    return Rule(css=" > ".join(["html", *reversed(steps)]), form="path")


def rules_for(page_index: PageIndex, number: int) -> Iterator[Rule]:
    """Every rule that names this node, simplest first; its position only where nothing near it has a name."""
    named = False
    for rules in (own_rules, anchored_rules):
        for rule in rules(page_index, number):
            named = True
            yield rule
    if not named:
        yield path_rule(page_index, number)


def _child_step(page_index: PageIndex, number: int, *, always: bool = False) -> str:
    """How to find a node among its siblings: its class where it has one, else its place among those of its tag."""
    tag, element = plain_tag(page_index.tags[number]), page_index.elements[number]
    tokens = class_tokens(element.attr("class"))
    if tokens and not always:
        return tag + class_selector(tokens[0])
    place = 1
    sibling = element.previous_sibling
    many = sibling is not None
    while sibling is not None and place < 50:
        if tag in (getattr(sibling, "tag", None), "*"):
            place += 1
        sibling = sibling.previous_sibling
    if tag == "*":
        return tag
    return f"{tag}:nth-of-type({place})" if many and (place > 1 or always) else tag
