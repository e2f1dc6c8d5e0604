"""Scrapy asks here what to fetch next; the frontier answers."""

from collections import deque
from typing import cast

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler

from blogforever.crawl.harvesting_spider import HarvestingSpider


class FrontierScheduler(BaseScheduler):
    """No queue of its own: requests are made when their turn comes, so that a frontier of any size stays small."""

    def __init__(self) -> None:
        self._again: deque[Request] = deque()
        self._ahead: Request | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FrontierScheduler":  # noqa: ARG003 - Scrapy's way to make one
        """As Scrapy makes it."""
        return cls()

    def open(self, spider: Spider) -> None:
        """The spider of the harvest."""
        self._spider = cast("HarvestingSpider", spider)

    def has_pending_requests(self) -> bool:
        """True when there is something to fetch right now."""
        if not self._again and self._ahead is None:
            self._ahead = self._spider.next_request()
        return bool(self._again) or self._ahead is not None

    def enqueue_request(self, request: Request) -> bool:
        """A request that is tried again comes first."""
        self._again.append(request)
        return True

    def next_request(self) -> Request | None:
        """What to fetch now."""
        if self._again:
            return self._again.popleft()
        if self._ahead is not None:
            request, self._ahead = self._ahead, None
            return request
        return self._spider.next_request()
