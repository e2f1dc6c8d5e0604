"""Bytes of a feed to text. The charset of a feed is decided here, with the page decoder as the last resort."""

import re

from blogforever.dom.tree import BINARY, MARKS, UNMARKED_WIDE, decode
from blogforever.errors import NotAFeed, NotHTML, TooLarge
from blogforever.model.page import Page
from blogforever.text.charsets import try_decode

MOST_BYTES = 30_000_000
"""A feed beyond this is refused: the largest honest feeds (whole archives with full text) stay far below."""

_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*+=\s*+["']\s*+([\w:.-]{2,40})""")

# What surrogateescape makes of a byte that is not UTF-8, read as Windows would read that byte.
_STRAY_BYTES = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}


def decode_feed(content: bytes, *, subject: str, charset: str | None = None) -> tuple[str, tuple[str, ...]]:
    """The feed's text, and what was wrong with its bytes. `charset` is what the server declared."""
    if len(content) > MOST_BYTES:
        raise TooLarge(
            subject, f"the feed has {len(content):,} bytes, the limit is {MOST_BYTES:,}", "Give a smaller feed."
        )
    if not content.strip(b" \t\r\n\0"):
        raise NotAFeed(subject, "is empty", "Fetch the feed again, or give the address of another one.")
    for mark, name in MARKS:
        if content.startswith(mark):
            return _decode_marked(content, name)
    for start, name in UNMARKED_WIDE:
        if content.startswith(start):
            return _decode_marked(content, name)
    if content.startswith(BINARY) or content[:1024].count(0) > 64:
        raise NotAFeed(subject, "is a binary file, not a feed", "Give the feed's XML or JSON, unpacked.")
    return _decode_unmarked(content, charset, subject)


def _decode_marked(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    try:
        return content.decode(name), ()
    except UnicodeDecodeError:
        text = content.decode(name, "replace")
        return text, (f"{text.count(chr(0xFFFD))} damaged characters in {name}",)


def _decode_unmarked(content: bytes, charset: str | None, subject: str) -> tuple[str, tuple[str, ...]]:
    inside = _DECLARED.search(content, 0, 1024)
    names = [name for name in (charset, inside.group(1).decode("ascii") if inside else None) if name]
    if b"\x1b$" in content or b"\x1b(" in content:  # ISO-2022 hides in ASCII
        for name in names:
            if name.lower().startswith("iso-2022") and (text := try_decode(content, name)) is not None:
                return text, ()
    # Bytes that are sound UTF-8 are UTF-8, whatever they declare: other charsets hardly ever look like it.
    if (text := try_decode(content, "utf-8")) is not None:
        return text, _wrong_label(names, "utf-8") if not text.isascii() else ()
    for name in names:
        if (text := try_decode(content, name)) is not None:
            return text, _wrong_label(names[: names.index(name)], name)
    if damaged := _decode_mostly_utf8(content, declared=any(name.lower() in {"utf-8", "utf8"} for name in names)):
        return damaged
    # Nothing that was declared fits: the decoder of pages has the last word.
    try:
        return decode(Page(content=content, address=subject))
    except NotHTML as flaw:
        raise NotAFeed(subject, "is a binary file, not a feed", "Give the feed's XML or JSON, unpacked.") from flaw


def _decode_mostly_utf8(content: bytes, *, declared: bool) -> tuple[str, tuple[str, ...]] | None:
    """UTF-8 with stray bytes of another charset: feeds glue together what people pasted."""
    text = content.decode("utf-8", "surrogateescape")
    stray = sum(0xDC80 <= ord(character) <= 0xDCFF for character in text if character > "\x7f")
    sound = sum(character > "\x7f" for character in text) - stray
    # Other charsets hardly ever form sound UTF-8 by chance, so where it is declared a little of it is proof enough.
    if sound < (stray if declared else 5 * stray):
        return None
    return text.translate(_STRAY_BYTES), (f"{stray} bytes that are not UTF-8, read as windows-1252",)


def _wrong_label(declared: list[str], truth: str) -> tuple[str, ...]:
    wrong = [
        name
        for name in declared
        if name.lower().replace("_", "-") not in {truth.lower(), "utf8" if truth == "utf-8" else ""}
    ]
    return (f"declared as {wrong[0]} but written in {truth}",) if wrong else ()
