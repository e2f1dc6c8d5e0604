"""Between Scrapy's world and ours: the only module that knows both a response and a page."""

from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import time

from scrapy.http import Request, Response
from scrapy.http.headers import Headers as ScrapyHeaders

from blogforever.extract.robots_directives import header_directives
from blogforever.model.exchange import Exchange, Headers
from blogforever.model.page import Page
from blogforever.text.charsets import charset_of
from blogforever.urls.hash_routes import without_route

RECALLED = "recalled"
"""The flag of a response that was captured before and came from the archive."""
ASKED_AT = "blogforever_asked_at"
REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TEXT_KINDS = ("text/html", "application/xhtml", "text/plain", "application/xml", "text/xml")


def page_of(response: Response) -> Page:
    """The response as a page."""
    return Page(
        content=response.body,
        address=response.url,
        charset=charset_of(header(response, "Content-Type")),
        captured=captured_at(response).date(),
        robots_directives=header_directives(headers_of(response)),
    )


def captured_at(response: Response) -> datetime:
    """When the page was asked for: now, or back then if the archive remembered it."""
    asked = response.meta.get(ASKED_AT) if response.request else None
    return datetime.fromtimestamp(asked if asked is not None else time(), UTC)


def media_type(response: Response) -> str | None:
    """The media type that the server states, without its parameters."""
    return header(response, "Content-Type").partition(";")[0].strip().lower() or None


def may_be_page(response: Response) -> bool:
    """True unless the server says that this is something else than a page for readers."""
    kind = media_type(response)
    return kind is None or kind.startswith(_TEXT_KINDS) or kind == "application/octet-stream"


def header(response: Response, name: str) -> str:
    """A response header, or nothing. Servers write addresses in UTF-8; what is no UTF-8 is Latin-1, by the standard."""
    value = response.headers.get(name) or b""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def headers_of(response: Response) -> Headers:
    """All response headers."""
    return _plain(response.headers)


def exchange_of(request: Request, response: Response) -> Exchange:
    """What went over the wire; the body must not be unpacked yet."""
    return Exchange(
        address=without_route(request.url),
        at=datetime.fromtimestamp(request.meta.get(ASKED_AT) or time(), UTC),
        status=response.status,
        response_headers=_plain(response.headers),
        body=response.body,
        method=request.method,
        request_headers=_plain(request.headers),
        request_body=request.body,
        ip=str(response.ip_address) if response.ip_address else None,
    )


def response_of(exchange: Exchange, request: Request) -> Response:
    """The captured answer, as if it came now."""
    request.meta[ASKED_AT] = exchange.at.timestamp()
    headers: dict[bytes, list[bytes]] = {}
    for name, value in exchange.response_headers:
        headers.setdefault(name.encode("utf-8", "surrogateescape"), []).append(value.encode("utf-8", "surrogateescape"))
    return Response(
        request.url, status=exchange.status, headers=headers, body=exchange.body, flags=[RECALLED],
        request=request, ip_address=_ip(exchange.ip),
    )  # fmt: skip


def _ip(written: str | None) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(written) if written else None
    except ValueError:
        return None


def _plain(headers: ScrapyHeaders) -> Headers:
    # What is no UTF-8 comes back byte for byte when the archive writes it.
    return tuple(
        (name.decode("utf-8", "surrogateescape"), value.decode("utf-8", "surrogateescape"))
        for name, values in headers.items()
        for value in values
    )
