"""Files that the user named: read and written with errors that name them."""

import os
from contextlib import suppress
from pathlib import Path

from blogforever.errors import TooLarge, UnreadableFile
from blogforever.store.disk import sync_folder


def read_bytes(file: Path | str, *, most: int) -> bytes:
    """What is in the file. Raises UnreadableFile, or TooLarge beyond `most` bytes."""
    path = Path(file)
    try:
        if path.is_dir():
            raise UnreadableFile(str(file), "is a folder, not a file", "Name the files in it.")
        with path.open("rb") as source:
            content = source.read(most + 1)
    except OSError as error:
        raise UnreadableFile(str(file), f"cannot be read ({_why(error)})", "Check its name and permissions.") from error
    except ValueError as error:  # a NUL in the name
        raise UnreadableFile(repr(str(file)), "is no name of a file", "Check its name.") from error
    if len(content) > most:
        raise TooLarge(str(file), f"is larger than {most:,} bytes", "Nothing that a blog writes is: check the file.")
    return content


def write_text(file: Path | str, text: str) -> None:
    """Write the text whole or not at all; links are followed, and what is no regular file is written into."""
    content = text.encode("utf-8")
    try:
        path = Path(os.path.realpath(file))
        if path.exists() and not path.is_file():  # a device or a pipe: a draft would take its place
            path.write_bytes(content)
        else:
            _replace(path, content)
    except ValueError as error:  # a NUL in the name
        raise UnreadableFile(repr(str(file)), "is no name of a file", "Check its name.") from error
    except OSError as error:
        raise UnreadableFile(str(file), f"cannot be written ({_why(error)})", "Check the folder.") from error


def _replace(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)
    except OSError:
        with suppress(OSError):  # the first error is the one to tell
            draft.unlink()
        raise


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
