"""Where the archive is: what the user says, else what the environment says, else a folder right here."""

import os
from pathlib import Path

VARIABLE = "BLOGFOREVER_ARCHIVE"
DEFAULT = Path("blogforever-archive")


def archive_place(archive: str | None) -> Path:
    """The archive's folder."""
    return Path(archive or os.environ.get(VARIABLE) or DEFAULT)
