"""A feed's XML as text: guarded against hostile shapes before it is parsed, mended when it is not well-formed."""

import re
from collections import deque
from dataclasses import dataclass
from html.entities import html5
from xml.parsers import expat

from blogforever.errors import NotAFeed, TooLarge

MOST_ENTRIES = 5_000
DEEPEST = 5_000
MOST_TAGS = 1_500_000
MOST_CATEGORIES = 2_000
"""In one entry. feedparser compares every category with all before it."""
MOST_ATTRIBUTES = 200
"""Of one element. feedparser looks for each attribute among all of them."""

_NEXT_STEP = "Give the blog's feed; the page's source names it in a link with rel=alternate."

_PROLOG_PIECE = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_IN_DOCTYPE = re.compile(r""""[^"]*"|'[^']*'|<!--|[\[\]>]""")
_ROOT = re.compile(r"<(?:\w+:)?(?:rss|rdf|feed|channel|entry)[\s>/]", re.IGNORECASE)
_HTML_ROOT = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
# Each alternative consumes what it has looked at, so that the scan is linear whatever is unclosed.
_PIECE = re.compile(
    r"<!\[CDATA\[(?:.*?\]\]>|.*)|<!--(?:.*?-->|.*)|<(?P<close>/?)(?P<name>[A-Za-z_][\w:.-]*)(?P<rest>[^<>]*)>?",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"']++)""")
_VOID = frozenset(
    {"br", "img", "hr", "input", "link", "meta", "area", "base", "col", "embed", "source", "wbr", "p", "li"}
)
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(r"<!\[CDATA\[(?:.*?\]\]>|.*)|&(#[0-9]{1,9};|#[xX][0-9a-fA-F]{1,8};|\w{1,40};)?", re.DOTALL)
_PREDEFINED = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})
_PREFIX = re.compile(r"</?([A-Za-z_][\w.-]*):|\s([A-Za-z_][\w.-]*):[\w.-]+\s*=")


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlText:
    """XML that is safe to hand to a parser."""

    text: str
    """From the root element on: no XML declaration, no DOCTYPE, no forbidden characters."""
    doctype: str = ""
    damage: tuple[str, ...] = ()


def guard_xml(text: str, *, subject: str) -> XmlText:
    """The text without what can harm a parser. Raises NotAFeed for HTML and the like, TooLarge for absurd shapes."""
    text, damage = _FORBIDDEN.subn("", text.lstrip("\ufeff"))
    notes = [f"{damage} characters that XML forbids"] if damage else []
    start, doctype = _skip_prolog(text)
    if doctype and re.search(r"<!ENTITY", doctype):
        notes.append("entity declarations, ignored")
    if _HTML_ROOT.match(text, start) or _HTML_ROOT.match(doctype):
        raise NotAFeed(subject, "is an HTML page, not a feed", _NEXT_STEP)
    if not _ROOT.match(text, start):
        # Broken servers print warnings before the feed.
        root = _ROOT.search(text, start, start + 100_000)
        if not root:
            raise NotAFeed(subject, "holds no feed of any known format", _NEXT_STEP)
        notes.append(f"{root.start() - start} characters before the feed begins")
        start = root.start()
    text, cut = _bound(text[start:], subject)
    return XmlText(text=text, doctype=doctype, damage=(*notes, *cut))


def flaw_in(text: str) -> str | None:
    """What keeps the text from being well-formed XML, or None. Safe on guarded text only: it declares no entities."""
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)  # noqa: FBT003  # expat takes it by place only
    except expat.ExpatError as flaw:
        return str(flaw)
    return None


def mend_xml(text: str) -> str:
    """The same XML with the faults repaired that blog software makes most: `&nbsp;`, bare `&`, undeclared prefixes."""
    text = _REFERENCE.sub(_mend_reference, text)
    root_end = text.find(">")
    declared = set(re.findall(r"\sxmlns:([\w.-]+)\s*=", text[: root_end + 1]))
    used = {one or other for one, other in _PREFIX.findall(_without_cdata(text))}
    missing = sorted(used - declared - {"xml", "xmlns"})[:20]
    if root_end > 0 and missing:
        at = root_end - 1 if text[root_end - 1] == "/" else root_end
        added = "".join(f' xmlns:{name}="{_NAMESPACES.get(name, "urn:undeclared:" + name)}"' for name in missing)
        text = text[:at] + added + text[at:]
    return text


_NAMESPACES = {
    "atom": "http://www.w3.org/2005/Atom",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "media": "http://search.yahoo.com/mrss/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "slash": "http://purl.org/rss/1.0/modules/slash/",
    "sy": "http://purl.org/rss/1.0/modules/syndication/",
    "thr": "http://purl.org/syndication/thread/1.0",
    "wfw": "http://wellformedweb.org/CommentAPI/",
}
"""What a prefix stands for in every feed that forgot to declare it."""


def _mend_reference(found: re.Match[str]) -> str:
    reference = found.group(1)
    if found.group()[0] == "<" or reference in _PREDEFINED:
        return found.group()
    if reference is None:
        return "&amp;"
    if reference[0] == "#":
        number = int(reference[2:-1], 16) if reference[1] in "xX" else int(reference[1:-1])
        allowed = (
            number in {9, 10, 13}
            or 0x20 <= number < 0xD800
            or 0xE000 <= number < 0xFFFE
            or 0x10000 <= number < 0x110000
        )
        return found.group() if allowed else "\ufffd"
    character = html5.get(reference)
    return character if character and character not in "<>&" else f"&amp;{reference}"


def _without_cdata(text: str) -> str:
    return re.sub(r"<!\[CDATA\[(?:.*?\]\]>|.*)", "", text, flags=re.DOTALL)


def _skip_prolog(text: str) -> tuple[int, str]:
    """Where the root element begins, and the DOCTYPE before it."""
    place, doctype = 0, ""
    while place < len(text):
        if piece := _PROLOG_PIECE.match(text, place):
            place = piece.end()
        elif text[place : place + 9].upper() == "<!DOCTYPE":
            end = _doctype_end(text, place)
            doctype = doctype or text[place:end]
            place = end
        else:
            break
    return place, doctype


def _doctype_end(text: str, start: int) -> int:
    inside, comment_end = False, start
    while piece := _IN_DOCTYPE.search(text, start):
        character, start = piece.group(), piece.end()
        if character == "<!--" and comment_end >= 0:  # where no comment ends any more, looking again would not find it
            comment_end = text.find("-->", start)
            start = comment_end + 3 if comment_end >= 0 else start
        elif character == "[":
            inside = True
        elif character == "]":
            inside = False
        elif character == ">" and not inside:
            return start
    return len(text)


def _bound(text: str, subject: str) -> tuple[str, list[str]]:
    """The text up to its last allowed entry; raises TooLarge when it is nested or branched beyond reason."""
    depth = tags = entries = categories = 0
    names = LongNames()
    for piece in _PIECE.finditer(text):
        names.see(piece)
        name = piece["name"]
        if name is None:
            continue
        tags += 1
        local = name.rpartition(":")[2].lower()
        if piece["close"]:
            depth = max(0, depth - 1)
            continue
        if local in {"item", "entry"}:
            entries += 1
            categories = 0
            if entries > MOST_ENTRIES:
                problem = f"more than {MOST_ENTRIES:,} entries; the rest was left out"
                return names.without(_cut(text, piece.start())), [problem, *names.problems]
        elif local in {"category", "subject"}:
            categories += 1
        if not piece["rest"].endswith("/") and local not in _VOID:
            depth += 1
        attributes = piece["rest"].count("=")
        if attributes > MOST_ATTRIBUTES:
            attributes = len(_ATTRIBUTE.findall(piece["rest"]))
        if depth > DEEPEST or tags > MOST_TAGS or categories > MOST_CATEGORIES or attributes > MOST_ATTRIBUTES:
            what = "nested" if depth > DEEPEST else "branched"
            raise TooLarge(
                subject, f"the feed is {what} beyond reason", "Check that the address is a feed, not an attack."
            )
    return names.without(text), names.problems


def _cut(text: str, place: int) -> str:
    root = text[1 : re.search(r"[\s>/]", text[1:200]).start() + 1]  # type: ignore[union-attr]  # _ROOT has matched here
    inner = "</channel>" if root.lower() == "rss" else ""
    return f"{text[:place]}{inner}</{root}>"


LONGEST_PERSON = 600
"""Characters of text that one element about a person may hold: name, mail and web address together."""

_ABOUT_PEOPLE = frozenset({
    "author", "creator", "contributor", "managingeditor", "webmaster", "publisher", "owner", "name", "email",
})  # fmt: skip
_DEEPEST = 20
"""Elements about people inside each other: the innermost count, for others may have been left open long before."""


class LongNames:
    """Looks at the pieces of a feed one after another, and takes out what is too long for a person."""

    def __init__(self) -> None:
        self._text = 0
        """Characters of text so far."""
        self._end = 0
        """Of the last piece."""
        self._open: deque[tuple[str, int, int]] = deque(maxlen=_DEEPEST)
        """Name, text before it, and where its content begins."""
        self._ranges: list[tuple[int, int]] = []

    def see(self, piece: re.Match[str]) -> None:
        """The next tag, comment or CDATA section; its groups are `close`, `name` and `rest` for tags."""
        self._text += piece.start() - self._end
        self._end = piece.end()
        if piece["name"] is None:
            self._text += len(piece.group())
            return
        name = piece["name"].rpartition(":")[2].lower()
        if name not in _ABOUT_PEOPLE or piece["rest"].endswith("/"):
            return
        if not piece["close"]:
            self._open.append((name, self._text, piece.end()))
        elif any(name == opened for opened, _, _ in self._open):
            while (innermost := self._open.pop())[0] != name:
                pass
            _, before, start = innermost
            if self._text - before > LONGEST_PERSON:
                self._ranges.append((start, piece.start()))

    def without(self, text: str) -> str:
        """The text without what was too long."""
        kept, end = [], len(text)
        for start, stop in reversed(self._ranges):
            if stop <= end:  # else it lies inside one that goes already
                kept.append(text[stop:end])
                end = start
        return "".join(reversed([*kept, text[:end]]))

    @property
    def problems(self) -> list[str]:
        """What was taken out, for people to read."""
        count = len(self._ranges)
        return [f"{count} names of people with more than {LONGEST_PERSON} characters, left out"] if count else []
