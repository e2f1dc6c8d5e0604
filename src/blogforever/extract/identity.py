"""The address that a post is known under, and the others that lead to it."""

import re

from blogforever.extract.head import Head
from blogforever.urls.normalize import absolute, post_key
from blogforever.urls.paths import host, segments

_NUMBER = re.compile(r"[?&]p=(\d+)\b")


def find_addresses(head: Head, address: str | None, hosts: tuple[str, ...] = ()) -> tuple[str | None, tuple[str, ...]]:
    """The post's own address and its aliases. What the page states counts unless it cannot be meant."""
    first = head.link("canonical")
    canonical = _stated(first, address, hosts)
    others = [
        found
        for raw in (head.meta("og:url"), head.link("shortlink"), head.link("amphtml"))
        if raw and raw != first and (found := _stated(raw, address, hosts))
    ]
    best = canonical or address or next(iter(others), None)
    if address and best and best != address and _same(best, address):
        best = address  # the same but for tracking, "www." or a slash: as it was fetched
    aliases = dict.fromkeys(other for other in (address, canonical, *others) if other and other != best)
    return best, tuple(aliases)


def find_number(head: Head, identity: str | None) -> str | None:
    """The post's number in its blog software, where the page shows one."""
    match = _NUMBER.search(head.link("shortlink") or "")
    if match:
        return match.group(1)
    if identity and identity.startswith("post-") and identity[5:].isdecimal():
        return identity[5:]
    return None


def _same(one: str, other: str) -> bool:
    if one.partition("://")[2].rstrip("/") == other.partition("://")[2].rstrip("/"):
        return True
    return post_key(one) == post_key(other)


def _stated(raw: str | None, address: str | None, hosts: tuple[str, ...]) -> str | None:
    if not raw or raw == address:
        return raw or None
    found = absolute(raw, address)
    return found if found and _may_be_meant(found, address, hosts) else None


def _may_be_meant(found: str, address: str | None, hosts: tuple[str, ...]) -> bool:
    """Themes often give every page the home page's address, a section's, or that of a test host."""
    parts, query = segments(found)
    if address is None:
        return bool(parts) or query
    place = host(found)
    if place != host(address) and place not in hosts:
        return False
    here, asked = segments(address)
    if here == parts:
        return True
    return query or (bool(parts) and (asked or here[: len(parts)] != parts))
