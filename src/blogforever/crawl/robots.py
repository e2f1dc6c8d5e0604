"""robots.txt: asked once for each host, obeyed, and its Crawl-delay kept."""

from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from protego import Protego
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from blogforever.crawl.downloader import PoliteDownloader
from blogforever.crawl.robots_groups import only_for
from blogforever.frontier.sitemap_names import robots_sitemaps

NAME = "blogforever"
"""What a robots.txt calls us."""
LONGEST_DELAY = 60.0
"""Seconds: a Crawl-delay beyond this would keep a blog from ever being harvested."""
_MOST_BYTES = 500_000


class Forbidden(IgnoreRequest):
    """robots.txt forbids the address."""


class RobotsUnreadable(Forbidden):
    """The server fails to say what its robots.txt forbids, so everything counts as forbidden [RFC 9309]."""


class Robots(RobotsTxtMiddleware):
    """Scrapy's middleware, which also keeps each host's delay and remembers its sitemaps."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.sitemaps: dict[str, tuple[str, ...]] = {}
        """By host."""
        self._unreadable: dict[str, int] = {}

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        body = response.body[:_MOST_BYTES] if response.status == 200 else b""
        if response.status >= 500:
            self._unreadable[netloc] = response.status
            body = b"User-agent: *\nDisallow: /"
        text = only_for((NAME, self._own_name()), body.decode("utf-8", "replace"))
        rules = Protego.parse(text)
        self.sitemaps[netloc] = robots_sitemaps(text, address=response.url)
        delay = rules.crawl_delay(NAME)
        if delay and self.crawler.settings["BLOGFOREVER_WISHES"].delay is None:
            self._slow_down(request, float(delay))
        await super()._parse_robots(response.replace(body=text.encode()), netloc, request)

    def _own_name(self) -> str:
        """By which Scrapy looks for our group."""
        return str(self.crawler.settings["USER_AGENT"])

    def _slow_down(self, request: Request, delay: float) -> None:
        """From the next request on; a delay of ours that is longer stays."""
        downloader = cast("PoliteDownloader", self.crawler.engine.downloader)
        downloader.slow_down(urlsplit(request.url).hostname or "", min(delay, LONGEST_DELAY))

    def process_request_2(self, rp: object, request: Request) -> None:
        """Refuse what is forbidden, by a name that the ledger knows."""
        try:
            super().process_request_2(rp, request)  # type: ignore[arg-type] # Scrapy's own parser type
        except IgnoreRequest as forbidden:
            status = self._unreadable.get(urlsplit(request.url).netloc)
            if status is not None:
                said = f"the server cannot say what robots.txt forbids (status {status})"
                raise RobotsUnreadable(said) from forbidden
            raise Forbidden(str(forbidden)) from forbidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What a robots.txt asks of us."""

    allowed: bool
    """Whether the address in question may be fetched."""
    delay: float | None = None
    """Seconds between two requests."""
    sitemaps: tuple[str, ...] = ()


def read_robots(content: bytes, address: str) -> Manners:
    """What the robots.txt says of the address."""
    text = only_for((NAME,), content[:_MOST_BYTES].decode("utf-8", "replace"))
    rules = Protego.parse(text)
    delay = rules.crawl_delay(NAME)
    return Manners(
        allowed=bool(rules.can_fetch(address, NAME)),
        delay=min(float(delay), LONGEST_DELAY) if delay else None,
        sitemaps=robots_sitemaps(text, address=address),
    )
