"""Keeps a harvest of the public web away from the machines of this network.

A page can link to http://192.168.1.1/, and a name can resolve to it: names are looked at after they were resolved.
"""

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.resolver import CachingThreadedResolver
from twisted.internet.defer import Deferred, fail


class PrivateAddress(IgnoreRequest):
    """An address of this network or machine, which the blog has no business to send us to."""


def is_private(host: str) -> bool:
    """True for an IP address that is not of the public net; False for names."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return host.lower().rstrip(".") in {"localhost", "localhost.localdomain"} or host.lower().endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global


class NoPrivateAddresses:
    """A downloader middleware: refuses addresses that are private by their very writing."""

    def __init__(self, *, allowed: bool) -> None:
        self._allowed = allowed

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "NoPrivateAddresses":
        """As Scrapy makes it."""
        return cls(allowed=crawler.settings.getbool("BLOGFOREVER_PRIVATE"))

    def process_request(self, request: Request) -> None:
        """Refuse, or nothing."""
        if not self._allowed and is_private(urlsplit(request.url).hostname or ""):
            raise PrivateAddress(f"{request.url} is an address of a private network")


class PublicResolver(CachingThreadedResolver):
    """Resolves names, and refuses those of private machines unless the blog itself is one."""

    allowed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: object) -> "PublicResolver":
        """As Scrapy makes it."""
        resolver = super().from_crawler(crawler, reactor)  # type: ignore[arg-type] # the reactor is Scrapy's business
        resolver.allowed = crawler.settings.getbool("BLOGFOREVER_PRIVATE")
        return resolver

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802 - Twisted's name
        """The IP address of the name."""
        found = super().getHostByName(name, timeout)
        return found if self.allowed else found.addCallback(_refuse_private)


def _refuse_private(address: str) -> str | Deferred[str]:
    return fail(PrivateAddress(f"{address} is an address of a private network")) if is_private(address) else address
