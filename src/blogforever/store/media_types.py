"""The ending of a media file's name: decided by what is in the file, never by what an address or a server claims.

A file from the network must stay harmless when somebody opens it from the archive folder. What a browser would run as
a page (HTML, SVG, XML, scripts) is therefore kept as text to read, and what nobody knows as bytes to download.
"""

import re

UNKNOWN = ".bin"
_RUNS_IN_A_BROWSER = re.compile(
    rb"(?:\xef\xbb\xbf)?(?>(?:\s|<!--(?:(?!-->).)*-->|<\?[^>]*>)*)"  # what may stand before the first tag
    rb"<(?:(?P<svg>!doctype\s+svg|svg\b|svg:svg\b)|(?P<html>!doctype\s+html|html\b|head\b|body\b|script\b|title\b))",
    re.IGNORECASE | re.DOTALL,
)
_LOOKED_AT = 2_048

_BY_FIRST_BYTES = (
    (b"\xff\xd8\xff", ".jpg"), (b"\x89PNG\r\n\x1a\n", ".png"), (b"GIF87a", ".gif"), (b"GIF89a", ".gif"),
    (b"BM", ".bmp"), (b"II*\0", ".tiff"), (b"MM\0*", ".tiff"), (b"\0\0\1\0", ".ico"),
    (b"\xff\x0a", ".jxl"), (b"\0\0\0\x0cJXL ", ".jxl"), (b"\0\0\0\x0cjP  ", ".jp2"),
    (b"%PDF-", ".pdf"), (b"PK\3\4", ".zip"), (b"\x1f\x8b", ".gz"), (b"7z\xbc\xaf\x27\x1c", ".7z"),
    (b"Rar!\x1a\x07", ".rar"),
    (b"ID3", ".mp3"), (b"\xff\xfb", ".mp3"), (b"\xff\xf3", ".mp3"), (b"\xff\xf2", ".mp3"),
    (b"fLaC", ".flac"), (b"OggS", ".ogg"), (b"MThd", ".mid"), (b"FLV\1", ".flv"), (b"\x1aE\xdf\xa3", ".webm"),
    (b"wOFF", ".woff"), (b"wOF2", ".woff2"),
)  # fmt: skip
_BY_RIFF = {b"WEBP": ".webp", b"WAVE": ".wav", b"AVI ": ".avi"}
_BY_BRAND = {b"avif": ".avif", b"avis": ".avif", b"heic": ".heic", b"heix": ".heic", b"mif1": ".heic", b"M4A ": ".m4a",
             b"qt  ": ".mov"}  # fmt: skip

_BY_TYPE = {
    "text/plain": ".txt", "text/css": ".css.txt", "text/html": ".html.txt", "application/xhtml+xml": ".html.txt",
    "image/svg+xml": ".svg.txt", "text/xml": ".xml.txt", "application/xml": ".xml.txt", "text/javascript": ".js.txt",
    "application/javascript": ".js.txt", "application/json": ".json", "text/csv": ".csv", "text/vtt": ".vtt",
    "application/x-subrip": ".srt", "audio/mpeg": ".mp3", "audio/aac": ".aac",
}  # fmt: skip
"""Only for what has no first bytes to know it by."""
ENDINGS = frozenset({UNKNOWN, ".mp4", *_BY_RIFF.values(), *_BY_BRAND.values(), *_BY_TYPE.values()}) | {
    ending for _, ending in _BY_FIRST_BYTES
}
"""All that there are."""


def ending_for(content: bytes, media_type: str | None) -> str:
    """The ending, with its dot, for a file with this content."""
    page = _RUNS_IN_A_BROWSER.match(content[:_LOOKED_AT])
    if page:
        return ".svg.txt" if page["svg"] else ".html.txt"
    claimed = (media_type or "").partition(";")[0].strip().lower()
    return _by_bytes(content) or _BY_TYPE.get(claimed, UNKNOWN)


def _by_bytes(content: bytes) -> str | None:
    if content[4:8] == b"ftyp":
        return _BY_BRAND.get(content[8:12], ".mp4")
    if content[:4] == b"RIFF":
        return _BY_RIFF.get(content[8:12])
    return next((ending for first, ending in _BY_FIRST_BYTES if content.startswith(first)), None)
