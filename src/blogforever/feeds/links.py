"""Links as feeds write them, repaired into addresses."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

from blogforever.dom.addresses import absolute

_SPACES = re.compile(r"\s+")
_FILE = re.compile(r"file:/*", re.IGNORECASE)
_SLOPPY_SCHEME = re.compile(r"(https?)\s*(?::/{0,}|;//|//)(?=[\w\[])", re.IGNORECASE)
_DOUBLED_SCHEME = re.compile(r"https?:/{0,2}(?=https?:/)", re.IGNORECASE)
_BARE_HOST = re.compile(r"(?:www\.[\w-]+|[\w-]+(?:\.[\w-]+)*)\.[a-z]{2,18}(?::\d+)?(?=[/?#]|$)", re.IGNORECASE)
_FILE_NAME = re.compile(r"\.(?:html?|php|xml|rss|aspx?|md|txt|xhtml|shtml|jsp|cgi|json|rdf|atom)$", re.IGNORECASE)
_SLASHES = re.compile(r"/{2,}")

PROXIES = (
    "feedproxy.google.com",
    "feeds.feedburner.com",
    "rss.feedsportal.com",
    "feedproxy.feedly.com",
    "feeds.wordpress.com",
)
"""Hosts that count clicks between the feed and the post."""


def repair_link(link: str, *, bases: Iterable[str | None] = ()) -> str | None:
    """The address that a feed's link means; relative links are resolved against the first base that is an address."""
    link = _SPACES.sub("", link) if "://" in link[:12] else link.strip()
    link = _DOUBLED_SCHEME.sub("", link, count=1)
    link = (
        _SLOPPY_SCHEME.sub(lambda found: found.group(1).lower() + "://", link, count=1)
        if link[:4].lower() == "http"
        else link
    )
    known = [base for base in bases if base and absolute(base, None)]
    link = _SLASHES.sub("/", "/" + _FILE.sub("", link, count=1)) if _FILE.match(link) else link
    if link.startswith("//") and not known:
        link = "http:" + link
    elif (host := _BARE_HOST.match(link)) and not (_FILE_NAME.search(host.group()) and host.end() == len(link)):
        link = "http://" + link
    for base in [*known, None]:
        if found := absolute(link, base):
            return _fold_slashes(found)
    return None


def is_proxy(address: str) -> bool:
    """True for the address of a click counter that only leads on to the post."""
    return address.split("://", 1)[-1].lower().startswith(PROXIES)


def _fold_slashes(address: str) -> str:
    """Doubled slashes in the path come from gluing "http://host/" and "/post" together."""
    parts = urlsplit(address)
    # Archives carry whole addresses in their paths: web/2010/http://blog.example/
    if "//" not in parts.path or "http:" in parts.path or "https:" in parts.path:
        return address
    return urlunsplit(parts._replace(path=_SLASHES.sub("/", parts.path)))
