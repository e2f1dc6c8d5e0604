"""The HTML inside feed entries, read as a reader sees it."""

import html
import re
from dataclasses import dataclass

from blogforever.dom.reading import reading_text
from blogforever.dom.tree import Element, parse_text
from blogforever.sources.feeds.boilerplate_phrases import ADDED_ELEMENTS, EXCERPTS, READ_ON, TRACKERS, UNSEEN
from blogforever.text.words import tidy

LONGEST_MARKUP = 2_000_000
"""Characters of one entry that are read; no post is longer."""

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_ESCAPED_TAG = re.compile(
    r"&(?:lt|#60|#x3c);/?(?:p|br|div|a|img|ul|ol|li|h[1-6]|strong|em|b|i|blockquote|span|table|figure|pre|code|iframe)\b"
    r"(?:(?!&(?:lt|gt|#6[02]|#x3[ce]);).){0,2000}?&(?:gt|#62|#x3e);",
    re.IGNORECASE | re.DOTALL,
)
_EMPTY_CLOSED = re.compile(r"</(?:br|img|hr|input|col|source|wbr|area|embed|param|track)>", re.IGNORECASE)
_LIKE_HTML = re.compile(
    r"</(?:p|div|a|ul|ol|li|h[1-6]|strong|em|blockquote|span|table|pre|figure)>|<br\s*/?>|<img\s", re.IGNORECASE
)
_LINKS_AT_THE_END = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMarkup:
    """What a reader sees of an entry's HTML, and traits that distinguish whole posts from excerpts."""

    blocks: tuple[str, ...]
    """The lines of visible text, without empty ones."""
    read_on: str = ""
    """The text of a link near the end that calls to read on."""
    read_on_to: str = ""
    """Where that link leads, as written."""
    named_excerpt: bool = False
    """The markup calls itself an excerpt."""
    paragraphs: int = 0
    pictures: int = 0
    """Pictures, films and players; no counters."""
    links: int = 0


NOTHING = ReadMarkup(blocks=())


def read_markup(markup: str) -> ReadMarkup:
    """The visible text in blocks, without sharing bars and counters, and what kind of markup it is."""
    if not markup or markup.isspace():
        return NOTHING
    if "<" not in markup:
        return ReadMarkup(blocks=_lines(html.unescape(markup[:LONGEST_MARKUP])))
    root = parse_text("<body>" + markup[:LONGEST_MARKUP]).select_one("body")
    if root is None:  # a frameset
        return NOTHING
    # More links sit inside added elements; they are looked at before those go.
    read_on, read_on_to = _read_on_link(root)
    named_excerpt = root.select_one(EXCERPTS) is not None
    root.remove(TRACKERS)
    pictures = len(root.select("img, video, audio, iframe, object, embed"))
    root.remove(ADDED_ELEMENTS)
    return ReadMarkup(
        blocks=_lines(reading_text(root, UNSEEN)),
        read_on=read_on,
        read_on_to=read_on_to,
        named_excerpt=named_excerpt,
        paragraphs=len(root.select("p, br + br, h2, h3, h4, blockquote, pre, li")),
        pictures=pictures,
        links=len(root.select("a[href]")),
    )


def visible_text(markup: str) -> str:
    """The visible text on one line: for titles and other short fields."""
    if "<" not in markup:
        return tidy(html.unescape(markup))
    return " ".join(read_markup(markup).blocks)


def is_markup(text: str) -> bool:
    """True when text that calls itself plain is HTML after all."""
    return bool(_LIKE_HTML.search(text))


def from_plain(text: str) -> str:
    """Plain text as HTML that shows the same."""
    paragraphs = [part.strip("\n") for part in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")) if part.strip()]
    return "\n".join("<p>" + html.escape(part, quote=False).replace("\n", "<br>\n") + "</p>" for part in paragraphs)


def from_xhtml(markup: str) -> str:
    """XHTML as an XML parser wrote it out, so that an HTML parser reads no line break twice."""
    return _EMPTY_CLOSED.sub("", markup)


def unescape_doubled(markup: str) -> str:
    """HTML that was escaped once too often, unescaped once; anything else as it is."""
    if "&" not in markup or _TAG.search(markup):
        return markup
    escaped = [found.group() for found in _ESCAPED_TAG.finditer(markup)]
    starts = _ESCAPED_TAG.match(markup.lstrip()) is not None
    # A plain text about HTML names a tag or two; escaped HTML opens and closes them.
    if (starts and escaped) or (len(escaped) > 3 and any("/" in tag[:6] for tag in escaped)):
        return html.unescape(markup)
    return markup


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in map(tidy, text.split("\n")) if line)


def _read_on_link(root: Element) -> tuple[str, str]:
    for link in reversed(root.select("a[href]")[-_LINKS_AT_THE_END:]):
        text = tidy(link.text)
        if text and len(text) < 250 and READ_ON.match(text):
            return text, link.attr("href") or ""
    return "", ""
