"""Files that list blogs, as text or OPML. Each address knows its line, so that a bad one can be named."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from blogforever.actions._crawl.inputs import start_address
from blogforever.actions._files.file_io import read_bytes
from blogforever.errors import BadAddress, UnreadableFile

MOST_BYTES = 20_000_000
_COMMENT = re.compile(r"(?:^|\s)#.*")
"""A # inside an address begins its fragment; one behind white space begins a comment."""
_OPML = "Export it from your feed reader as OPML, or write one address per line and use --list."


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedBlog:
    """A blog in a file, as its address is written there."""

    address: str
    place: str
    """The file and the line: "blogs.txt, line 3"."""
    feed: str | None = None
    """The address of its feed, where the file states one."""
    folder: str | None = None
    """The name of the group that the file puts it in."""


def read_list(file: Path | str) -> tuple[ListedBlog, ...]:
    """The blogs in a text file, one address per line; # begins a comment, also behind an address."""
    lines = read_bytes(file, most=MOST_BYTES).decode("utf-8-sig", "replace").splitlines()
    written = [(number, _COMMENT.sub("", line).strip()) for number, line in enumerate(lines, 1)]
    blogs = tuple(ListedBlog(address=address, place=_place(file, number)) for number, address in written if address)
    if not blogs:
        raise UnreadableFile(str(file), "does not list any blog", "Write one address per line.")
    return blogs


def read_opml(file: Path | str) -> tuple[ListedBlog, ...]:
    """The blogs of an OPML file: the address of each blog, or of its feed where that is all there is."""
    content = read_bytes(file, most=MOST_BYTES)
    # The file may come from anywhere: nothing is loaded, and libxml2 limits the expansion of entities.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(str(file), "is not XML", _OPML) from error
    if root is not None and _declares_entities(root):
        raise UnreadableFile(str(file), "declares entities, which a list of blogs never needs", _OPML)
    blogs: dict[str, ListedBlog] = {}
    for outline in [] if root is None else root.iter("{*}outline"):
        if address := _address(outline):
            feed = (outline.get("xmlUrl") or "").strip() or None
            place = _place(file, outline.sourceline)
            blogs.setdefault(address, ListedBlog(address=address, place=place, feed=feed, folder=_folder(outline)))
    if not blogs:
        raise UnreadableFile(str(file), "does not list any blog", _OPML)
    return tuple(blogs.values())


def _address(outline: Any) -> str:
    """The first of its addresses that can be one of a blog, else the first; empty for an outline that only groups."""
    written = [address for name in ("htmlUrl", "xmlUrl") if (address := (outline.get(name) or "").strip())]
    return next(filter(_is_usable, written), written[0] if written else "")


def _folder(outline: Any) -> str | None:
    above = outline.getparent()
    return (above.get("text") or above.get("title") or "").strip() or None if above is not None else None


def _is_usable(written: str) -> bool:
    try:
        start_address(written)
    except BadAddress:
        return False
    return True


def _place(file: Path | str, line: int) -> str:
    return f"{file}, line {line}"


def _declares_entities(root: Any) -> bool:
    declared = root.getroottree().docinfo.internalDTD
    return declared is not None and any(declared.iterentities())
