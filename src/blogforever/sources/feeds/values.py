"""Values as feeds write them, read into ours: dates, links, names of authors, tags."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

from blogforever.model.moment import Moment
from blogforever.text.dates.read import find_date, read_machine_date
from blogforever.text.words import fold, tidy
from blogforever.urls.normalize import absolute

LONGEST_DATE = 120


def read_feed_date(written: str | None) -> Moment | None:
    """The moment that a feed's date element means, with its offset as written."""
    text = " ".join((written or "").split())
    if not text or len(text) > LONGEST_DATE:
        return None
    return read_machine_date(text) or find_date(text)


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


_MAIL = re.compile(r"[\w.+%-]{1,64}@[\w.-]{1,120}")
_MAIL_THEN_NAME = re.compile(
    r"[<(\[]?\s*+(?:mailto:)?[\w.+%-]{1,64}@[\w.-]{1,120}\s*+[>)\]]?\s*+[(\[,;:-]?\s*+(.*?)\s*[)\]]?$"
)
_NAME_THEN_MAIL = re.compile(r"(.*?)\s*+[<(\[]\s*+(?:mailto:)?[\w.+%-]{1,64}@[\w.-]{1,120}\s*+[>)\]]$")
_WEB_ADDRESS = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)

PLACEHOLDERS = frozenset(
    {
        "unknown",
        "author",
        "article author",
        "author name",
        "your name",
        "no author",
        "noreply",
        "no-reply",
        "none",
        "null",
        "undefined",
        "n/a",
    }
)
"""What software writes when it knows no author. "admin" is not here: blogs show it."""

LONGEST_NAME = 200


def author_names(written: Iterable[str | None]) -> tuple[str, ...]:
    """The names among what a feed gives as authors: no mail addresses, no placeholders, none twice."""
    names: dict[str, str] = {}
    for text in written:
        name = _name_in(tidy(text or ""))
        if name:
            names.setdefault(fold(name), name)
    return tuple(names.values())


def _name_in(text: str) -> str | None:
    if "@" in text[:LONGEST_NAME]:
        for shape in (_NAME_THEN_MAIL, _MAIL_THEN_NAME):
            if found := shape.match(text[: 2 * LONGEST_NAME]):
                text = found.group(1).strip()
                break
    if not text or len(text) > LONGEST_NAME or _MAIL.fullmatch(text) or _WEB_ADDRESS.match(text):
        return None
    return None if fold(text) in PLACEHOLDERS else text


_IDENTIFIER = re.compile(r"(?:https?|tag|urn):\S+$", re.IGNORECASE)
_PLATFORM_SCHEME = re.compile(r"#kind$|schemas\.google\.com/g/2005", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:(?<!\s)\s++)?(?:[,;]\s++|;)")
LONGEST_TAG = 200


def tag_names(written: Iterable[str | None]) -> tuple[str, ...]:
    """Tags as shown, in order: no addresses, none twice."""
    names: dict[str, str] = {}
    for text in written:
        name = tidy(text or "").lstrip("#")
        if name and len(name) <= LONGEST_TAG and not _IDENTIFIER.match(name):
            names.setdefault(fold(name) or name, name)
    return tuple(names.values())


def is_platform_scheme(scheme: str | None) -> bool:
    """True for terms by which a platform tells its own kinds of entries apart (Blogger's kind#post)."""
    return bool(scheme and _PLATFORM_SCHEME.search(scheme))


def split_list(text: str) -> list[str]:
    """The subjects in a dc:subject that holds several."""
    return [part for part in _BETWEEN.split(text) if part]
