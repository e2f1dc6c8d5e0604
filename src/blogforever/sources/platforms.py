"""The software that a blog is made with, recognised from one page, its headers, its address and its feed.

Several weak clues add up as independent ones do: what remains is the doubt that all of them share.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from blogforever.dom.tree import Document, Element
from blogforever.model.blog import Platform
from blogforever.model.exchange import Headers
from blogforever.sources.platform_fingerprints import (
    CREDIT,
    CREDIT_SURE,
    FEED_SURE,
    FILES,
    GENERATOR_SURE,
    GENERATORS,
    HEADERS,
    HOME,
    HOME_NAMES,
    HOSTS,
    KINDS,
    KNOWN_BY_ITSELF,
    LEAST_SURE,
    LINK_SURE,
    MARKUP,
)
from blogforever.urls.normalize import host_of

_MOST_FILES = 300
_MOST_LINKS = 2_000
_MOST_CREDITS = 20
_LONGEST_CREDIT = 250
_LONGEST_VALUE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clue:
    platform: str
    sure: float
    reason: str
    version: str | None = None


def find_platform(
    document: Document | None, *, headers: Headers, address: str, feed_generator: str | None
) -> Platform | None:
    """The likeliest software, or None when the evidence for each is too weak."""
    found = [*_in_headers(headers), *_in_host(address)]
    if feed_generator:
        found.extend(_in_generator(feed_generator, "feed generator", FEED_SURE))
    if document is not None:
        found.extend(_in_page(document))
    return _strongest(found)


def platform_of_generator(written: str) -> str | None:
    """The platform that a generator's line names ("https://wordpress.org/?v=6.1")."""
    return next((found.platform for found in _in_generator(written, "", 1.0)), None)


def _strongest(found: list[_Clue]) -> Platform | None:
    doubts: dict[str, float] = {}
    for clue in found:
        doubts[clue.platform] = doubts.get(clue.platform, 1.0) * (1 - clue.sure)
    if not doubts:
        return None
    for kind, of in KINDS.items():
        if doubts.get(kind, 1.0) <= 1 - KNOWN_BY_ITSELF:
            doubts[kind] *= doubts.get(of, 1.0)
    name = min(doubts, key=lambda platform: doubts[platform])
    sure = 1 - doubts[name]
    if sure < LEAST_SURE:
        return None
    clues = sorted((clue for clue in found if clue.platform == name), key=lambda clue: -clue.sure)
    version = next((clue.version for clue in clues if clue.version), None)
    return Platform(name=name, version=version, reason=clues[0].reason, sure=round(sure, 3))


def _in_headers(headers: Headers) -> Iterator[_Clue]:
    lines = [f"{name}: {value[:_LONGEST_VALUE]}".lower() for name, value in headers[:100]]
    for platform, pattern, sure in HEADERS:
        for line in lines:
            if match := pattern.search(line):
                version = match.group(1) if pattern.groups else None
                yield _Clue(platform=platform, sure=sure, reason=f"header {line[:80]}", version=version)
                break


def _in_host(address: str) -> Iterator[_Clue]:
    host = host_of(address)
    for platform, pattern, sure in HOSTS:
        if pattern.search(host):
            yield _Clue(platform=platform, sure=sure, reason=f"host {host}")


def _in_page(document: Document) -> Iterator[_Clue]:
    for meta in document.select("meta[name='generator' i][content]")[:10]:
        yield from _in_generator(_attribute(meta, "content"), "meta generator", GENERATOR_SURE)
    files = "\n".join(_files(document))
    for platform, pattern, sure in FILES:
        if match := pattern.search(files):
            yield _Clue(platform=platform, sure=sure, reason=f"the page uses …{match.group()[:60]}")
    for platform, css, sure in MARKUP:
        if document.select_one(css) is not None:
            yield _Clue(platform=platform, sure=sure, reason=f"markup {css}")
    yield from _in_links(document)


def _in_generator(written: str, where: str, sure: float) -> Iterator[_Clue]:
    written = " ".join(written[:200].split())
    for platform, pattern in GENERATORS:
        if match := pattern.search(written):
            version = match.group(1) if pattern.groups else None
            yield _Clue(platform=platform, sure=sure, reason=f"{where}: {written[:80]}", version=version)
            return


def _files(document: Document) -> Iterator[str]:
    for element in document.select("script[src], link[href]")[:_MOST_FILES]:
        yield (_attribute(element, "src") or _attribute(element, "href"))[:_LONGEST_VALUE]


def _in_links(document: Document) -> Iterator[_Clue]:
    """The best credit to each platform; a link without a sentence of thanks counts little."""
    best: dict[str, _Clue] = {}
    for link, match in islice(_links_home(document), _MOST_CREDITS):
        platform = HOME_NAMES[(match.lastindex or 1) - 1]
        credit = _sentence_around(link)
        thanked = CREDIT.search(credit) is not None
        sure = CREDIT_SURE if thanked else LINK_SURE
        if platform not in best or best[platform].sure < sure:
            reason = f"the page says: {credit[:80]}" if thanked else f"link to {match.group()}"
            version = re.search(r"\b\d+(?:\.\d+)+\b", link.text[:80]) if thanked else None
            best[platform] = _Clue(
                platform=platform, sure=sure, reason=reason, version=version.group() if version else None
            )
    yield from best.values()


def _links_home(document: Document) -> Iterator[tuple[Element, re.Match[str]]]:
    """Links to the homes of platforms, from the foot of the page up: there the credits stand."""
    for link in reversed(document.select("a[href]")[-_MOST_LINKS:]):
        if match := HOME.match(_attribute(link, "href")[:_LONGEST_VALUE]):
            yield link, match


def _sentence_around(link: Element) -> str:
    """The short text that the link stands in, or nothing when it stands in an article."""
    parent = link.parent
    text = " ".join((parent.text if isinstance(parent, Element) else "").split())
    return text if len(text) <= _LONGEST_CREDIT else ""


def _attribute(element: Element, name: str) -> str:
    value = element.attr(name)
    return value if isinstance(value, str) else ""
