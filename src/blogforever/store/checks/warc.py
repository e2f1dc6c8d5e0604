"""Reads a WARC file of the archive to its last byte: every record whole, every digest right, the index true to it."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from blogforever.model.fault import Area, Fault
from blogforever.store.warc.cdxj import format_line, index_of, scan
from blogforever.store.warc.gzip_members import DamagedMember, TornMember, next_member, read_member
from blogforever.store.warc.http_message import parse_response
from blogforever.store.warc.records import WarcRecord, payload_digest, read_record

LARGEST_RECORD = 512 << 20
_MOST_FAULTS = 20
"""Of one file; what is beyond is counted."""
_FROM_BACKUP = "Put a copy of the file from your backup in its place; without one, harvest the blog again."
_TORN = "If a harvest was cut short, the next one mends it; else put a copy from your backup in its place."
_WRITTEN_ANEW = "The next harvest of the blog writes it anew from the WARC file."
_NEW_INDEX = "Remove it: the next harvest of the blog writes it anew from the WARC file."


@dataclass(slots=True)
class CheckedFile:
    """What one WARC file holds, and what is wrong with it."""

    faults: list[Fault] = field(default_factory=list)
    records: int = 0
    payloads: set[str] = field(default_factory=set)
    """Digests of the bodies that the file holds."""
    referred: dict[str, str] = field(default_factory=dict)
    """Digests of the bodies that revisits refer to, each with the address of one such revisit."""
    answered: set[str] = field(default_factory=set)
    """Addresses that were answered with status 200, here or by reference."""
    unlisted: int = 0


Tell = Callable[[int], None]
"""Told how many more bytes were read."""


def check_warc(path: Path, tell: Tell) -> CheckedFile:
    """Read the whole file and its index."""
    checked = CheckedFile()
    name = f"{path.parent.name}/{path.name}"
    try:
        _check_records(path, name, checked, tell)
        _check_index(path, name, checked)
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        checked.faults.append(_fault(name, problem, "Check the disk and your permissions."))
    return checked


def _check_records(path: Path, name: str, checked: CheckedFile, tell: Tell) -> None:
    with path.open("rb") as file:
        offset: int | None = 0
        while offset is not None:
            try:
                member = read_member(file, offset, most=LARGEST_RECORD)
            except (TornMember, DamagedMember) as error:
                following = next_member(file, offset + 1)
                _tell_damage(checked, name, offset, following, torn=isinstance(error, TornMember))
                offset = following
                continue
            if member is None:
                return
            record = read_record(member.content)
            for problem in _problems(record):
                _add(checked, _fault(name, f"the record at byte {offset:,} {problem}", _FROM_BACKUP))
            if record:
                checked.records += 1
                _learn(record, checked)
            offset += member.length
            tell(member.length)


def _tell_damage(checked: CheckedFile, name: str, offset: int, following: int | None, *, torn: bool) -> None:
    if torn and following is None:
        _add(checked, _fault(name, f"its end is torn from byte {offset:,} on", _TORN, is_passing=True))
        return
    end = "to its end" if following is None else f"to byte {following:,}"
    _add(checked, _fault(name, f"it is damaged from byte {offset:,} {end}", _FROM_BACKUP))


def _problems(record: WarcRecord | None) -> Iterator[str]:
    if record is None:
        yield "is not a WARC record"
        return
    if record.is_cut:
        yield "does not have the length that it states"
        return
    stated = record.fields.get("warc-block-digest", "")
    if stated.startswith("sha1:") and stated != _sha1(record.block):
        yield "does not have the digest that it states"
    stated = record.fields.get("warc-payload-digest", "")
    if stated and record.kind == "response":
        answer = parse_response(record.block)
        if answer is not None and stated != payload_digest(answer.body):
            yield "does not have the payload digest that it states"


def _learn(record: WarcRecord, checked: CheckedFile) -> None:
    digest = record.fields.get("warc-payload-digest", "")
    answer = parse_response(record.block) if record.kind in {"response", "revisit"} else None
    if record.kind == "response" and digest:
        checked.payloads.add(digest)
    if record.kind == "revisit" and digest:
        checked.referred.setdefault(digest, record.address)
    if record.kind == "revisit" or (answer is not None and answer.status == 200):
        checked.answered.add(record.address)


def _check_index(path: Path, name: str, checked: CheckedFile) -> None:
    index = index_of(path)
    index_name = f"{index.parent.name}/{index.name}"
    wanted = {format_line(line, path.name) for line in scan(path)}
    try:
        with index.open("rb") as file:
            listed = set(file)
    except FileNotFoundError:
        if wanted:
            problem = f"it is missing; {name} holds {len(wanted):,} captures"
            _add(checked, _fault(index_name, problem, _WRITTEN_ANEW, Area.INDEX, is_passing=True))
        return
    except OSError as error:
        problem = f"cannot be read ({(error.strerror or '').lower()})"
        _add(checked, _fault(index_name, problem, _NEW_INDEX, Area.INDEX))
        return
    if lacking := len(wanted - listed):
        problem = f"it lacks {lacking:,} of {len(wanted):,} captures"
        _add(checked, _fault(index_name, problem, _WRITTEN_ANEW, Area.INDEX, is_passing=True))
    if foreign := len(listed - wanted):
        problem = f"{foreign:,} of its lines name nothing that is in the WARC file"
        _add(checked, _fault(index_name, problem, _NEW_INDEX, Area.INDEX))


def _add(checked: CheckedFile, fault: Fault) -> None:
    if len(checked.faults) < _MOST_FAULTS:
        checked.faults.append(fault)
    else:
        checked.unlisted += 1


def _fault(
    subject: str, problem: str, next_step: str, area: Area = Area.CAPTURES, *, is_passing: bool = False
) -> Fault:
    return Fault(area=area, subject=subject, problem=problem, next_step=next_step, is_passing=is_passing)


def _sha1(block: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(block, usedforsecurity=False).digest()).decode("ascii")
