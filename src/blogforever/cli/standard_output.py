"""Standard output that raises our own errors if it cannot be written.

click and rich exit with 1 on a closed pipe: they must never see the OSError.
"""

import io
import sys
from typing import TYPE_CHECKING

from blogforever.errors import UnreadableFile

if TYPE_CHECKING:
    from typing_extensions import Buffer

_NEXT_STEP = "Check where the output goes."


class ReaderLeft(Exception):
    """The reader of the output has closed it, as `head` does."""


def guard_standard_output() -> None:
    """Make writing to a file or pipe raise ReaderLeft or UnreadableFile. Raises UnreadableFile if it is closed."""
    if sys.stdout is None:
        raise UnreadableFile("standard output", "is closed", _NEXT_STEP)
    if not sys.stdout.isatty():
        guarded = io.BufferedWriter(_Guarded(sys.stdout.fileno(), "wb", closefd=False))
        sys.stdout = io.TextIOWrapper(guarded, encoding=sys.stdout.encoding, errors="replace")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # blogs use characters that not every terminal has


class _Guarded(io.FileIO):
    """After the first failure everything is dropped: Python flushes its buffer at exit."""

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
            reason = (error.strerror or type(error).__name__).lower()
            raise UnreadableFile("standard output", f"cannot be written ({reason})", _NEXT_STEP) from error
