"""Bytes to text and text to tree. The charset of a page is decided here and nowhere else."""

import codecs
import re

import turbohtml
from turbohtml import Document, Element, Node, Text
from turbohtml.detect import detect

from blogforever.errors import NotHTML
from blogforever.model.page import Page
from blogforever.text.charsets import try_decode

__all__ = [
    "BINARY",
    "MARKS",
    "MOST_BYTES",
    "UNMARKED_WIDE",
    "Document",
    "Element",
    "Node",
    "Text",
    "Tree",
    "decode",
    "new_elements",
    "parse_text",
    "was_cut",
]

Tree = Document | Element
"""Where one can look for nodes."""

MOST_BYTES = 4_000_000
"""A page is cut here: a tree takes about twenty times its text, and no reader's article is longer."""

MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The byte order marks, longer ones first."""
UNMARKED_WIDE = ((b"<\0\0\0", "utf-32-le"), (b"\0\0\0<", "utf-32-be"), (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
"""How markup begins in wide charsets when the mark is missing."""
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*+=\s*+["']?\s*+([\w:.-]{2,40})""", re.IGNORECASE
)
_ESCAPE = 0x1B
_CUT = "cut at "
_LEAD = 64
_NOTHING = b" \t\r\n\0"
BINARY = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"RIFF",
    b"ID3",
    b"\x7fELF",
    b"BM\x00",
    b"BZh",
)
"""How files begin that are not text."""

_CONTROL = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))
"""Bytes of which text holds hardly any; ESC begins the shifts of ISO-2022."""


def parse_text(html: str) -> Document:
    """The tree of HTML that is text already."""
    return turbohtml.parse(html[:MOST_BYTES], positions=False)


def decode(page: Page) -> tuple[str, tuple[str, ...]]:
    """The page's text, and what was wrong with its bytes."""
    content = page.content
    problems: tuple[str, ...] = ()
    if len(content) > MOST_BYTES:
        content = content[:MOST_BYTES]
        problems = (f"{_CUT}{MOST_BYTES:,} of {len(page.content):,} bytes",)
    lead = content[:_LEAD].lstrip()
    if not lead.startswith(b"<") or b"\0" in lead:  # nearly every page begins with a tag and needs no closer look
        for mark, charset in MARKS:
            if content.startswith(mark):
                return content.decode(charset, "replace"), problems
        for start, charset in UNMARKED_WIDE:
            if content.startswith(start):
                return content.decode(charset, "replace"), (*problems, f"{charset} without a mark")
        _refuse_binary(content, page)
    # Bytes that are sound UTF-8 are UTF-8, whatever they declare; only ISO-2022 hides in ASCII (ESC $).
    if content.find(_ESCAPE) < 0:
        try:
            return content.decode("utf-8"), problems
        except UnicodeDecodeError as flaw:
            if len(content) - flaw.start < 4 and problems:  # our own cut went through a character
                return content[: flaw.start].decode("utf-8"), problems
    return _decode_doubtful(content, page.charset, problems)


def was_cut(problems: tuple[str, ...]) -> bool:
    """True when a page was larger than what is read of it."""
    return any(problem.startswith(_CUT) for problem in problems)


def _refuse_binary(content: bytes, page: Page) -> None:
    head = content[:1024]
    subject = page.name or page.address or "page"
    if not head.strip(_NOTHING) and not content.strip(_NOTHING):
        raise NotHTML(subject, "is empty", "Fetch it again or leave it out.")
    if head.startswith(BINARY) or len(head) - len(head.translate(None, _CONTROL)) > len(head) // 16:
        raise NotHTML(subject, "is a binary file, not a web page", "Give the page's HTML.")


def _decode_doubtful(content: bytes, declared: str | None, problems: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Bytes that are not UTF-8: the declared charset if they are sound in it, else the likeliest one."""
    inside = _DECLARED.search(content, 0, 4096)
    names = [declared, inside.group(1).decode("ascii") if inside else None]
    for name in names:
        text = try_decode(content, name)
        if text is not None:
            return text, problems
    if sum(byte >= 0x80 for byte in content[:200_000]) and _mostly_utf8(content):
        return content.decode("utf-8", "replace"), (*problems, "damaged UTF-8")
    # The detector trusts declarations, and this one has just proved wrong: it must not see it.
    guess = detect(_DECLARED.sub(b"", content[:200_000])).encoding or "windows-1252"
    text = try_decode(content, guess, "replace")
    label = next((name for name in names if name), "none")
    return (
        content.decode("windows-1252", "replace") if text is None else text,
        (*problems, f"charset declared as {label}, read as {guess}"),
    )


def _mostly_utf8(content: bytes) -> bool:
    """True when all but a few of the non-ASCII bytes form sound UTF-8 (one bad comment spoils no page)."""
    sample = content[:200_000]
    text = sample.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    sound = sum(ord(character) > 0x7F for character in text) - bad
    return sound > 20 * bad


def new_elements(tag: str, count: int) -> list[Element]:
    """That many empty elements, to be put into a tree.

    All are made at once: an element's hash is where in memory it was made, which is free again when it has moved. Of
    those that are made and moved one by one all have the same hash, and looking one up takes as long as there are many.
    """
    return parse_text(f"<{tag}></{tag}>" * count).select(tag)
