"""Walks through the WARC and ARC files of any tool, record by record: packed or plain, whole or damaged."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from warcio.archiveiterator import ARCIterator
from warcio.exceptions import ArchiveLoadFailed

from blogforever.errors import UnreadableFile
from blogforever.store.warc.gzip_members import DamagedMember, TornMember, next_member, read_member
from blogforever.store.warc.records import WarcRecord, read_record

LARGEST_RECORD = 64 << 20
"""Bytes of one record that are read; what is beyond is cut off, and the record says so."""
_LARGEST_HEAD = 1 << 16
_MOST_NOTES = 100
_PACKED = b"\x1f\x8b"
_WARC = b"WARC/"
_END = b"\r\n\r\n"
_RECORD_START = re.compile(rb"\n(?=WARC/[01]\.[0-9]+\r?\n)")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_STEP = 1 << 20
_READ_FROM_ARC = (ArchiveLoadFailed, EOFError, ValueError, TypeError, AttributeError)
"""What the library raises on bytes that are not what they should be."""

Walk = Iterator[tuple[int, WarcRecord]]
"""Each record with the offset at which it begins."""


@dataclass(slots=True)
class Notes:
    """What was damaged and passed over, for people to read; the first hundred."""

    lines: list[str] = field(default_factory=list)

    def damaged(self, file: Path, offset: int) -> None:
        """A record was passed over."""
        if len(self.lines) < _MOST_NOTES:
            self.lines.append(f"{file}: a damaged record at byte {offset:,} was passed over")


def walk(path: Path, notes: Notes, *, start: int = 0) -> Walk:
    """The records of the file from `start` on. Raises UnreadableFile for what is no WARC or ARC file."""
    try:
        with path.open("rb") as file:
            yield from _kind_of_walk(path, file)(path, file, notes, start)
    except OSError as error:
        raise UnreadableFile(str(path), "cannot be read", "Check its name and permissions.") from error


def _kind_of_walk(path: Path, file: BinaryIO) -> Callable[[Path, BinaryIO, Notes, int], Walk]:
    first = file.read(len(_WARC))
    if first == _WARC:
        return _walk_plain
    unpacked = _first_bytes(file) if first.startswith(_PACKED) else first
    if unpacked.startswith(_WARC):
        return _walk_packed
    if unpacked.startswith(b"filed"):  # "filedesc://", the first word of every ARC file
        return _walk_arc
    raise UnreadableFile(str(path), "is no WARC or ARC file", "Name files that end in .warc, .warc.gz or .arc.gz.")


def _first_bytes(file: BinaryIO) -> bytes:
    try:
        member = read_member(file, 0, most=len(_WARC))
    except (TornMember, DamagedMember):
        # The first record is damaged: another may be whole.
        return _WARC if next_member(file, 1) is not None else b""
    return member.content if member else b""


def _walk_packed(path: Path, file: BinaryIO, notes: Notes, start: int) -> Walk:
    offset: int | None = start
    while offset is not None:
        try:
            member = read_member(file, offset, most=LARGEST_RECORD + _LARGEST_HEAD)
        except (TornMember, DamagedMember):
            notes.damaged(path, offset)
            offset = next_member(file, offset + 1)
            continue
        if member is None:
            return
        record = read_record(member.content)
        if record:
            _refuse_one_piece(path, member.content, record)
            yield offset, _bounded(record)
        else:
            notes.damaged(path, offset)
        offset += member.length


def _refuse_one_piece(path: Path, content: bytes, record: WarcRecord) -> None:
    """A file that was packed as a whole has all its records in one member: none of them could be read alone."""
    rest = content[content.find(_END) + len(_END) + len(record.block) :][: len(_END) + len(_WARC)]
    if rest.strip().startswith(_WARC):
        raise UnreadableFile(
            str(path),
            "is packed as a whole, not record by record",
            "Unpack it with gunzip and name the unpacked file.",
        )


def _walk_plain(path: Path, file: BinaryIO, notes: Notes, start: int) -> Walk:
    offset: int | None = start
    while offset is not None:
        file.seek(offset)
        start_of_record = file.read(_LARGEST_HEAD)
        if not start_of_record.strip():
            return
        record, end = _plain_record(file, offset, start_of_record)
        if record:
            yield offset, record
            offset = end
        else:
            notes.damaged(path, offset)
            offset = _next_plain(file, offset)


def _plain_record(file: BinaryIO, offset: int, start: bytes) -> tuple[WarcRecord | None, int]:
    """The record that begins so, and where the next begins; no record when it does not end where it says."""
    head_end = _HEAD_END.search(start)
    head = read_record(start[: head_end.start()] + _END) if head_end else None
    length = head.fields.get("content-length", "") if head else ""
    if not (head and head_end and length.isascii() and length.isdecimal()):
        return None, offset
    block_start = offset + head_end.end()
    file.seek(block_start)
    block = file.read(min(int(length), LARGEST_RECORD + 1))
    file.seek(block_start + int(length))
    after = file.read(len(_END) + len(_WARC))
    blank = len(after) - len(after.lstrip(b"\r\n"))
    ends_well = not after or after.startswith((_END, b"\n\n")) or after[blank:].startswith(_WARC)
    if len(block) < min(int(length), LARGEST_RECORD) or not ends_well:
        return None, offset
    end = block_start + int(length) + blank
    return _bounded(WarcRecord(kind=head.kind, fields=head.fields, block=block)), end


def _next_plain(file: BinaryIO, start: int) -> int | None:
    while True:
        file.seek(start)
        data = file.read(_STEP)
        match = _RECORD_START.search(data)
        if match:
            return start + match.end()
        if len(data) < _STEP:
            return None
        start += _STEP - _LARGEST_HEAD  # a start may lie across the edge


def _walk_arc(path: Path, file: BinaryIO, notes: Notes, start: int) -> Walk:
    file.seek(start)
    records = ARCIterator(file, no_record_parse=True, arc2warc=True)
    try:
        for raw in records:
            fields = {name.lower(): value for name, value in raw.rec_headers.headers}
            block = raw.raw_stream.read(LARGEST_RECORD + 1)
            if raw.length is not None and len(block) < min(raw.length, LARGEST_RECORD):
                notes.damaged(path, records.offset)
            else:
                yield records.offset, _bounded(WarcRecord(kind=raw.rec_type or "", fields=fields, block=block))
    except _READ_FROM_ARC:
        notes.damaged(path, records.offset)


def _bounded(record: WarcRecord) -> WarcRecord:
    if len(record.block) <= LARGEST_RECORD:
        return record
    fields = {**record.fields, "warc-truncated": "length"}
    return WarcRecord(kind=record.kind, fields=fields, block=record.block[:LARGEST_RECORD])
