"""A file that is written piece by piece and appears whole or not at all, even when the power fails."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from blogforever.errors import UnreadableFile
from blogforever.store.disk import sync_folder


@contextmanager
def whole_file(file: Path | str) -> Iterator[Path]:
    """A name to write to; what lies there takes the file's place in the end, or goes when the work fails.

    Links are followed, and what is no regular file (a pipe, a device) is written into. Raises UnreadableFile.
    """
    try:
        path = Path(os.path.realpath(file))
    except ValueError as error:  # a NUL in the name
        raise UnreadableFile(repr(str(file)), "is no name of a file", "Check its name.") from error
    in_place = path.exists() and not path.is_file()
    if path.is_dir():
        raise UnreadableFile(str(file), "is a folder, not a file", "Name a file in it.")
    draft = path if in_place else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield draft
        if not in_place:
            with draft.open("rb") as written:
                os.fsync(written.fileno())
            draft.replace(path)
            sync_folder(path.parent)
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise UnreadableFile(str(file), f"cannot be written ({why})", "Check the folder and the room on it.") from error
    finally:
        if not in_place:
            with suppress(OSError):  # it took the file's place, or was never made
                draft.unlink()
