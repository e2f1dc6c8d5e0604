"""The index beside a WARC file: one line for each response, in the form that replay tools read (CDXJ).

The lines are in the order of their keys once the file is closed, and in the order of writing until then. The index
can always be made again from the WARC file: where it is missing or behind, the file itself is asked.
"""

import json
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from blogforever.store.disk import write_whole
from blogforever.store.warc.exchanges import joined, question_in
from blogforever.store.warc.gzip_members import DamagedMember, Member, TornMember, read_member, whole_members
from blogforever.store.warc.http_message import parse_response
from blogforever.store.warc.records import WarcRecord, answer_behind, confirms_earlier, read_record
from blogforever.store.warc.renderings import HTML, is_rendering, rendering_key

_HEAD = 1 << 16
"""As much of an answer as the index needs to see."""
_LARGEST_QUESTION = 256 << 20
_PLACE = re.compile(rb'"length": "([0-9]{1,15})", "offset": "([0-9]{1,15})"')
"""Without reading the JSON: this runs over every line of a large index before the first is used."""
_NOT_A_DIGIT = re.compile(r"[^0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexLine:
    """One capture."""

    address: str
    timestamp: str
    """Fourteen digits, in UTC."""
    mime: str
    """`warc/revisit` for a revisit."""
    status: int
    digest: str
    """Of the payload; "-" when there is none."""
    offset: int
    length: int
    """Of the response's gzip member."""
    request: int | None = None
    """Where its request begins; the two stand side by side."""
    question: str = ""
    """What the key has beyond the address, for other questions than GET."""

    @property
    def key(self) -> str:
        """The key of the capture."""
        return joined(self.address, self.question)

    @property
    def begin(self) -> int:
        """Where the exchange begins."""
        return self.offset if self.request is None else self.request

    @property
    def end(self) -> int:
        """Where the exchange ends."""
        return self.offset + self.length


def index_of(warc: Path) -> Path:
    """Where the index of a WARC file lies."""
    return warc.with_name(warc.name.removesuffix(".warc.gz") + ".cdxj")


def write_index(warc: Path, lines: Iterable[IndexLine]) -> None:
    """Write the index in the order of its keys."""
    write_whole(index_of(warc), sorted({format_line(line, warc.name) for line in lines}))


def sort_index(warc: Path) -> None:
    """Put the index, to which lines were appended, into the order of its keys."""
    index = index_of(warc)
    with suppress(FileNotFoundError):
        with index.open("rb") as file:
            lines = sorted(set(file))
        write_whole(index, lines)


def read_index(warc: Path) -> Iterator[IndexLine]:
    """All captures in the WARC file, in any order: from its index, and what that lacks from the file itself."""
    with suppress(FileNotFoundError), warc.open("rb") as file:
        size = warc.stat().st_size
        offset, length = _last_member(warc, size)
        if _is_member(file, offset, length):
            is_whole = yield from _index_lines(warc, size)
            yield from scan(warc, start=offset + length if is_whole else 0)
        else:  # no index, or that of another file
            yield from scan(warc)


def looks_sound(warc: Path) -> bool:
    """True when a quick look at the index and at the end of the WARC file shows no damage."""
    try:
        with warc.open("rb") as file:
            size = warc.stat().st_size
            offset, length = _last_member(warc, size)
            if not _is_member(file, offset, length):
                return False
            end = offset + length
            while member := read_member(file, end, most=0):
                end += member.length
            return end == size
    except (OSError, TornMember, DamagedMember):
        return False


def scan(warc: Path, *, start: int = 0) -> Iterator[IndexLine]:
    """The captures that the WARC file itself holds from `start` on, where a record must begin."""
    request: _Request | None = None
    with warc.open("rb") as file:
        for member in whole_members(file, start, most=_HEAD):
            record = read_record(member.content)
            if record and is_rendering(record):
                yield rendering_line(record.address, record.fields.get("warc-date", ""), member.offset, member.length)
            elif record and record.kind in {"response", "revisit"}:
                mine = request and request.record_id == record.fields.get("warc-concurrent-to")
                line = _response_line(record, member, request if mine else None)
                if line:
                    yield line
            request = _request(file, member.offset, record) if record and record.kind == "request" else None


def records_behind_index(warc: Path) -> Iterator[WarcRecord]:
    """The records behind the last capture that the index knows: those that describe the others."""
    with suppress(OSError), warc.open("rb") as file:
        offset, length = _last_member(warc, warc.stat().st_size)
        start = offset + length if _is_member(file, offset, length) else 0
        for member in whole_members(file, start, most=_HEAD):
            record = read_record(member.content)
            if record:
                yield record


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    offset: int
    record_id: str
    question: str


def _request(file: BinaryIO, offset: int, record: WarcRecord) -> _Request:
    whole: WarcRecord | None = record
    if record.is_cut:  # its question is at its end
        member = read_member(file, offset, most=_LARGEST_QUESTION)
        whole = read_record(member.content) if member else None
    return _Request(offset=offset, record_id=record.fields.get("warc-record-id", ""), question=question_in(whole))


def rendering_line(address: str, date: str, offset: int, length: int) -> IndexLine:
    """The line for the page of the address as a browser showed it at that date."""
    return IndexLine(
        address=rendering_key(address),
        timestamp=timestamp(date),
        mime=HTML,
        status=200,
        digest="-",  # what a server sent is never a revisit of what a browser made
        offset=offset,
        length=length,
    )


def timestamp(date: str) -> str:
    """A date as the index writes it: fourteen digits."""
    return _NOT_A_DIGIT.sub("", date)[:14]


def _response_line(record: WarcRecord, member: Member, request: _Request | None) -> IndexLine | None:
    """The line for a response or revisit, or None when it holds no HTTP."""
    response = parse_response(answer_behind(record, None) if confirms_earlier(record) else record.block)
    if not response:
        return None
    kind = next((value for name, value in response.headers if name.lower() == "content-type"), "")
    return IndexLine(
        address=record.address,
        timestamp=timestamp(record.fields.get("warc-date", "")),
        mime="warc/revisit" if record.kind == "revisit" else media_type(kind),
        status=response.status,
        digest=record.fields.get("warc-payload-digest") or "-",
        offset=member.offset,
        length=member.length,
        request=request.offset if request else None,
        question=request.question if request else "",
    )


def media_type(content_type: str) -> str:
    """The type alone: without parameters and in lower case."""
    return content_type.partition(";")[0].strip().lower() or "unk"


def format_line(line: IndexLine, file_name: str) -> bytes:
    """The line as it stands in the index."""
    fields = {
        "url": line.address, "mime": line.mime, "status": str(line.status), "digest": line.digest,
        "length": str(line.length), "offset": str(line.offset), "filename": file_name,
    }  # fmt: skip
    if line.request is not None:
        fields["request_offset"] = str(line.request)
    if line.question:  # replay tools join it to the address too
        fields |= {"method": line.question.partition("&")[0].partition("=")[2], "requestBody": line.question}
    return f"{surt(line.key)} {line.timestamp} {json.dumps(fields)}\n".encode()


def parse_line(text: bytes) -> IndexLine | None:
    """The capture in a line of the index, or None for a damaged line."""
    try:
        _, timestamp, data = text.split(b" ", 2)
        fields = json.loads(data)
        request = fields.get("request_offset")
        return IndexLine(
            address=fields["url"],
            timestamp=timestamp.decode("ascii"),
            mime=fields["mime"],
            status=int(fields["status"]),
            digest=fields["digest"],
            offset=int(fields["offset"]),
            length=int(fields["length"]),
            request=None if request is None else int(request),
            question=str(fields.get("requestBody", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def surt(address: str) -> str:
    """The key that indexes are ordered by: the host turned round, in lower case, without what does not matter."""
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").removeprefix("www."), parts.port
    except ValueError:
        return _plain(address)
    if not host:  # urn: and the like
        return _plain(address)
    turned = ",".join(reversed(host.split(".")))
    if port and (parts.scheme, port) not in {("http", 80), ("https", 443)}:
        turned += f":{port}"
    path = parts.path.rstrip("/") or "/"
    query = "&".join(sorted(parts.query.split("&"))) if parts.query else ""
    return _plain(f"{turned}){path}?{query}" if query else f"{turned}){path}")


def _plain(key: str) -> str:
    lower = key.lower().encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if 0x21 <= byte <= 0x7E else f"%{byte:02x}" for byte in lower)


def _last_member(warc: Path, size: int) -> tuple[int, int]:
    """Offset and length of the last response that the index knows; nothing where a quick look shows damage."""
    last = (0, 0)
    with suppress(OSError), index_of(warc).open("rb") as index:
        for text in index:
            place = _PLACE.search(text)
            if not place or b"\0" in text or not text.endswith(b"}\n"):
                return (0, 0)
            if last[0] <= int(place[2]) <= size - int(place[1]):
                last = (int(place[2]), int(place[1]))
    return last


def indexed_end(warc: Path) -> int:
    """Where the last capture that the index names ends; 0 without an index."""
    end = 0
    with suppress(OSError), index_of(warc).open("rb") as index:
        for text in index:
            if place := _PLACE.search(text):
                end = max(end, int(place[1]) + int(place[2]))
    return end


def _index_lines(warc: Path, size: int) -> Generator[IndexLine, None, bool]:
    """The lines of the index that name what is in the file; False in the end if some are damaged."""
    is_whole = True
    with suppress(OSError), index_of(warc).open("rb") as index:
        for text in index:
            line = parse_line(text)
            if line is None or not text.endswith(b"\n") or not 0 <= line.begin <= line.offset or line.length <= 0:
                is_whole = False
            elif line.end <= size:
                yield line
    return is_whole


def _is_member(file: BinaryIO, offset: int, length: int) -> bool:
    try:
        member = read_member(file, offset, most=5)
    except (TornMember, DamagedMember):
        return False
    return member is not None and (member.length, member.content) == (length, b"WARC/")
