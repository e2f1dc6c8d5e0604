"""What the parts of the crawl need from its spider."""

from datetime import datetime
from typing import Protocol, cast

from scrapy import Request
from scrapy.crawler import Crawler

from blogforever.harvest.engine import Harvest


class HarvestingSpider(Protocol):
    """A spider that carries out a harvest."""

    harvest: Harvest

    def next_request(self) -> Request | None:
        """What to fetch next, if anything."""

    def lose_blog(self, error: Exception) -> None:
        """The blog's own host is gone."""

    def wait_until(self, moment: datetime, reason: str) -> None:
        """The blog's host does not want to be asked before the moment."""


def spider_of(crawler: Crawler) -> HarvestingSpider:
    """The crawler's spider."""
    return cast("HarvestingSpider", crawler.spider)
