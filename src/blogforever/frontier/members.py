"""What gzip and zlib packed, unpacked piece by piece: many parts one after another cost no more than one of their size.

What lies behind the end of a part is copied by the library for each part, so it is given little at first.
"""

import zlib
from collections.abc import Iterator

GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
"""zlib finds out by itself which of the two it is."""
BARE_DEFLATE = -zlib.MAX_WBITS
_FIRST_STEP = 256
_LARGEST_STEP = 1 << 16


class Members:
    """The parts of packed bytes, each unpacked in small pieces. Iterating raises zlib.error where they are damaged."""

    def __init__(self, content: bytes, *, window: int = GZIP_OR_ZLIB) -> None:
        self._content = memoryview(content)
        self._window = window
        self.place = 0
        """Where the next part begins, once one has ended."""
        self.breaks_off = False
        """The bytes end before the last part does."""

    def __iter__(self) -> Iterator[bytes]:
        while self.place < len(self._content):
            yield from self._unpack_one()

    def starts_with(self, mark: bytes) -> bool:
        """True when the next part begins so."""
        return self._content[self.place : self.place + len(mark)] == mark

    def _unpack_one(self) -> Iterator[bytes]:
        unpacker = zlib.decompressobj(self._window)
        place, step = self.place, _FIRST_STEP
        while not unpacker.eof:
            data: bytes | memoryview = unpacker.unconsumed_tail
            if not data:
                data = self._content[place : place + step]
                place += len(data)
                step = min(2 * step, _LARGEST_STEP)
                if not data:
                    self.breaks_off = True
                    break
            if piece := unpacker.decompress(data, _LARGEST_STEP):
                yield piece
        self.place = place - len(unpacker.unused_data)
