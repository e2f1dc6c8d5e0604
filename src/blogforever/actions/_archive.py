"""Which archive is meant (the argument, else the environment, else a folder right here), and how it is opened.

Also how messages name it in the commands that they suggest, so that these can be copied and run.
"""

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from blogforever.errors import BadArchive, NotInArchive
from blogforever.model.archive import ArchivedBlog
from blogforever.model.secrets import secrets_in, without_secrets
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import Database, open_existing
from blogforever.store.queries.blogs import list_blogs as read_blogs

ARCHIVE_VARIABLE = "BLOGFOREVER_ARCHIVE"
DEFAULT = Path("blogforever-archive")
_SUGGESTED = re.compile(
    r"\bblogforever (?:blogs merge|blogs|posts|show|search|ledger|why|include|exclude|rules|export|reextract|verify"
    r"|rebuild|harvest|update|watch|versions|diff|history|at|stats)\b"
    r"(?![^`\n]* --(?:archive|store|feed)\b)"
)


def archive_folder(archive: Path | str | None) -> Path:
    """The folder of the archive. Raises BadArchive for what cannot be one: a file, or an address."""
    named = archive or os.environ.get(ARCHIVE_VARIABLE) or DEFAULT
    if "://" in str(named):
        next_step = "Give the address of a PostgreSQL server with --store; --archive is a folder on this machine."
        raise BadArchive(str(named), "is an address, not a folder", next_step)
    folder = Path(named)
    if folder.is_file():
        next_step = "Give the folder that holds the archive, or one that is to be made, with --archive."
        raise BadArchive(str(folder), "is a file, not a folder", next_step)
    return folder


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenArchive:
    """An archive that is open for reading."""

    folder: Path
    database: Database


@contextmanager
def open_archive(archive: Path | str | None = None, store: str | None = None) -> Iterator[OpenArchive]:
    """Open the archive for reading; `archive_folder` decides which. Raises NotInArchive if there is none."""
    folder = archive_folder(archive)
    with closing(open_existing(folder, store)) as database, damage_told(lambda: database):
        yield OpenArchive(folder=folder, database=database)


def list_blogs(archive: OpenArchive) -> tuple[ArchivedBlog, ...]:
    """All blogs in the order in which they were first harvested. Raises NotInArchive if there is none."""
    archived = read_blogs(archive.database)
    if not archived:
        next_step = "Harvest a blog first: blogforever harvest URL"
        raise NotInArchive(archive.database.subject, "the archive does not contain a blog yet", next_step)
    return archived


def archive_arguments(archive: str | None, store: str | None) -> str:
    """The options that name the archive, with a space before them; empty if the user named none.

    An address of a server may contain a password, which is not repeated.
    """
    folder = f" --archive {shlex.quote(archive)}" if archive else ""
    return folder + (f" --store {shlex.quote(without_secrets(store, secrets_in(store)))}" if store else "")


def name_archive(text: str, archive: str | None, store: str | None) -> str:
    """The text, with the archive named in each command that it suggests."""
    arguments = archive_arguments(archive, store)
    return _SUGGESTED.sub(lambda command: command.group() + arguments, text) if arguments else text
