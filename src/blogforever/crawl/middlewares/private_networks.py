"""Checks every request before it is sent: of the crawl, of robots.txt, of scripts, and after each redirect.

Only http and https, only hosts that could be hosts, and no private networks unless the blog itself lives in one.
"""

from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.defer import maybe_deferred_to_future

from blogforever.crawl.errors import NotAWebUrl, PrivateAddress
from blogforever.crawl.resolver import GuardedResolver

OF_SCRIPT = "blogforever_of_script"
"""Set in a request that a script in the browser makes."""
LONGEST = 16_000
"""Characters of an address; only scripts ask for such long ones."""
_SCHEMES = frozenset({"http", "https"})


def check_address(address: str) -> str:
    """The host of an address of the web. Raises NotAWebUrl."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise NotAWebUrl(f"{address[:200]} is not an address") from error
    if parts.scheme not in _SCHEMES or not host or len(address) > LONGEST:
        raise NotAWebUrl(f"{address[:200]} is not an address of the web")
    return host


class PrivateNetworkMiddleware:
    """A downloader middleware, the first that a request meets."""

    def __init__(self, crawler: Crawler) -> None:
        self._offline = crawler.settings["BLOGFOREVER_OPTIONS"].offline

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "PrivateNetworkMiddleware":
        """As Scrapy makes it."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Refuse, or nothing."""
        host = check_address(request.url)
        if self._offline:  # nothing is looked up, and nothing is asked
            return
        resolver = _resolver()
        addresses = await maybe_deferred_to_future(resolver.look_up(host))
        if resolver.refuses(addresses, for_script=bool(request.meta.get(OF_SCRIPT))):
            raise PrivateAddress(f"{request.url[:200]} is an address of a private network")


def _resolver() -> GuardedResolver:
    from twisted.internet import reactor  # noqa: PLC0415 - importing it installs one, and Scrapy chooses which

    resolver = reactor.nameResolver
    if not isinstance(resolver, GuardedResolver):
        raise TypeError("connections of this process are not guarded")
    return resolver
