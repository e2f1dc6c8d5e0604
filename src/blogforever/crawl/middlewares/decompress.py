"""Bodies unpacked as their headers say, bounded in size, in time that grows with the size alone.

Scrapy's own middleware takes the square of the number of parts that a body is packed in, and as many packings one in
another as a header names.
"""

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from blogforever.crawl.errors import DecompressedTooLarge
from blogforever.crawl.harvesting_spider import spider_of
from blogforever.harvest.attempts import Attempts
from blogforever.model.page import LARGEST_PAGE
from blogforever.sources.decompress import decompress


class DecompressMiddleware:
    """A downloader middleware: gives answers as they are meant, whether they come from the wire or from the archive."""

    def __init__(self, attempts: Attempts) -> None:
        self._attempts = attempts

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "DecompressMiddleware":
        """As Scrapy makes it."""
        return cls(spider_of(crawler).harvest.attempts)

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer with its body unpacked."""
        written = b",".join(response.headers.getlist("Content-Encoding")).decode("latin-1")
        if not written or request.method == "HEAD":
            return response
        if request.url in self._attempts.given_up:
            raise IgnoreRequest(self._attempts.given_up[request.url])
        most = request.meta.get("download_maxsize", LARGEST_PAGE)
        with self._attempts.limit.document(request.url):
            body = decompress(response.body, written, most + 1)
        if len(body) > most:
            raise DecompressedTooLarge(f"{request.url} unpacks to more than {most} bytes")
        headers = response.headers.copy()
        headers.pop("Content-Encoding", None)
        return response.replace(body=body, headers=headers)
