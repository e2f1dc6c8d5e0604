"""Bodies unpacked as their headers say, bounded in size, in time that grows with the size alone.

Scrapy's own middleware takes the square of the number of parts that a body is packed in, and as many packings one in
another as a header names.
"""

import zlib
from typing import TYPE_CHECKING, cast

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.utils._compression import _unbrotli, _unzstd

from blogforever.crawl.pages import stated_charset
from blogforever.crawl.settings import LARGEST_PAGE
from blogforever.extract.robots_directives import header_directives
from blogforever.frontier.members import BARE_DEFLATE, GZIP_OR_ZLIB, Members
from blogforever.model.exchange import Exchange
from blogforever.model.page import Page
from blogforever.model.rendering import Rendering

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest
    from blogforever.crawl.new_crawl import NewCrawl

_MOST_PACKINGS = 3
"""One in another. Honest servers use one."""
_FOREIGN = {"br": _unbrotli, "zstd": _unzstd}
"""Packings that we do not ask for; the WARC files of others may hold them."""


def page_of_exchange(exchange: Exchange) -> Page:
    """The page in the answer."""
    return Page(
        content=_unpack(exchange.body, (exchange.header("Content-Encoding") or "").lower()),
        address=exchange.address,
        charset=stated_charset(exchange.header("Content-Type") or ""),
        captured=exchange.at.date(),
        robots_directives=header_directives(exchange.response_headers),
    )


def page_of_rendering(rendering: Rendering) -> Page:
    """The page as the browser showed it."""
    return Page(
        content=rendering.html.encode("utf-8", "replace"),
        address=rendering.address,
        charset="utf-8",
        captured=rendering.at.date(),
    )


class UnpacksToTooMuch(IgnoreRequest):
    """The answer is small on the wire, and larger than its kind may be when it is unpacked."""


class Unpacking:
    """A downloader middleware: gives answers as they are meant, whether they come from the wire or from the archive."""

    def __init__(self, harvest: "Harvest") -> None:
        self._harvest = harvest

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Unpacking":
        """As Scrapy makes it."""
        return cls(cast("NewCrawl", crawler.spider).harvest)

    def process_response(self, request: Request, response: Response) -> Response:
        """The answer with its body unpacked."""
        written = b",".join(response.headers.getlist("Content-Encoding")).decode("latin-1")
        if not written or request.method == "HEAD":
            return response
        if request.url in self._harvest.given_up:
            raise IgnoreRequest(self._harvest.given_up[request.url])
        most = request.meta.get("download_maxsize", LARGEST_PAGE)
        with self._harvest.limit.document(request.url):
            body = _unpack(response.body, written, most + 1)
        if len(body) > most:
            raise UnpacksToTooMuch(f"{request.url} unpacks to more than {most} bytes")
        headers = response.headers.copy()
        headers.pop("Content-Encoding", None)
        return response.replace(body=body, headers=headers)


def _unpack(body: bytes, written: str, most: int = LARGEST_PAGE) -> bytes:
    """The body without its packings, as much of it as `most`; what cannot be unpacked stays as it is."""
    packings = [name.strip() for name in written.lower().split(",", _MOST_PACKINGS)][:_MOST_PACKINGS]
    for packing in reversed(packings):
        body = _unpack_once(body, packing, most)
    return body


def _unpack_once(body: bytes, packing: str, most: int) -> bytes:
    if packing in _FOREIGN:
        try:
            return _FOREIGN[packing](body, max_size=most)
        except Exception:  # noqa: BLE001 - each of these libraries has errors of its own
            return body
    if "gzip" not in packing and "deflate" not in packing:
        return body
    for window in (GZIP_OR_ZLIB, BARE_DEFLATE):
        try:
            return _inflate(body, window, most)
        except zlib.error:
            continue
    return body


def _inflate(body: bytes, window: int, most: int) -> bytes:
    """All parts of the data one after another, as some servers pack them; padding after the first is no part."""
    found = bytearray()
    try:
        for piece in Members(body, window=window):
            found += piece
            if len(found) >= most:
                break
    except zlib.error:
        if not found:
            raise
    return bytes(found[:most])
