"""Random pages as trees of our own, so that what is true of a page does not depend on the parser under test."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from hypothesis import strategies as st

SEEN = ("div", "section", "span", "em", "i", "article", "blockquote")
NEVER_SEEN = ("dialog", "canvas", "object", "map")
RAW = ("script", "style", "textarea")
"""Elements whose content is text to the parser, whatever stands in it."""
COMMENT = "!"
PIECES = (
    "a", "b", "c", "x", "Z", "0", "7", ".", ",", "-", "<", "&", "'", " ", " ", "\n", "\t", "\u00a0", "\u3000",
    "é", "ß", "İ", "e\u0301", "\u0301", "ñ", "Ω", "ж", "ش", "日", "本", "語", "中", "文", "한", "글", "ｶﾞ",
    "🐑", "👩‍🌾", "🇩🇪", "👍🏽", "𝔘", "\u200b", "\ufeff",
)  # fmt: skip
"""What texts are made of: ASCII, blanks, accents whole and combined, scripts without spaces, emoji of many parts."""


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """An element, or a comment; between two of its children that are elements there is at most one text."""

    tag: str
    children: "tuple[Element | str, ...]" = ()

    def html(self) -> str:
        """The element as markup."""
        inner = "".join(escape(c, quote=False) if isinstance(c, str) else c.html() for c in self.children)
        return f"<!--{inner}-->" if self.tag == COMMENT else f"<{self.tag}>{inner}</{self.tag}>"

    def elements(self) -> "Iterator[Element]":
        """This element and all below it, in document order."""
        if self.tag != COMMENT:
            yield self
            for child in self.children:
                if isinstance(child, Element):
                    yield from child.elements()


def page(body: Element) -> str:
    """A whole page around a body."""
    return f"<!DOCTYPE html><html><head><title>t</title></head>{body.html()}</html>"


def texts(longest: int = 12) -> st.SearchStrategy[str]:
    """Short texts in many scripts."""
    return st.lists(st.sampled_from(PIECES), max_size=longest).map("".join)


def bodies() -> st.SearchStrategy[Element]:
    """Bodies of pages: nested, with empty elements, elements that nobody sees, and comments that split texts."""
    nodes = st.recursive(
        st.one_of(
            texts(),
            st.builds(Element, st.sampled_from(RAW), st.just(("seen by no one",))),
            st.just(Element(COMMENT, ("note",))),
            st.builds(Element, st.sampled_from(SEEN)),
        ),
        lambda inner: st.builds(_element, st.sampled_from((*SEEN, *SEEN, *NEVER_SEEN)), st.lists(inner, max_size=5)),
        max_leaves=25,
    )
    return st.lists(nodes, max_size=6).map(lambda children: _element("body", children))


def _element(tag: str, children: "list[Element | str]") -> Element:
    """An element whose neighbouring texts are one, as they are to a parser."""
    joined: list[Element | str] = []
    for child in children:
        if isinstance(child, str) and joined and isinstance(joined[-1], str):
            joined[-1] += child
        elif child != "":
            joined.append(child)
    return Element(tag, tuple(joined))
