"""The plainest crawl of a site that Scrapy offers: every link of the same host, nothing kept.

`python -m bench.harvest.plain_spider ADDRESS CONNECTIONS` prints how many answers came. It is what a harvest's cost is
measured against.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response, TextResponse
from scrapy.linkextractors import LinkExtractor


class PlainSpider(Spider):
    """Follows all links."""

    name = "plain"

    def __init__(self, address: str) -> None:
        super().__init__()
        self.start_urls = [address]
        self._links = LinkExtractor(allow=rf"^https?://{re.escape(urlsplit(address).netloc)}/")

    def parse(self, response: Response, **_: Any) -> Iterator[Request]:
        """The requests that the page leads to."""
        if isinstance(response, TextResponse):
            for link in self._links.extract_links(response):
                yield Request(link.url)


def main() -> None:
    """Crawl, and print the number of answers."""
    process = CrawlerProcess({
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "CONCURRENT_REQUESTS_PER_DOMAIN": int(sys.argv[2]),
    })  # fmt: skip
    crawler = process.create_crawler(PlainSpider)
    process.crawl(crawler, sys.argv[1])
    process.start()
    print(crawler.stats.get_value("response_received_count", 0))


if __name__ == "__main__":
    main()
