"""The records of a WARC 1.1 file as bytes: what an exchange becomes, and what it is read back from.

Each record is one gzip member; the request of an exchange stands before its response.

An answer 304 becomes a revisit without a block, so that replay shows head and body of the record that it refers to;
the answer itself is kept in a metadata record behind it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from warcio.recordbuilder import RecordBuilder
from warcio.statusandheaders import StatusAndHeaders, StatusAndHeadersParser
from warcio.timeutils import datetime_to_iso_date
from warcio.utils import Digester

from blogforever.model.exchange import Exchange
from blogforever.store.warc.gzip_members import make_member
from blogforever.store.warc.http_message import line, parse_fields, parse_warc_fields, request_head, response_head

SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

_PACKED_TYPES = ("image/", "video/", "audio/", "font/", "application/zip", "application/pdf", "application/gzip")
_LOOSE_TYPES = ("image/svg", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon", "audio/wav", "audio/x-wav")
_END = b"\r\n\r\n"
_STATUS_LINE, _HEADER_LINE = "http-status-line", "http-header"
_NOT_MODIFIED_LINE = "HTTP/1.1 304 Not Modified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The record that a revisit refers to."""

    record_id: str
    address: str
    at: str
    """Its WARC-Date as written."""
    payload_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WarcRecord:
    """A parsed record."""

    kind: str
    """WARC-Type."""
    fields: Mapping[str, str]
    """Its head, names in lower case."""
    block: bytes

    @property
    def address(self) -> str:
        """What it is about; some versions of Wget put it in angle brackets."""
        return self.fields.get("warc-target-uri", "").removeprefix("<").removesuffix(">")

    @property
    def is_cut(self) -> bool:
        """True when not all of it was read."""
        return str(len(self.block)) != self.fields.get("content-length")

    @property
    def earlier(self) -> Earlier:
        """What a revisit of it refers to: the record itself, or what it refers to as a revisit."""
        fields = self.fields
        if self.kind == "revisit" and "warc-refers-to" in fields:
            record_id, address, at = "warc-refers-to", "warc-refers-to-target-uri", "warc-refers-to-date"
        else:
            record_id, address, at = "warc-record-id", "warc-target-uri", "warc-date"
        return Earlier(
            record_id=fields.get(record_id, ""),
            address=fields.get(address, ""),
            at=fields.get(at, ""),
            payload_digest=fields.get("warc-payload-digest", ""),
        )


def read_record(content: bytes) -> WarcRecord | None:
    """The record in the content of a member, which may be cut off; None when it is not a record."""
    head, end, block = content.partition(_END)
    if not end or not head.startswith(b"WARC/"):
        return None
    fields = parse_fields(head)
    length = fields.get("content-length", "")
    if length.isdecimal() and length.isascii():
        block = block[: int(length)]
    return WarcRecord(kind=fields.get("warc-type", ""), fields=fields, block=block)


def warcinfo_record(file_name: str, at: datetime, about: Mapping[str, str]) -> bytes:
    """The first record of a file: who wrote it and why."""
    fields = [("WARC-Type", "warcinfo"), ("WARC-Filename", file_name), *_identity(new_id(), at)]
    return _record(fields, "application/warc-fields", _warc_fields(about.items()))


def metadata_record(
    address: str, at: datetime, about: Iterable[tuple[str, str]], *, concurrent_to: str | None
) -> bytes:
    """What is known of a page beyond what went over the wire."""
    fields = [("WARC-Type", "metadata"), ("WARC-Target-URI", line(address)), *_identity(new_id(), at)]
    if concurrent_to:
        fields.append(("WARC-Concurrent-To", concurrent_to))
    return _record(fields, "application/warc-fields", _warc_fields(about))


def conversion_record(address: str, at: datetime, html: bytes, *, record_id: str, refers_to: str | None) -> bytes:
    """The page of the address in another form; `refers_to` is the id of the record of its original."""
    fields = [("WARC-Type", "conversion"), ("WARC-Target-URI", line(address)), *_identity(record_id, at)]
    if refers_to:
        fields.append(("WARC-Refers-To", refers_to))
    return _record(fields, "text/html; charset=utf-8", html)


def new_id() -> str:
    """The id of a record that is to be made."""
    return str(StatusAndHeadersParser.make_warc_id())


def payload_digest(body: bytes) -> str:
    """The digest of a body as WARC files write it."""
    digest = Digester("sha1")
    digest.update(body)
    return str(digest)


def exchange_records(exchange: Exchange, digest: str, earlier: Earlier | None) -> tuple[bytes, bytes, bytes]:
    """The request and the response of an exchange, and what stands behind them; that is empty for most.

    With an `earlier` record of the same payload the response is a revisit of it. `digest` is the payload digest of the
    body.
    """
    request_id, response_id = new_id(), new_id()
    about = [("WARC-Target-URI", line(exchange.address)), *_address_of_server(exchange)]
    request = _record(
        [("WARC-Type", "request"), *about, *_identity(request_id, exchange.at), ("WARC-Concurrent-To", response_id)],
        "application/http; msgtype=request",
        request_head(exchange),
        exchange.request_body,
        packed=True,
    )
    about += [*_identity(response_id, exchange.at), ("WARC-Concurrent-To", request_id)]
    behind = b""
    if earlier and is_not_modified(exchange):
        behind = metadata_record(exchange.address, exchange.at, _head_fields(exchange), concurrent_to=response_id)
    return request, _response(exchange, about, digest, earlier), behind


def confirms_earlier(record: WarcRecord) -> bool:
    """True for a revisit of a page that the server called not modified, with the answer in the record behind it."""
    return record.kind == "revisit" and not record.block and _is_profile(record, NOT_MODIFIED)


def repeats_payload(record: WarcRecord) -> bool:
    """True for a revisit whose body is that of an earlier record."""
    # Some tools leave the profile out.
    return record.kind == "revisit" and _is_profile(record, SAME_PAYLOAD, usual=SAME_PAYLOAD)


def answer_behind(record: WarcRecord, behind: WarcRecord | None) -> bytes:
    """The HTTP answer to which the revisit, an answer 304, belongs; `behind` is the record that follows."""
    fields = parse_warc_fields(behind.block) if behind and _is_about(behind, record) else ()
    lines = [value for name, value in fields if name == _STATUS_LINE] or [_NOT_MODIFIED_LINE]
    lines += [value for name, value in fields if name == _HEADER_LINE]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


def is_not_modified(exchange: Exchange) -> bool:
    """True when the answer only confirms what was answered before."""
    return exchange.status == 304 and not exchange.body


def warc_date(at: datetime) -> str:
    """The moment in UTC as WARC 1.1 writes it."""
    in_utc = at if at.tzinfo is None else at.astimezone(UTC).replace(tzinfo=None)
    return str(datetime_to_iso_date(in_utc, use_micros=True))


def _head_fields(exchange: Exchange) -> list[tuple[str, str]]:
    """The head of the answer as fields."""
    first, *headers = response_head(exchange).decode("utf-8", "surrogateescape").removesuffix("\r\n\r\n").split("\r\n")
    return [(_STATUS_LINE, first), *((_HEADER_LINE, header) for header in headers)]


def _is_profile(record: WarcRecord, profile: str, *, usual: str = "") -> bool:
    # WARC 1.0 writes the same profiles with its own number.
    return record.fields.get("warc-profile", usual).rpartition("/")[2] == profile.rpartition("/")[2]


def _is_about(behind: WarcRecord, record: WarcRecord) -> bool:
    return behind.kind == "metadata" and behind.fields.get("warc-concurrent-to") == record.fields.get(
        "warc-record-id", ""
    )


def _response(exchange: Exchange, about: list[tuple[str, str]], digest: str, earlier: Earlier | None) -> bytes:
    head, body = response_head(exchange), exchange.body
    if earlier:
        is_confirmed = is_not_modified(exchange)
        profile = NOT_MODIFIED if is_confirmed else SAME_PAYLOAD
        fields = [("WARC-Type", "revisit"), ("WARC-Profile", profile), *about, *_refers_to(earlier)]
        head, body = b"" if is_confirmed else head, b""
    else:
        fields = [("WARC-Type", "response"), *about, ("WARC-Payload-Digest", digest)]
    if exchange.truncated:
        fields.append(("WARC-Truncated", "length"))
    packed = not body or _is_packed(exchange)
    return _record(fields, "application/http; msgtype=response", head, body, packed=packed)


def _refers_to(earlier: Earlier) -> list[tuple[str, str]]:
    fields = [
        ("WARC-Payload-Digest", earlier.payload_digest),
        ("WARC-Refers-To", earlier.record_id),
        ("WARC-Refers-To-Target-URI", earlier.address),
        ("WARC-Refers-To-Date", earlier.at),
    ]
    return [(name, value) for name, value in fields if value]


def _is_packed(exchange: Exchange) -> bool:
    coding = exchange.header("content-encoding")
    if coding and coding.strip().lower() != "identity":
        return True
    kind = (exchange.header("content-type") or "").strip().lower()
    return kind.startswith(_PACKED_TYPES) and not kind.startswith(_LOOSE_TYPES)


def _record(
    fields: list[tuple[str, str]], content_type: str, head: bytes, body: bytes = b"", *, packed: bool = False
) -> bytes:
    """The record as one gzip member; `head` and `body` are its block."""
    block_digest = Digester("sha1")
    block_digest.update(head)
    block_digest.update(body)
    end = [
        ("WARC-Block-Digest", str(block_digest)),
        ("Content-Type", content_type),
        ("Content-Length", str(len(head) + len(body))),
    ]
    start = _header_bytes([*fields, *end], RecordBuilder.WARC_1_1) + b"\r\n"
    return make_member(start + head, body + _END, packed=packed)


def _header_bytes(fields: list[tuple[str, str]], first_line: str = "") -> bytes:
    # Not `to_bytes`: an address may hold bytes that are not UTF-8, and comes back from the record as it went in.
    return bytes(StatusAndHeaders("", fields, protocol=first_line).to_str().encode("utf-8", "surrogateescape"))


def _identity(record_id: str, at: datetime) -> list[tuple[str, str]]:
    return [("WARC-Record-ID", record_id), ("WARC-Date", warc_date(at))]


def _address_of_server(exchange: Exchange) -> list[tuple[str, str]]:
    return [("WARC-IP-Address", line(exchange.ip))] if exchange.ip else []


def _warc_fields(about: Iterable[tuple[str, str]]) -> bytes:
    return _header_bytes([(line(name), line(value)) for name, value in about])
