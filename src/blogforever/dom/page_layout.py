"""A whole page that shows itself without the web and looks as it did, as far as its style sheets are at hand.

page → absolute addresses → only what shows something, with classes and styles → kept files, else links → HTML
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from turbohtml.clean import OnDisallowed, Policy, Sanitizer

from blogforever.dom.archival import ATTRIBUTES, DROPPED, SCHEMES, TAGS, keep_small_pictures
from blogforever.dom.offline import show_kept_files, shown_addresses
from blogforever.dom.tree import Document, Element, parse_text

_LAYOUT_TAGS = TAGS | {"font", "fieldset", "form", "label", "legend", "menu", "search"}
_LAYOUT_ATTRIBUTES = frozenset({
    "align", "bgcolor", "border", "cellpadding", "cellspacing", "class", "color", "dir", "face", "height", "id", "lang",
    "role", "size", "style", "title", "valign", "width",
})  # fmt: skip
_SIDES = ("", "-top", "-right", "-bottom", "-left", "-inline", "-block")
_PROPERTIES = frozenset(
    {f"{name}{side}" for name in ("margin", "padding", "border") for side in _SIDES}
    | {f"border{side}-{what}" for side in _SIDES for what in ("color", "style", "width", "radius")}
    | {
        "align-content", "align-items", "align-self", "aspect-ratio", "background", "background-color",
        "border-collapse", "border-spacing", "bottom", "box-shadow", "box-sizing", "break-inside", "clear", "color",
        "column-count", "column-gap", "column-width", "columns", "direction", "display", "flex", "flex-basis",
        "flex-direction", "flex-flow", "flex-grow", "flex-shrink", "flex-wrap", "float", "font", "font-family",
        "font-size", "font-style", "font-variant", "font-weight", "gap", "grid", "grid-area", "grid-column", "grid-row",
        "grid-template-areas", "grid-template-columns", "grid-template-rows", "height", "justify-content", "left",
        "letter-spacing", "line-height", "list-style", "list-style-type", "max-height", "max-width", "min-height",
        "min-width", "object-fit", "opacity", "order", "overflow", "overflow-wrap", "right", "row-gap", "text-align",
        "text-decoration", "text-indent", "text-shadow", "text-transform", "top", "vertical-align", "visibility",
        "white-space", "width", "word-break", "word-spacing", "word-wrap", "writing-mode",
    }
)  # fmt: skip
"""What an element's own style may set: everything that makes a layout, nothing that floats over our label."""

_LONGEST_STYLE = 1_000_000
_COMMENT = re.compile(r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)")
_STATEMENT = re.compile(r"@(?:import|charset|namespace)[^;{}]*+;?", re.IGNORECASE)
_FETCHING = re.compile(r"(?:url|src|image|image-set|cross-fade|element|expression)\s*+\(", re.IGNORECASE)
_FLOATING = re.compile(r"position\s*+:\s*+(?:fixed|sticky)", re.IGNORECASE)
_OVERLAID = re.compile(r"z-index\s*+:", re.IGNORECASE)


def _keep(tag: str, name: str, value: str) -> str | None:
    return safe_css(value) if name == "style" else keep_small_pictures(tag, name, value)


_SANITIZER = Sanitizer(
    Policy(
        tags=_LAYOUT_TAGS,
        attributes={**ATTRIBUTES, "*": _LAYOUT_ATTRIBUTES},
        url_schemes=SCHEMES | {"data"},
        allow_fragment_urls=True,
        on_disallowed_tag=OnDisallowed.STRIP,
        remove_with_content=DROPPED,
        attribute_filter=_keep,
        css_properties=_PROPERTIES,
        allow_svg=False,
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleSource:
    """A part of a page's style, in its order."""

    css: str = ""
    address: str = ""
    """Of a style sheet that the page links to, as it is written there; then `css` is empty."""


def style_sources(document: Document) -> tuple[StyleSource, ...]:
    """The styles that a screen shows the page with."""
    found = []
    for element in document.select("style,link[rel][href]"):
        rel = (element.attr("rel") or "").lower().split()
        if "print" in (element.attr("media") or "").lower():
            continue
        if element.tag == "style":
            found.append(StyleSource(css=element.text))
        elif "stylesheet" in rel and "alternate" not in rel:
            found.append(StyleSource(address=(element.attr("href") or "").strip()))
    return tuple(found)


def safe_css(css: str) -> str:
    """The style without whatever fetches something, ends the style element, or lies over the page."""
    text = _COMMENT.sub(" ", css[:_LONGEST_STYLE]).replace("\\", "").replace("<", "")
    text = _FETCHING.sub("none(", _STATEMENT.sub("", text))
    return _OVERLAID.sub("order:", _FLOATING.sub("position:static", text))


def sanitised_body(body: Element) -> Element:
    """A copy of the body with nothing that runs or asks the network, as soon as `show_page` has seen to its media."""
    copy = parse_text(f"<!doctype html><body>{_SANITIZER.sanitize(body)}").select_one("body")
    return Element("body") if copy is None else copy


def pictures_of(body: Element) -> list[str]:
    """The addresses of all pictures that a sanitised body offers to show."""
    return shown_addresses(body)


def show_page(body: Element, files: Mapping[str, str]) -> str:
    """The HTML of a sanitised body; `files` are the kept pictures, by address. All else becomes links."""
    show_kept_files(body, files)
    return body.inner_html


def layout_attributes(document: Document) -> tuple[str, str]:
    """The attributes of the elements html and body that styles refer to."""
    return _attributes(document.select_one("html")), _attributes(document.select_one("body"))


def _attributes(element: Element | None) -> str:
    named = [] if element is None else [(name, element.attr(name)) for name in ("class", "id", "dir")]
    return " ".join(f'{name}="{escape(value)}"' for name, value in named if value)
