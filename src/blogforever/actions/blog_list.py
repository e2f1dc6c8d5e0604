"""Many blogs at once: their addresses out of a text file or a reader's OPML."""

from pathlib import Path
from typing import Any

from lxml import etree

from blogforever.actions.files import read_bytes
from blogforever.errors import UnreadableFile

MOST_BYTES = 20_000_000
_OPML = "Export it from your feed reader as OPML, or write one address a line and use --list."


def read_list(file: Path | str) -> tuple[str, ...]:
    """The addresses in a text file, one a line; empty lines and those that begin with # do not count."""
    lines = read_bytes(file, most=MOST_BYTES).decode("utf-8-sig", "replace").splitlines()
    found = tuple(line.strip() for line in lines if line.strip() and not line.strip().startswith("#"))
    if not found:
        raise UnreadableFile(str(file), "names no blog", "Write one address a line.")
    return found


def read_opml(file: Path | str) -> tuple[str, ...]:
    """The blogs of an OPML file: the address of each blog, or of its feed where that is all there is."""
    content = read_bytes(file, most=MOST_BYTES)
    # Nothing is loaded, and libxml2 bounds what entities may grow to: the file may come from anywhere.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(str(file), "is no XML", _OPML) from error
    if root is not None and _declares_entities(root):
        raise UnreadableFile(str(file), "declares entities, which no list of blogs needs", _OPML)
    outlines = [] if root is None else list(root.iter("{*}outline"))
    named = [outline.get("htmlUrl") or outline.get("xmlUrl") or "" for outline in outlines]
    found = tuple(dict.fromkeys(address.strip() for address in named if address.strip()))
    if not found:
        raise UnreadableFile(str(file), "names no blog", _OPML)
    return found


def _declares_entities(root: Any) -> bool:
    declared = root.getroottree().docinfo.internalDTD
    return declared is not None and any(declared.iterentities())
