"""The harvests that the WARC files describe, without any database."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from blogforever.store.warc.cdxj import read_index
from blogforever.store.warc.file_names import captures_in, file_number, file_prefix, is_random_id
from blogforever.store.warc.gzip_members import DamagedMember, TornMember, read_member, whole_members
from blogforever.store.warc.harvest_end import BLOG, STATE
from blogforever.store.warc.http_message import parse_warc_fields
from blogforever.store.warc.records import read_record

_HEAD = 1 << 20


@dataclass(slots=True, kw_only=True)
class FoundHarvest:
    """One harvest, as its own files describe it."""

    prefix: str
    """How the names of its files begin."""
    files: list[Path] = field(default_factory=list)
    blog_id: str = ""
    """Random; empty for files of earlier versions."""
    is_merged: bool = False
    """It was one of another blog, which was made a part of this one later: it does not say what this blog is."""
    harvest_id: str = ""
    archive_id: str = ""
    start: str = ""
    """The address that the harvest was given."""
    began: str = ""
    """ISO 8601 in UTC."""
    options: dict[str, Any] = field(default_factory=dict)
    state: str | None = None
    """None when its files do not say that it ended."""
    ended: str | None = None
    report: str | None = None
    """As JSON."""


def found_harvests(folder: Path) -> tuple[list[FoundHarvest], list[Path]]:
    """The harvests whose files are in the folder, in the order in which they began; and files without a harvest."""
    found: dict[str, FoundHarvest] = {}
    others: list[Path] = []
    for path in captures_in(folder):
        prefix = file_prefix(path.name)
        if prefix is None:
            others.append(path)
        else:
            found.setdefault(prefix, FoundHarvest(prefix=prefix)).files.append(path)
    for harvest in found.values():
        harvest.files.sort(key=file_number)
        for path in harvest.files:
            _learn(harvest, path)
    described = [harvest for harvest in found.values() if harvest.start]
    others += [path for harvest in found.values() if not harvest.start for path in harvest.files]
    return sorted(described, key=lambda harvest: (harvest.began, harvest.prefix)), sorted(others)


def _learn(harvest: FoundHarvest, path: Path) -> None:
    """Read what a file describes: for the beginning the first file counts, for the end the last that has one."""
    about = _warcinfo(path)
    if about and "blogforever-start" in about:
        if not _is_sound(about):
            return
        harvest.archive_id = about.get("blogforever-archive", "")
        harvest.blog_id = about.get("blogforever-blog", "")
        harvest.harvest_id = about.get("blogforever-harvest", "")
        harvest.start = harvest.start or about["blogforever-start"]
        harvest.began = harvest.began or about.get("blogforever-began", "")
        harvest.options = _json_object(about.get("blogforever-wishes", "")) or harvest.options
    elif not harvest.start:
        _learn_from_captures(harvest, path)
    for fields in _records_behind(path):
        if is_random_id(fields.get(BLOG, "")):  # it may have been begun for a blog that turned out to be this one
            harvest.is_merged |= STATE not in fields
            harvest.blog_id = fields[BLOG]
        if STATE in fields:
            harvest.state = fields[STATE]
            harvest.ended = fields.get("blogforever-ended")
            harvest.report = fields.get("blogforever-report")
            harvest.options = _json_object(fields.get("blogforever-wishes", "")) or harvest.options


def _is_sound(about: dict[str, str]) -> bool:
    """True when the ids are such as we give: they become parts of file names."""
    ids = (about.get(f"blogforever-{name}", "") for name in ("archive", "blog", "harvest"))
    try:
        began = datetime.fromisoformat(about.get("blogforever-began", ""))
    except ValueError:
        return False
    return began.tzinfo is not None and all(map(is_random_id, ids))


def _learn_from_captures(harvest: FoundHarvest, path: Path) -> None:
    """A file of an earlier version: the first page that was requested is where the harvest began."""
    lines = sorted(read_index(path), key=lambda line: line.offset)
    first = next((line for line in lines if not line.address.endswith("/robots.txt")), None)
    if first is not None:
        harvest.start = first.address
        moment = first.timestamp.ljust(14, "0")
        day, time = moment[:8], moment[8:]
        harvest.began = f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:6]}+00:00"


def _warcinfo(path: Path) -> dict[str, str] | None:
    try:
        with path.open("rb") as file:
            member = read_member(file, 0, most=_HEAD)
    except (OSError, TornMember, DamagedMember):
        return None
    record = read_record(member.content) if member else None
    return dict(parse_warc_fields(record.block)) if record and record.kind == "warcinfo" else None


def _records_behind(path: Path) -> Iterator[dict[str, str]]:
    """What the records behind the captures say about the harvest: the last word counts."""
    last = max((line.end for line in read_index(path)), default=0)
    with suppress(OSError), path.open("rb") as file:
        for member in whole_members(file, last, most=_HEAD):
            record = read_record(member.content)
            if record and record.kind == "metadata":
                yield dict(parse_warc_fields(record.block))


def _json_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
