"""Which WARC files belong to which harvest: by their names.

A name holds the random ids of an archive, a blog and a harvest, so that no other database, and no other state of the
same database, gives the same name twice:

    <archive>-<blog>-<harvest>-<time>-<number>.warc.gz

A file that does not belong to any harvest of the database is not ours: it is neither read nor written nor deleted.
"""

import re
import secrets
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from blogforever.errors import BadArchive

_NAME = re.compile(r"(?P<prefix>.+)-(?P<time>[0-9]{14})-(?P<number>[0-9]{5})\.warc\.gz")
_CHARACTERS = string.ascii_lowercase + string.digits
_LENGTH = 10
_MOST_NAMED = 3
_CAPTURES = (".warc.gz", ".warc", ".arc.gz", ".arc")


def random_id() -> str:
    """The id of an archive, a blog or a harvest; in lower case, since some file systems ignore case."""
    return "".join(secrets.choice(_CHARACTERS) for _ in range(_LENGTH))


def is_random_id(text: str) -> bool:
    """True for what `random_id` could have given."""
    return len(text) == _LENGTH and set(text) <= set(_CHARACTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OldNames:
    """The names of a harvest of an earlier version, which had the numbers of the database in them.

    Another database numbers its harvests alike, but hardly had one at the same time.
    """

    prefix: str
    since: str
    """Fourteen digits, as in the names."""
    until: str | None
    """None for a harvest that has not ended."""

    def has(self, prefix: str, time: str) -> bool:
        """True for a name of this harvest."""
        return prefix == self.prefix and self.since <= time and (self.until is None or time <= self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestFiles:
    """The names of a harvest's files."""

    prefix: str
    """Of those that are written, and may be deleted."""
    old: OldNames | None = None
    """Those that an earlier version wrote: only read."""

    def has(self, name: str) -> bool:
        """True for the name of a file that belongs to the harvest."""
        parts = _NAME.fullmatch(name)
        return bool(parts and (parts["prefix"] == self.prefix or (self.old and self.old.has(*parts.group(1, 2)))))


def file_name(prefix: str, now: datetime, number: int) -> str:
    """The name of a new file."""
    return f"{prefix}-{now:%Y%m%d%H%M%S}-{number:05d}.warc.gz"


def file_prefix(name: str) -> str | None:
    """What identifies the harvest in the name of a file; None for a name that is not of our form."""
    parts = _NAME.fullmatch(name)
    return parts["prefix"] if parts else None


def file_number(path: Path) -> int:
    """The running number in a name of ours."""
    return int(path.name[-13:-8])


def harvest_files(folder: Path, known: Mapping[int, HarvestFiles]) -> list[tuple[int, Path]]:
    """The WARC files of these harvests, each with the number of its harvest, in the order of writing."""
    owners = {prefix: number for number, files in known.items() for prefix in _prefixes(files)}
    matching = []
    for path in _paths(folder):
        parts = _NAME.fullmatch(path.name)
        number = owners.get(parts["prefix"]) if parts else None
        if parts and number is not None and known[number].has(path.name):
            matching.append((number, parts["prefix"] == known[number].prefix, file_number(path), path))
    return [(number, path) for number, _, _, path in sorted(matching)]


def files_written(folder: Path, prefix: str) -> list[Path]:
    """The WARC files whose names begin so, in the order of writing."""
    return [path for _, path in harvest_files(folder, {0: HarvestFiles(prefix=prefix)})]


def captures_in(folder: Path) -> list[Path]:
    """All files of captures that lie in the folder, whoever wrote them."""
    return [path for path in _paths(folder) if path.name.endswith(_CAPTURES)]


def foreign_files(paths: Iterable[Path], known: Mapping[int, HarvestFiles]) -> list[Path]:
    """Those of the files that belong to none of the harvests."""
    owners = {prefix: files for files in known.values() for prefix in _prefixes(files)}
    matching = []
    for path in paths:
        parts = _NAME.fullmatch(path.name)
        owner = owners.get(parts["prefix"]) if parts else None
        if owner is None or not owner.has(path.name):
            matching.append(path)
    return matching


def foreign_note(paths: Sequence[Path]) -> str:
    """The message about files that do not belong to any harvest."""
    count, names = len(paths), [_printable(path.name) for path in paths[:_MOST_NAMED]]
    who = "1 file in warc/ belongs" if count == 1 else f"{count:,} files in warc/ belong"
    named = ", ".join([*names, "…"] if count > len(names) else names)
    left = "is" if count == 1 else "are"
    return f"{who} to no harvest of this database and {left} left alone: {named} (`blogforever verify` names them)"


def _printable(name: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in name)


def _prefixes(files: HarvestFiles) -> tuple[str, ...]:
    return (files.prefix, files.old.prefix) if files.old else (files.prefix,)


def _paths(folder: Path) -> list[Path]:
    """The files in the folder; what else lies there (folders, pipes, links to nowhere) is not for us to open."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_file())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        problem = f"cannot be read ({(error.strerror or '').lower()})"
        raise BadArchive(str(folder), problem, "Check that you may read it.") from error
