"""Compressed bytes, decompressed in time that grows with their size alone, and never to more than is asked for.

Many gzip members one after another cost no more than one of their size. What lies behind the end of a member is copied
by the library for each member, so it is given little at first.
"""

import io
import sys
import zlib
from collections.abc import Iterator

GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
"""zlib finds out by itself which of the two it is."""
BARE_DEFLATE = -zlib.MAX_WBITS
_FIRST_STEP = 256
_LARGEST_STEP = 1 << 16
_MOST_ENCODINGS = 3
"""One in another. Honest servers use one."""


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


def decompress(body: bytes, content_encoding: str, most: int) -> bytes:
    """The body without its content encodings, at most so many bytes; what cannot be decompressed stays."""
    encodings = [name.strip() for name in content_encoding.lower().split(",", _MOST_ENCODINGS)][:_MOST_ENCODINGS]
    for encoding in reversed(encodings):
        body = _decompress_once(body, encoding, most)
    return body


def _decompress_once(body: bytes, encoding: str, most: int) -> bytes:
    if encoding in _RARE:
        try:
            return _RARE[encoding](body, most)
        except Exception:  # noqa: BLE001 - each of these libraries has errors of its own
            return body
    if "gzip" not in encoding and "deflate" not in encoding:
        return body
    for window in (GZIP_OR_ZLIB, BARE_DEFLATE):
        try:
            return _inflate(body, window, most)
        except zlib.error:
            continue
    return body


def _inflate(body: bytes, window: int, most: int) -> bytes:
    """All parts of the data one after another, as some servers pack them; padding after the first does not count."""
    found = bytearray()
    try:
        for piece in Members(body, window=window):
            found += piece
            if len(found) >= most:
                break
    except zlib.error:
        if not found:
            raise
    return bytes(found[:most])


def _unbrotli(body: bytes, most: int) -> bytes:
    import brotli  # noqa: PLC0415 - hardly ever needed

    decompressor = brotli.Decompressor()
    found = bytearray(decompressor.process(body, output_buffer_limit=_LARGEST_STEP))
    while len(found) < most and not decompressor.is_finished():
        piece = decompressor.process(b"", output_buffer_limit=_LARGEST_STEP)
        if not piece:
            break
        found += piece
    return bytes(found[:most])


def _unzstd(body: bytes, most: int) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415 - hardly ever needed
    else:
        from backports import zstd  # noqa: PLC0415 - the same
    found = bytearray()
    try:
        with zstd.ZstdFile(io.BytesIO(body)) as stream:
            while len(found) < most and (piece := stream.read(_LARGEST_STEP)):
                found += piece
    except EOFError:  # it breaks off: as much of it as there is
        pass
    return bytes(found[:most])


_RARE = {"br": _unbrotli, "zstd": _unzstd}
"""Encodings that we do not ask for; the WARC files of others may hold them."""
