"""An HTTP request or response as bytes, and back: the block of a WARC record."""

import re
from dataclasses import dataclass

from blogforever.model.exchange import Exchange, Headers

_ENDS_A_LINE = re.compile(r"[\r\n\0]+")
_HEAD_END = re.compile(rb"\r?\n\r?\n|\Z")
_LINE_END = re.compile(rb"\r?\n(?![ \t])")
_FOLDED = re.compile(r"\r?\n[ \t]+")
_STATUS_LINE = re.compile(rb"(?:HTTP/[0-9.]+|ICY)[ \t]+([0-9]{3})(?![0-9])[ \t]*([^\r\n]*)", re.IGNORECASE)
_REQUEST_LINE = re.compile(rb"([!-~]+) [^\r\n]*")
_MOST_HEADERS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpResponse:
    """A parsed response."""

    status: int
    reason: str
    headers: Headers
    body: bytes


def response_head(exchange: Exchange) -> bytes:
    """Status line and headers as they are kept: true of the body that is kept with them.

    The transport coding was undone before the body came to us, so the header that names it goes; the length it hid
    or that a cut made wrong is set right.
    """
    no_body = exchange.status == 304 or exchange.method == "HEAD"
    headers = [
        (name, str(len(exchange.body)) if name.lower() == "content-length" and not no_body else value)
        for name, value in exchange.response_headers
        if name.lower() != "transfer-encoding"
    ]
    return _head(f"HTTP/1.1 {exchange.status:03d} {exchange.reason}", headers)


def request_head(exchange: Exchange) -> bytes:
    """Request line and headers; a Host header is added where the transport did not name it."""
    host, slash, path = exchange.address.partition("#")[0].partition("://")[2].partition("/")
    headers = exchange.request_headers
    if not any(name.lower() == "host" for name, _ in headers):
        headers = (("Host", host.rpartition("@")[2]), *headers)
    return _head(f"{exchange.method} {slash or '/'}{path} HTTP/1.1", headers)


def _head(first: str, headers: Headers | list[tuple[str, str]]) -> bytes:
    lines = [line(first), *(f"{line(name)}: {line(value)}" for name, value in headers), "", ""]
    # As browsers and Python read them: UTF-8 where it is, and single bytes otherwise.
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


def line(text: str) -> str:
    """The text without what would end its line: nobody smuggles in a header of his own."""
    return _ENDS_A_LINE.sub(" ", text)


def parse_response(block: bytes) -> HttpResponse | None:
    """The response in the block, or None when there is none."""
    status_line = _STATUS_LINE.match(block)
    if not status_line:
        return None
    head, body = _split(block)
    return HttpResponse(
        status=int(status_line[1]), reason=_text(status_line[2]).strip(), headers=_headers(head), body=body
    )


def parse_request(block: bytes) -> tuple[str, Headers, bytes] | None:
    """Method, headers and body of the request in the block, or None when there is none."""
    request_line = _REQUEST_LINE.match(block)
    if not request_line:
        return None
    head, body = _split(block)
    return _text(request_line[1]), _headers(head), body


def parse_fields(head: bytes) -> dict[str, str]:
    """The named fields of a WARC record's own head, names in lower case; the first of each name counts."""
    fields: dict[str, str] = {}
    for name, value in _headers(head):
        fields.setdefault(name.lower(), value)
    return fields


def parse_warc_fields(block: bytes) -> Headers:
    """The named fields in a block of type application/warc-fields, in their order; names may repeat."""
    return _headers(b"\r\n" + block)  # where a head has its first line, such a block has none


def _split(block: bytes) -> tuple[bytes, bytes]:
    end = _HEAD_END.search(block)
    return (block[: end.start()], block[end.end() :]) if end else (block, b"")


def _headers(head: bytes) -> Headers:
    lines = _LINE_END.split(head, _MOST_HEADERS)[1 : _MOST_HEADERS + 1]
    pairs = (_FOLDED.sub(" ", _text(one)).partition(":") for one in lines if one.strip())
    return tuple((name.strip(), value.strip(" \t")) for name, _, value in pairs)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
