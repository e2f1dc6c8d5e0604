"""Records read back as exchanges."""

from datetime import UTC, datetime

from blogforever.model.exchange import Exchange, request_key
from blogforever.store.warc.http_message import parse_request, parse_response
from blogforever.store.warc.records import WarcRecord, answer_behind, confirms_earlier

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for a date that cannot be read."""


def to_exchange(response: WarcRecord, request: WarcRecord | None, behind: WarcRecord | None = None) -> Exchange | None:
    """The exchange, or None when the record holds no HTTP response. A revisit has no body yet.

    `behind` is the record that follows the response, where it is known.
    """
    answer = parse_response(answer_behind(response, behind) if confirms_earlier(response) else response.block)
    if not answer:
        return None
    parsed = parse_request(request.block) if request else None
    method, request_headers, request_body = parsed or ("GET", (), b"")
    return Exchange(
        address=response.address,
        at=moment(response.fields.get("warc-date", "")),
        status=answer.status,
        reason=answer.reason,
        response_headers=answer.headers,
        body=answer.body,
        method=method,
        request_headers=request_headers,
        request_body=request_body,
        ip=response.fields.get("warc-ip-address"),
        truncated="warc-truncated" in response.fields,
    )


def question_of(method: str, body: bytes) -> str:
    """What the key of an exchange has beyond its address: nothing for a GET."""
    return request_key("", method, body).removeprefix("?")


def question_in(request: WarcRecord | None) -> str:
    """The same, of the request in the record."""
    parsed = parse_request(request.block) if request else None
    return question_of(parsed[0], parsed[2]) if parsed else ""


def joined(address: str, question: str) -> str:
    """The key of an exchange."""
    if not question:
        return address
    return f"{address}{'&' if '?' in address else '?'}{question}"


def moment(date: str) -> datetime:
    """A WARC-Date in UTC."""
    try:
        parsed = datetime.fromisoformat(date)
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        return LONG_AGO
