"""Sitemaps: lists of a site's addresses, made for machines. What arrives is hostile, broken, or both.

bytes → unpacked (bounded) → XML read piece by piece, or lines of text, or a feed → Sitemap
"""

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from blogforever.errors import NotAFeed, TooLarge
from blogforever.sources.decompress import Members
from blogforever.sources.feeds.parse import parse_feed
from blogforever.sources.sitemap_locations import sitemap_hint
from blogforever.urls.normalize import absolute

MOST_ADDRESSES = 50_000
"""The standard's own limit for one file."""
MOST_BYTES = 50_000_000
"""The same."""
MOST_EXPANSION = 200
"""A packed file that grows by more than this is a bomb: honest sitemaps grow by 10 to 40."""
MOST_ELEMENTS = 1_000_000
"""What is read of a file, whatever it consists of."""

_GZIP = b"\x1f\x8b"
_CHUNK = 65_536
_FEEDS = frozenset({"rss", "feed", "rdf"})
_BARE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)")
_MOST_ATTRIBUTES = 20
_LOC_PARENTS = {"url": "page", "sitemap": "sitemap"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapPage:
    """One address that a sitemap names."""

    address: str
    modified: str | None = None
    """When it last changed, as written."""
    hint: str | None = None
    """posts, pages or lists, by the sitemap's name; None when it does not show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitemap:
    """What a sitemap names."""

    pages: tuple[SitemapPage, ...] = ()
    sitemaps: tuple[str, ...] = ()
    """Further sitemaps."""
    problems: tuple[str, ...] = ()
    """What was wrong; what could be read was read all the same."""


@dataclass(slots=True)
class _Reading:
    """What was found so far."""

    address: str
    hint: str | None
    pages: dict[str, SitemapPage] = field(default_factory=dict)
    sitemaps: dict[str, None] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def add_page(self, written: str, modified: str | None) -> None:
        found = absolute(written, self.address)
        if found:
            self.pages.setdefault(found, SitemapPage(address=found, modified=modified or None, hint=self.hint))

    def add_sitemap(self, written: str) -> None:
        found = absolute(written, self.address)
        if found and found != self.address:
            self.sitemaps.setdefault(found)

    @property
    def full(self) -> bool:
        return len(self.pages) + len(self.sitemaps) >= MOST_ADDRESSES


def read_sitemap(content: bytes, *, address: str) -> Sitemap:
    """The addresses in the bytes that came from `address`. Never raises; what is not a sitemap is a problem."""
    reading = _Reading(address, sitemap_hint(address))
    if content.startswith(_GZIP):
        content = _unpack(content, reading.problems)
    if len(content) > MOST_BYTES:
        reading.problems.append(f"cut at {MOST_BYTES:,} of {len(content):,} bytes")
        content = content[:MOST_BYTES]
    content = content.lstrip(b"\xef\xbb\xbf \t\r\n\0")
    if content.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        _read_xml(content, reading)
    else:
        _read_lines(content, reading)
    if reading.full:
        reading.problems.append(f"more than {MOST_ADDRESSES:,} addresses; the rest was left out")
    if not reading.pages and not reading.sitemaps and not reading.problems:
        reading.problems.append("names no address")
    return Sitemap(
        pages=tuple(reading.pages.values()), sitemaps=tuple(reading.sitemaps), problems=tuple(reading.problems)
    )


def _unpack(content: bytes, problems: list[str]) -> bytes:
    """The unpacked bytes, as far as they are sound and within the limits."""
    most = min(MOST_BYTES, len(content) * MOST_EXPANSION)
    unpacked = bytearray()
    members = Members(content)
    try:
        for piece in members:
            unpacked += piece
            if len(unpacked) > most:
                break
    except zlib.error as flaw:
        if members.starts_with(_GZIP):  # else it is what some servers pad a file with
            problems.append(f"damaged gzip: {flaw}")
    if members.breaks_off:
        problems.append("the gzip file breaks off")
    if len(unpacked) > most:
        problems.append(f"unpacks to more than {most:,} bytes; the rest was left out")
        del unpacked[most:]
    return bytes(unpacked)


def _read_xml(content: bytes, reading: _Reading) -> None:
    """Urlset or index, in any namespace or none; a feed is given to the feed reader."""
    root = _root_name(content)
    if root in _FEEDS:
        _read_feed(content, reading)
        return
    if root == "html":
        reading.problems.append("is an HTML page, not a sitemap")
        return
    try:
        for kind, location, modified in _locations(content, reading.problems):
            if kind == "page":
                reading.add_page(location, modified)
            else:
                reading.add_sitemap(location)
            if reading.full:
                return
    except etree.XMLSyntaxError as flaw:
        reading.problems.append(f"broken XML: {str(flaw)[:200]}")


def _root_name(content: bytes) -> str:
    lead = re.sub(rb"<!--.{0,500}?-->|<[?!][^>]{0,500}>|\0", b"", content[:4_000], flags=re.DOTALL)
    found = re.search(rb"<(?:[\w.-]{1,60}:)?([\w.-]{1,60})", lead)
    return found.group(1).decode("ascii", "replace").lower() if found else ""


def _locations(content: bytes, problems: list[str]) -> Iterator[tuple[str, str, str | None]]:
    """Kind, location and date of each url and sitemap element, read without keeping the tree."""
    events = etree.iterparse(
        # Software forgets to escape addresses; and an entity that is only text can blow up nothing.
        io.BytesIO(_BARE_AMPERSAND.sub(b"&amp;", content)),
        events=("end",),
        recover=True,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    for place, (_, element) in enumerate(events):
        if place >= MOST_ELEMENTS:
            problems.append(f"more than {MOST_ELEMENTS:,} elements; the rest was left out")
            return
        kind = _LOC_PARENTS.get(_local(element))
        if kind is None:
            continue
        # Home-made sitemaps write attributes instead of elements.
        location = _stated_address(element)
        modified = element.get("lastmod")
        for child in element:
            name = _local(child)
            # Pictures and videos have locations too, but one level deeper.
            if name == "loc" and not location:
                location = (child.text or "").strip()
            elif name == "lastmod":
                modified = (child.text or "").strip()[:40]
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
        if location:
            yield kind, location, modified


def _stated_address(element: etree._Element) -> str:
    """The first attribute that is an address; lxml looks for each of them from the first on, so only a few are read."""
    values = (element.get(name, "") for name in islice(element.attrib, _MOST_ATTRIBUTES))
    return next((value for value in values if value.startswith("http")), "")


def _local(element: etree._Element) -> str:
    tag = element.tag
    # A prefix that nobody declared stays in the name.
    return tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(tag, str) else ""


def _read_feed(content: bytes, reading: _Reading) -> None:
    try:
        feed = parse_feed(content, address=reading.address)
    except (NotAFeed, TooLarge) as flaw:
        reading.problems.append(flaw.problem)
        return
    for entry in feed.entries[:MOST_ADDRESSES]:
        dated = entry.updated or entry.published
        if entry.address:
            reading.add_page(entry.address, dated.iso if dated else None)


def _read_lines(content: bytes, reading: _Reading) -> None:
    """A plain list: one whole address a line."""
    for line in io.BytesIO(content):
        written = line.strip().decode("utf-8", "replace")
        if written.startswith(("http://", "https://")):
            reading.add_page(written, None)
            if reading.full:
                return
    if not reading.pages:
        reading.problems.append("is not a sitemap: neither XML nor a list of addresses")
