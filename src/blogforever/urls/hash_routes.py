"""Routes: fragments by which a page's scripts tell pages apart (https://blog.example/#/2020/rain).

For the server all of them are one page; for readers, and in the browser, each is a page of its own.
"""

import re

_ROUTE = re.compile(r"!?/+[^/?#\s]")
_MARK = re.compile(r"/?#!?/+")
_PLACE = "id="
"""docsify's name for a place within a page: #/2020/rain?id=the-second-part."""


def route_of(fragment: str) -> str:
    """The route in a fragment, without places within its page; "" for what is not a route (#comments, #/)."""
    if not _ROUTE.match(fragment):
        return ""
    path, _, query = fragment.partition("?")
    kept = [part for part in query.split("&") if part and not part.startswith(_PLACE)]
    return path.rstrip("/") + (f"?{'&'.join(kept)}" if kept else "")


def without_route(address: str) -> str:
    """What a server is asked for."""
    return address.partition("#")[0]


def as_path(address: str) -> str:
    """The address as if its route were a path: what addresses of one kind of page have in common shows in both."""
    return _MARK.sub("/", address, count=1) if "#" in address else address
