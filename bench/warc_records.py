"""WARC records as we build them, beside warcio's own writer: the same exchanges, in turns, in one run."""

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median
from time import process_time

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from bench.corpus import Blog
from bench.progress import Progress
from blogforever.model.exchange import Exchange
from blogforever.store.warc.records import exchange_records, payload_digest

_PAGES = 3
"""Of each blog."""
_ROUNDS = 7
_AT = datetime(2026, 1, 1, tzinfo=UTC)


def measure_records(blogs: Sequence[Blog], progress: Progress) -> list[float]:
    """For each blog, how many times as long warcio's writer takes for the records of its pages."""
    ratios = []
    for blog in blogs:
        exchanges = [
            Exchange(
                address=page.url if "://" in page.url else f"http://blog.example{page.url}",
                at=_AT,
                status=200,
                response_headers=(("Content-Type", "text/html; charset=utf-8"), ("Server", "nginx")),
                body=page.content(),
                request_headers=(("Host", "blog.example"), ("User-Agent", "blogforever")),
            )
            for page in blog.pages[:_PAGES]
        ]
        rounds = [(_seconds_of_ours(exchanges), _seconds_of_warcio(exchanges)) for _ in range(_ROUNDS)]
        ratios.append(median(theirs / ours for ours, theirs in rounds))
        progress.step(blog.slug)
    return ratios


def write_records(ratios: list[float]) -> str:
    """The ratios in one line."""
    ordered = sorted(ratios)
    low, high = ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10]
    return (
        f"warcio's writer takes {median(ordered):.2f} times as long as ours (median of {len(ordered)} blogs; "
        f"{low:.2f} to {high:.2f} for four in five of them)"
    )


def _seconds_of_ours(exchanges: Sequence[Exchange]) -> float:
    began = process_time()
    for exchange in exchanges:
        exchange_records(exchange, payload_digest(exchange.body), None)
    return process_time() - began


def _seconds_of_warcio(exchanges: Sequence[Exchange]) -> float:
    began = process_time()
    writer = WARCWriter(io.BytesIO(), gzip=True, warc_version="1.1")
    for exchange in exchanges:
        answer = StatusAndHeaders("200 OK", list(exchange.response_headers), protocol="HTTP/1.1")
        response = writer.create_warc_record(
            exchange.address, "response", payload=io.BytesIO(exchange.body), http_headers=answer
        )
        asked = StatusAndHeaders("GET / HTTP/1.1", list(exchange.request_headers), is_http_request=True)
        request = writer.create_warc_record(exchange.address, "request", payload=io.BytesIO(), http_headers=asked)
        writer.write_request_response_pair(request, response)
    return process_time() - began
