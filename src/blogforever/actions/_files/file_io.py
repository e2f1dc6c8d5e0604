"""Files that the user named: read within a limit, written atomically. Errors name the file.

A file that is written appears completely or not at all, even after a power failure.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from blogforever.errors import TooLarge, UnreadableFile
from blogforever.store.disk import sync_folder

_WEB_ADDRESS = re.compile(r"(https?):/+", re.IGNORECASE)
"""A path has lost the second slash."""


def read_stream(stream: BinaryIO, name: str, *, most: int) -> bytes:
    """The content of an open file. Raises TooLarge for more than `most` bytes."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise TooLarge(name, f"is larger than {most:,} bytes", "Pages and feeds of blogs are smaller: check the file.")
    return content


def read_bytes(file: Path | str, *, most: int) -> bytes:
    """The content of the file. Raises UnreadableFile, or TooLarge for more than `most` bytes."""
    path = Path(file)
    try:
        if path.is_dir():
            raise UnreadableFile(str(file), "is a folder, not a file", "Give the names of the files in it.")
        with path.open("rb") as source:
            return read_stream(source, str(file), most=most)
    except OSError as error:
        refuse_web_address(file)
        reason = (error.strerror or type(error).__name__).lower()
        raise UnreadableFile(str(file), f"cannot be read ({reason})", "Check its name and permissions.") from error
    except ValueError as error:  # a NUL in the name
        raise UnreadableFile(repr(str(file)), "is not a file name", "Check the name.") from error


def refuse_web_address(file: Path | str, needed: str = "a file is needed here") -> None:
    """Raises UnreadableFile for a web address in the place of a file, which nobody downloads here."""
    address = _WEB_ADDRESS.match(str(file))
    if address and not os.path.lexists(file):
        written = f"{address[1]}://{str(file)[address.end() :]}"  # a path has lost one of the slashes
        next_step = "Save it to a file first. A whole blog is kept by: blogforever harvest URL"
        raise UnreadableFile(written, f"is a web address, but {needed}", next_step)


@contextmanager
def atomic_write(file: Path | str) -> Iterator[Path]:
    """A temporary path to write to: it replaces the file at the end, or is removed if the work fails.

    Symbolic links are followed; what is not a regular file (a pipe, a device) is written to directly. Raises
    UnreadableFile.
    """
    try:
        path = Path(os.path.realpath(file))
        is_folder, in_place = path.is_dir(), path.exists() and not path.is_file()
    except ValueError as error:  # a NUL in the name
        raise UnreadableFile(repr(str(file)), "is not a file name", "Check the name.") from error
    except OSError as error:  # a name that is too long, a folder that may not be entered
        raise _unwritable(file, error) from error
    if is_folder:
        raise UnreadableFile(str(file), "is a folder, not a file", "Give the name of a file in it.")
    draft = path if in_place else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield draft
        if not in_place:
            with draft.open("rb") as written:
                os.fsync(written.fileno())
            draft.replace(path)
            sync_folder(path.parent)
    except OSError as error:
        raise _unwritable(file, error) from error
    finally:
        if not in_place:
            with suppress(OSError):  # it has replaced the file, or was never created
                draft.unlink()


def write_text(file: Path | str, text: str) -> None:
    """Write the text to the file in UTF-8, completely or not at all. Raises UnreadableFile."""
    content = text.encode("utf-8")
    with atomic_write(file) as draft:
        draft.write_bytes(content)


def _unwritable(file: Path | str, error: OSError) -> UnreadableFile:
    reason = (error.strerror or type(error).__name__).lower()
    return UnreadableFile(str(file), f"cannot be written ({reason})", "Check the folder and the free disk space.")
