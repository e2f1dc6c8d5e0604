"""An article node as archival HTML: absolute addresses, real pictures, nothing that runs.

node → the pictures that scripts would have shown → absolute addresses → only what is on the list → HTML
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from html import escape

from turbohtml.clean import OnDisallowed, Policy, Sanitizer

from blogforever.dom.players import is_player
from blogforever.dom.tree import Document, Element

TAGS = frozenset({
    "a", "abbr", "acronym", "address", "article", "aside", "audio", "b", "bdi", "bdo", "big", "blockquote", "br",
    "caption", "center", "cite", "code", "col", "colgroup", "data", "dd", "del", "details", "dfn", "dir", "div", "dl",
    "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "i",
    "img", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p", "picture", "pre", "q", "rp", "rt", "ruby", "s", "samp",
    "section", "small", "source", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
    "th", "thead", "time", "tr", "track", "tt", "u", "ul", "var", "video", "wbr", "math", "maction", "menclose",
    "merror", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom", "mprescripts",
    "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr",
    "munder", "munderover", "semantics",
})  # fmt: skip
DROPPED = frozenset({
    "script", "style", "noscript", "template", "iframe", "frame", "frameset", "object", "embed", "applet", "svg",
    "canvas", "map", "button", "input", "select", "option", "optgroup", "textarea", "datalist", "dialog", "head",
    "title", "link", "meta", "base", "annotation", "annotation-xml", "portal", "noembed", "noframes", "plaintext",
    "xmp",
})  # fmt: skip
"""Elements that go with all they hold; other unknown elements leave their content behind."""

ATTRIBUTES = {
    "*": frozenset({"id", "title", "lang", "dir"}),
    "a": frozenset({"href", "name", "rel", "hreflang", "type", "download"}),
    "abbr": frozenset({"title"}),
    "audio": frozenset({"src", "controls"}),
    "blockquote": frozenset({"cite"}),
    "code": frozenset({"class"}),  # language-…: what the listing is written in
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "data": frozenset({"value"}),
    "del": frozenset({"cite", "datetime"}),
    "img": frozenset({"src", "srcset", "sizes", "alt", "width", "height"}),
    "ins": frozenset({"cite", "datetime"}),
    "li": frozenset({"value"}),
    "math": frozenset({"display"}),
    "ol": frozenset({"start", "type", "reversed"}),
    "pre": frozenset({"class"}),
    "q": frozenset({"cite"}),
    "source": frozenset({"src", "srcset", "sizes", "type", "media"}),
    "td": frozenset({"colspan", "rowspan", "headers", "align"}),
    "th": frozenset({"colspan", "rowspan", "headers", "scope", "align"}),
    "time": frozenset({"datetime"}),
    "track": frozenset({"src", "kind", "srclang", "label"}),
    "video": frozenset({"src", "poster", "controls", "width", "height"}),
}
SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp", "gopher", "gemini", "magnet"})

_ADDRESSES = frozenset({"src", "href", "poster", "cite", "srcset"})
_DATA = re.compile(r"(?:\A|,)[\x00-\x20]*d[\x00-\x20]*a[\x00-\x20]*t[\x00-\x20]*a[\x00-\x20]*:", re.IGNORECASE)
"""Browsers see a data: address through any controls and spaces; a srcset has one after each comma."""
_SMALL_PICTURE = re.compile(r"data:image/(?:png|gif|jpe?g|webp);base64,[A-Za-z0-9+/=\s]{1,16000}\Z")


def keep_small_pictures(tag: str, name: str, value: str) -> str | None:
    """The attribute's value; None for a data: address other than that of a small picture."""
    if name not in _ADDRESSES or not (_DATA.search if name == "srcset" else _DATA.match)(value):
        return value
    return value if tag == "img" and name == "src" and _SMALL_PICTURE.match(value) else None


def _policy(*, pictures_inside: bool) -> Policy:
    return Policy(
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES | {"data"} if pictures_inside else SCHEMES,
        allow_fragment_urls=True,
        on_disallowed_tag=OnDisallowed.STRIP,
        remove_with_content=DROPPED,
        attribute_filter=keep_small_pictures if pictures_inside else None,
        allow_svg=False,
    )


_SANITIZER = Sanitizer(_policy(pictures_inside=False))
_SANITIZER_WITH_DATA = Sanitizer(_policy(pictures_inside=True))

_LAZY = (
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "data-echo",
    "data-url",
    "data-hi-res-src",
    "data-cfsrc",
)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset")
_PLACEHOLDER = re.compile(
    r"\s*(?:\Z|data:|about:blank|#)|.*(?:blank|placeholder|spacer|pixel|transparent|grey|gray|loading|lazy|1x1|loader)"
    r"[^/]{0,30}\.(?:gif|png|svg|jpe?g|webp)(?:\?|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_PICTURE_ADDRESS = re.compile(r"[^\s{}<>\"']{4,2000}\Z")
_NOTHING = frozenset({"0", "1", "0px", "1px"})
_SHOWING = frozenset({"img", "noscript", "source", "audio", "video", "iframe", "embed", "object"})
_LAZY_TAGS = frozenset({"video", "audio", "iframe"})
_FRAMES = frozenset({"iframe", "embed", "object"})


def base_address(document: Document, address: str | None) -> str | None:
    """What relative addresses on the page are relative to; None when it is not known."""
    try:
        base = document.base_url(address or "")
    except ValueError:
        return address
    return base if base[:7].lower() in {"http://", "https:/"} else address


def mend(node: Element, base: str | None) -> list[Element]:
    """Give pictures their real addresses and make every address absolute; the node's text stays as it is.

    What comes back are the elements that show something, in reading order: one search serves all who need them.
    """
    shown: list[Element] = []
    for element in list(node.iter_elements(_SHOWING)):
        tag = element.tag
        if tag == "img":
            if element.attr("width") in _NOTHING and element.attr("height") in _NOTHING:
                element.decompose()  # it counts readers and shows them nothing
                continue
            _wake(element)
        elif tag == "noscript":
            _use_noscript(element)
            continue
        elif tag == "source":
            _wake(element)
            continue
        elif tag in _LAZY_TAGS:
            _wake(element)
        shown.append(element)
    if base:
        with suppress(ValueError):  # a base that is not an address: everything stays as written
            node.resolve_links(base)
    return shown


def archival_html(node: Element, shown: Iterable[Element], base: str | None) -> str:
    """What is on the list of a mended node's content, as HTML; players become links to them. Changes nothing."""
    inside = False
    players: list[tuple[Element, Element]] = []
    try:
        for element in shown:
            if element.tag == "img":
                inside = inside or (element.attr("src") or "").startswith("data:image")
            elif element.tag in _FRAMES and is_player(address := element.attr("src") or element.attr("data") or ""):
                link = _link_to(address, element.attr("title") or address)
                element.replace_with(link)
                players.append((element, link))
        html = (_SANITIZER_WITH_DATA if inside else _SANITIZER).sanitize(node).strip()
    finally:
        for element, link in players:
            link.replace_with(element)
    if base:
        # A footnote's link leads to the footnote in the kept article, not to the page on the web.
        html = html.replace(f'href="{escape(base.partition("#")[0])}#', 'href="#')
    return html


def _link_to(address: str, text: str) -> Element:
    link = Element("a", {"href": address})
    link.set_text(text)
    return link


def _wake(element: Element) -> None:
    """Give the element the addresses that a script would have given it."""
    attributes = element.attrs
    found = next(
        (value for name in _LAZY if (value := element.attr(name)) and _PICTURE_ADDRESS.match(value.strip())), None
    )
    if found:
        attributes["src"] = found.strip()
    sizes = next((value for name in _LAZY_SETS if (value := element.attr(name))), None)
    if sizes:
        attributes["srcset"] = sizes


def _use_noscript(noscript: Element) -> None:
    """Give the picture inside to the placeholder before it, or let it stand on its own."""
    real = noscript.select_one("img[src]")
    if real is None or (real.attr("width") in _NOTHING and real.attr("height") in _NOTHING):
        return
    before = noscript.previous_sibling
    while before is not None and not isinstance(before, Element):
        before = before.previous_sibling
    if before is not None and before.tag != "img":
        before = before.select_one("img")
    if before is not None:
        if _PLACEHOLDER.match(before.attr("src") or ""):
            for name in ("src", "srcset"):
                if value := real.attr(name):
                    before.attrs[name] = value
        return
    _wake(real)
    noscript.replace_with(real)
