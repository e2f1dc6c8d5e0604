"""The input of a crawl, checked before it begins: addresses, lists of blogs, the browser."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from blogforever.actions._files.file_io import read_bytes
from blogforever.errors import BadAddress, NoBrowser, UnreadableFile
from blogforever.model.harvest import HarvestOptions, Render
from blogforever.render.find import VARIABLE, find_browser, how_to_get_one
from blogforever.urls.normalize import absolute, canonical


def start_address(written: str) -> str:
    """The full, canonical address. Raises BadAddress."""
    typed = written.strip()
    if typed and "://" not in typed and not typed.startswith("/"):
        typed = f"https://{typed}"
    address = absolute(typed, None)
    host = urlsplit(address).hostname if address else None
    if address is None or not host or not ("." in address or ":" in host or "localhost" in address):
        raise BadAddress(written, "is not the address of a blog", "Write it like https://blog.example.org/.")
    return canonical(address)


MOST_BYTES = 20_000_000
_OPML = "Export it from your feed reader as OPML, or write one address per line and use --list."


def read_list(file: Path | str) -> tuple[str, ...]:
    """The addresses in a text file, one per line; empty lines and those that begin with # are skipped."""
    lines = read_bytes(file, most=MOST_BYTES).decode("utf-8-sig", "replace").splitlines()
    addresses = tuple(line.strip() for line in lines if line.strip() and not line.strip().startswith("#"))
    if not addresses:
        raise UnreadableFile(str(file), "does not list any blog", "Write one address per line.")
    return addresses


def read_opml(file: Path | str) -> tuple[str, ...]:
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
    outlines = [] if root is None else list(root.iter("{*}outline"))
    listed = [outline.get("htmlUrl") or outline.get("xmlUrl") or "" for outline in outlines]
    addresses = tuple(dict.fromkeys(address.strip() for address in listed if address.strip()))
    if not addresses:
        raise UnreadableFile(str(file), "does not list any blog", _OPML)
    return addresses


def _declares_entities(root: Any) -> bool:
    declared = root.getroottree().docinfo.internalDTD
    return declared is not None and any(declared.iterentities())


def check_browser(options: HarvestOptions) -> None:
    """Raises NoBrowser if the given browser does not run, or if every page needs one and none was found."""
    if options.offline or (options.render is Render.NEVER and not options.screenshots):
        return
    named = options.browser or os.environ.get(VARIABLE)
    needed = named or options.render is Render.ALWAYS or options.screenshots
    if needed and find_browser(options.browser) is None:
        if named:
            raise unusable_browser(named)
        raise NoBrowser("browser", "none was found, and every page needs one", how_to_get_one())


def unusable_browser(named: str) -> NoBrowser:
    """The program that was given as the browser cannot be used as one."""
    return NoBrowser(
        named,
        "does not run as a browser",
        f"Give the path of Chromium or Chrome with --browser or {VARIABLE}, or omit both.",
    )
