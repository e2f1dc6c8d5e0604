"""The input of a crawl, checked before it begins: the address of the blog, and the browser."""

import os
import re
from urllib.parse import urlsplit

from blogforever.errors import BadAddress, NoBrowser
from blogforever.model.harvest import HarvestOptions, Render
from blogforever.render.find import VARIABLE, find_browser, how_to_get_one
from blogforever.urls.normalize import absolute, canonical

_FEED_SCHEME = re.compile(r"feed:(?://)?", re.IGNORECASE)
"""How some programs write the addresses of feeds: feed://blog.example/rss, feed:https://blog.example/rss."""


def start_address(written: str) -> str:
    """The full, canonical address; https where no scheme is written. Raises BadAddress."""
    typed = _typed(written)
    if typed and "://" not in typed and not typed.startswith("/"):
        typed = f"https://{typed}"
    address = absolute(typed, None)
    host = urlsplit(address).hostname if address else None
    if address is None or not host or not ("." in address or ":" in host or "localhost" in address):
        raise BadAddress(written, "is not the address of a blog", "Write it like https://blog.example.org/.")
    if len(typed.split()) > 1:
        raise BadAddress(written, "is not one address: there is a space in it", "Write a space in an address as %20.")
    return canonical(address)


def names_scheme(written: str) -> bool:
    """True if http or https is written before the address."""
    return "://" in _typed(written)


def _typed(written: str) -> str:
    typed = written.strip()
    feed = _FEED_SCHEME.match(typed)
    return typed[feed.end() :] if feed else typed


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
