"""A captured answer as a page: the body unpacked as its headers say, bounded in size."""

import zlib

from scrapy.utils._compression import _unbrotli, _unzstd

from blogforever.crawl.pages import stated_charset
from blogforever.crawl.settings import LARGEST_PAGE
from blogforever.extract.robots_directives import header_directives
from blogforever.frontier.members import BARE_DEFLATE, GZIP_OR_ZLIB, Members
from blogforever.model.exchange import Exchange
from blogforever.model.page import Page
from blogforever.model.rendering import Rendering

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


def _unpack(body: bytes, encoding: str) -> bytes:
    """The body without its packing; what cannot be unpacked stays as it is."""
    if encoding.strip() in _FOREIGN:
        try:
            return _FOREIGN[encoding.strip()](body, max_size=LARGEST_PAGE)
        except Exception:  # noqa: BLE001 - each of these libraries has errors of its own
            return body
    if "gzip" not in encoding and "deflate" not in encoding:
        return body
    for window in (GZIP_OR_ZLIB, BARE_DEFLATE):
        try:
            return _inflate(body, window)
        except zlib.error:
            continue
    return body


def _inflate(body: bytes, window: int) -> bytes:
    """All parts of the data one after another, as some servers pack them; padding after the first is no part."""
    found = bytearray()
    try:
        for piece in Members(body, window=window):
            found += piece
            if len(found) >= LARGEST_PAGE:
                break
    except zlib.error:
        if not found:
            raise
    return bytes(found[:LARGEST_PAGE])
