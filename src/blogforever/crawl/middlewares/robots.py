"""robots.txt: asked once for each site before anything else there, obeyed, and its Crawl-delay kept.

Requests to a site wait for its robots.txt. One that the server fails to give forbids everything for this harvest
[RFC 9309 2.3.1.4]; one that is not there allows everything. Offline nothing is forbidden: what was captured may be
read.
"""

import asyncio
from typing import cast
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from blogforever.crawl.downloader import PoliteDownloader
from blogforever.crawl.errors import Ending, Forbidden, HostGivenUp, NotCaptured, RobotsUnreadable, describe_error
from blogforever.crawl.harvesting_spider import spider_of
from blogforever.crawl.middlewares.retry import is_check, is_nobody_there
from blogforever.crawl.responses import header
from blogforever.crawl.robots_rules import (
    MOST_REDIRECTS,
    RobotsRules,
    is_of_the_web,
    is_unreadable,
    read_robots,
    redirect_of,
)
from blogforever.urls.origin import site_of

_FOR_ROBOTS = "blogforever_robots"
_MOST_REMEMBERED = 2_000_000
"""Bytes of all rules that are held; others are read again from the archive, which captured them."""
_MOST_NOTES = 10


class RobotsMiddleware:
    """A downloader middleware."""

    def __init__(self, crawler: Crawler) -> None:
        options = crawler.settings["BLOGFOREVER_OPTIONS"]
        self._crawler = crawler
        self._obeys = options.obey_robots and not options.offline
        self._reads = options.obey_robots or options.offline
        self._keeps_delays = self._obeys and options.delay is None
        self._asked: dict[str, asyncio.Task[RobotsRules | Exception]] = {}
        self._size = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RobotsMiddleware":
        """As Scrapy makes it."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Wait for the site's rules; refuse what they forbid."""
        if not self._obeys or request.meta.get(_FOR_ROBOTS) or is_check(request) or not is_of_the_web(request.url):
            return
        rules = await self._rules(site_of(request.url))
        if isinstance(rules, Exception):
            raise rules
        if not rules.allows(request.url):
            raise Forbidden("robots.txt forbids it")

    async def sitemaps(self, address: str) -> tuple[str, ...]:
        """The sitemaps that the robots.txt of the address's site names."""
        if not self._reads:
            return ()
        rules = await self._rules(site_of(address))
        return () if isinstance(rules, Exception) else rules.sitemaps

    async def _rules(self, site: str) -> RobotsRules | Exception:
        """The site's rules, or the error that each request to it fails with."""
        task = self._asked.pop(site, None)
        is_new = task is None
        if task is None:
            task = asyncio.ensure_future(self._ask(site))
        self._asked[site] = task  # those asked for last stand last
        rules = await asyncio.shield(task)
        if is_new and isinstance(rules, RobotsRules):
            self._size += rules.size
            self._make_room(site)
        return rules

    async def _ask(self, site: str) -> RobotsRules | Exception:
        address = f"{site}/robots.txt"
        for _ in range(MOST_REDIRECTS + 1):
            try:
                answer = await self._get(address)
            except NotCaptured:
                return RobotsRules()
            except Exception as error:  # noqa: BLE001 - whatever it is, there are no rules
                return self._without(site, error)
            onward = redirect_of(address, answer.status, header(answer, "Location"))
            if onward is None:
                return self._heard(site, answer)
            if not is_of_the_web(onward):
                return self._unreadable(site, "it redirects out of the web")
            address = onward
        return RobotsRules()

    async def _get(self, address: str) -> Response:
        return await self._crawler.engine.download_async(Request(address, meta={_FOR_ROBOTS: True}, dont_filter=True))

    def _heard(self, site: str, answer: Response) -> RobotsRules | Exception:
        if is_unreadable(answer.status):
            return self._unreadable(site, f"status {answer.status}")
        attempts = spider_of(self._crawler).harvest.attempts
        if answer.url in attempts.given_up:
            return self._unreadable(site, attempts.given_up[answer.url])
        with attempts.limit.document(answer.url):
            rules = read_robots(answer.body, answer.url) if 200 <= answer.status < 300 else RobotsRules()
        if rules.delay and self._keeps_delays:
            downloader = cast("PoliteDownloader", self._crawler.engine.downloader)
            downloader.slow_down(urlsplit(site).hostname or "", rules.delay)
        return rules

    def _without(self, site: str, error: Exception) -> Exception:
        if isinstance(error, (Ending, HostGivenUp)):
            return error
        if is_nobody_there(error):
            given_up = HostGivenUp(str(error))
            given_up.__cause__ = error
            return given_up
        return self._unreadable(site, describe_error(error))

    def _unreadable(self, site: str, reason: str) -> RobotsUnreadable:
        problem = f"its robots.txt cannot be read ({reason}), so nothing was fetched from {site}"
        notes = spider_of(self._crawler).harvest.profile.notes
        if len(notes) < _MOST_NOTES:
            notes.append(f"{urlsplit(site).netloc}: {problem}; try again later")
        return RobotsUnreadable(problem)

    def _make_room(self, but: str) -> None:
        """Forget the rules that were not asked for the longest."""
        for site, task in list(self._asked.items()):
            if self._size <= _MOST_REMEMBERED:
                break
            rules = task.result() if task.done() else None
            if site != but and isinstance(rules, RobotsRules) and rules.size:
                self._size -= rules.size
                del self._asked[site]
