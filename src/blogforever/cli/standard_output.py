"""Standard output that tells in our words why it cannot be written.

click and rich end the program with 1 when they meet a closed pipe: they must never see the OSError.
"""

import io
import sys
from typing import TYPE_CHECKING

from blogforever.errors import UnreadableFile

if TYPE_CHECKING:
    from typing_extensions import Buffer

_NEXT_STEP = "Check where the output goes."


class ReaderLeft(Exception):
    """The reader of our output has seen enough."""


def guard_standard_output() -> None:
    """From now on writing to a file or pipe raises ReaderLeft or UnreadableFile; without an output this does."""
    if sys.stdout is None:
        raise UnreadableFile("standard output", "is closed", _NEXT_STEP)
    if not sys.stdout.isatty():
        guarded = io.BufferedWriter(_Guarded(sys.stdout.fileno(), "wb", closefd=False))
        sys.stdout = io.TextIOWrapper(guarded, encoding=sys.stdout.encoding, errors="replace")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # blogs write in signs that not every terminal has


class _Guarded(io.FileIO):
    """After the first failure it drops what comes: Python writes the rest of its buffer when it ends."""

    _failed = False

    def write(self, data: "Buffer", /) -> int:
        if self._failed:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BrokenPipeError as error:
            self._failed = True
            raise ReaderLeft from error
        except OSError as error:
            self._failed = True
            why = (error.strerror or type(error).__name__).lower()
            raise UnreadableFile("standard output", f"cannot be written ({why})", _NEXT_STEP) from error
