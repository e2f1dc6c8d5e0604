"""What only the feed adds to posts, taken off before anything is learned from them.

blocks of each entry
  → known phrases at the end and the beginning ("The post X appeared first on Y", "Continue reading …")
  → blocks of the same shape at the same end of most entries
  → text, and whether it was cut off
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from blogforever.sources.feeds.boilerplate_phrases import (
    APPEARED_FIRST,
    APPEARED_START,
    CUT_MARK,
    FOOTERS,
    HEADERS,
    LONGEST_APPEARED,
    LONGEST_FOOTER,
    READ_ON,
)
from blogforever.sources.feeds.markup import ReadMarkup
from blogforever.sources.feeds.values import is_proxy
from blogforever.text.words import tidy
from blogforever.urls.normalize import absolute, host_of

FEWEST_ENTRIES = 3
"""Below this nothing is taken off for being alike: two posts may end alike by chance."""
MOST_REPEATED = 15
"""Blocks at each end that may be taken off for being alike."""
SHARE_ALIKE = 0.6
"""Share of the entries in which a block must repeat."""
LONGEST_READ_ON = 60
"""Characters of a block that is nothing but a call to read on, beside the title that it may contain."""

MOST_BESIDE_CALL = 10
"""Letters beside such a call; more make it a sentence of the author's."""

_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"https?://\S+")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryText:
    """An entry's text as the feed has it, with what its additions may mention."""

    reading: ReadMarkup
    title: str = ""
    authors: tuple[str, ...] = ()
    blog: str = ""
    addresses: tuple[str, ...] = ()
    """Of the post, so that a link to the rest of it is told apart from a link to another site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """An entry's text without what only the feed adds."""

    text: str
    """Blocks, one per line."""
    truncated: bool = False
    """It ends in a mark of omission or in a link to the rest."""


def take_off_additions(entries: Sequence[EntryText]) -> tuple[Cleaned, ...]:
    """The entries' texts, in the same order, without what only the feed adds."""
    loose = [_take_off_phrases(entry) for entry in entries]
    blocks = _take_off_alike(entries, [list(found) for found, _ in loose])
    cleaned = []
    for entry, (_, read_on), rest in zip(entries, loose, blocks, strict=True):
        # What was alike may have stood below a phrase.
        stripped, later = _strip_end(rest, entry)
        cleaned.append(_finish(stripped, read_on=read_on or later))
    return tuple(cleaned)


def take_off_known(reading: ReadMarkup, *, title: str = "") -> Cleaned:
    """One text without the phrases that feeds are known to add."""
    blocks, read_on = _take_off_phrases(EntryText(reading=reading, title=title))
    return _finish(blocks, read_on=read_on)


def _finish(blocks: list[str], *, read_on: bool) -> Cleaned:
    if not blocks:
        return Cleaned(text="", truncated=read_on)
    last = blocks[-1]
    mark = CUT_MARK.search(last)
    if mark:
        bare = last[: mark.start()].rstrip()
        blocks = [*blocks[:-1], bare] if bare else blocks[:-1]
    return Cleaned(text="\n".join(blocks), truncated=read_on or bool(mark))


def _take_off_phrases(entry: EntryText) -> tuple[list[str], bool]:
    blocks = list(entry.reading.blocks)
    start = 0
    while start < min(3, len(blocks) - 1) and len(blocks[start]) < LONGEST_FOOTER and HEADERS.match(blocks[start]):
        start += 1
    return _strip_end(blocks[start:], entry)


def _strip_end(blocks: list[str], entry: EntryText) -> tuple[list[str], bool]:
    """The blocks without known phrases at their end, and whether one of them was a call to read on."""
    read_on = False
    call = entry.reading.read_on if _leads_on(entry) else ""
    while blocks:
        last = blocks[-1]
        if call and last.endswith(call):
            read_on = True
            rest = last[: -len(call)].rstrip(" ([<→»")
        elif _is_call(last, entry.title):
            read_on = True
            rest = ""
        elif len(last) <= LONGEST_FOOTER and FOOTERS.match(last) and len(blocks) > 1:
            rest = ""
        else:
            rest = _without_appeared_first(last)
            if rest == last:
                break
        blocks = [*blocks[:-1], rest] if rest else blocks[:-1]
    return blocks, read_on


def _leads_on(entry: EntryText) -> bool:
    """True unless the link leads to another site: "read more at …" is an author's own link."""
    if not entry.reading.read_on:
        return False
    target = absolute(entry.reading.read_on_to, None)
    hosts = {host_of(address) for address in entry.addresses}
    return target is None or not hosts or host_of(target) in hosts or is_proxy(target)


def _is_call(block: str, title: str) -> bool:
    """True for a block that says nothing but "read on", perhaps with the title."""
    call = READ_ON.match(block) if len(block) <= LONGEST_READ_ON + len(title) else None
    if not call:
        return False
    rest = _LETTERS.findall(block[call.end() :].replace(title, "") if title else block[call.end() :])
    return sum(map(len, rest)) <= MOST_BESIDE_CALL


def _without_appeared_first(block: str) -> str:
    tail = max(0, len(block) - 2 * LONGEST_APPEARED)
    for heart in APPEARED_FIRST.finditer(block, tail):
        if len(block) - heart.end() > LONGEST_APPEARED // 2:
            continue
        starts = [
            found.start()
            for found in APPEARED_START.finditer(block, max(0, heart.start() - LONGEST_APPEARED), heart.start())
        ]
        if starts:
            # Titles contain such words too, so the sentence begins at the first one that begins a sentence.
            begins = [at for at in starts if not block[:at].strip() or block[:at].rstrip()[-1] in ".!?…]»)。”\"'"]
            return block[: (begins or starts)[0]].rstrip()
        if len(block) <= LONGEST_APPEARED:
            return ""
    return block


def _take_off_alike(entries: Sequence[EntryText], blocks: list[list[str]]) -> list[list[str]]:
    """The blocks without those that repeat in shape at the end or the beginning of most entries."""
    # A post that the feed carries twice must not count as two that end alike.
    distinct = {tuple(found): place for place, found in enumerate(blocks) if found}
    if len(distinct) < FEWEST_ENTRIES:
        return blocks
    kept = list(distinct.values())
    for end in (-1, 0):
        for _ in range(MOST_REPEATED):
            shapes = Counter(_shape(blocks[place][end], entries[place]) for place in kept if len(blocks[place]) > 1)
            wanted = max(FEWEST_ENTRIES, SHARE_ALIKE * len(kept))
            alike = {shape for shape, count in shapes.items() if count >= wanted and shape}
            if not alike:
                break
            for place, found in enumerate(blocks):
                if len(found) > 1 and _shape(found[end], entries[place]) in alike:
                    blocks[place] = found[:-1] if end else found[1:]
    return blocks


def _shape(block: str, entry: EntryText) -> str:
    """The block with what differs from post to post replaced: title, names, numbers, addresses."""
    if len(block) > LONGEST_FOOTER:
        return ""
    shape = _ADDRESS.sub("\x01", block)
    for character, value in (("\x02", entry.title), ("\x03", entry.blog), *(("\x04", name) for name in entry.authors)):
        if len(value) > 2:
            shape = shape.replace(tidy(value), character)
    letters = _LETTERS.findall(shape)
    if not letters:
        return ""  # a bare address or number is alike in shape only
    # "Exercise 7" above every post is a heading; "Posted on 7 May 2010, 9:15" is not.
    return _NUMBER.sub("9", shape) if len(letters) > 1 or len(shape) < len(block) else shape
