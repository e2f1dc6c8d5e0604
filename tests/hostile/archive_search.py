"""Whether something is anywhere in an archive: in the database, in media files, in the records of WARC files."""

import gzip
import sqlite3
from pathlib import Path


def where(secret: bytes, archive: Path) -> list[str]:
    """The files of the archive that hold the secret, packed or not."""
    return [str(file.relative_to(archive)) for file in archive.rglob("*") if file.is_file() and secret in _plain(file)]


def ledger_entries(archive: Path) -> dict[str, str]:
    """What the ledger says of each address: outcome and reason."""
    opened = sqlite3.connect(f"file:{archive / 'archive.sqlite'}?mode=ro", uri=True)
    try:
        rows = opened.execute("SELECT address, outcome, reason FROM addresses")
        return {address: f"{outcome}: {reason}" for address, outcome, reason in rows}
    finally:
        opened.close()


def posts(archive: Path) -> int:
    """How many posts the archive has."""
    opened = sqlite3.connect(f"file:{archive / 'archive.sqlite'}?mode=ro", uri=True)
    try:
        return int(opened.execute("SELECT count(*) FROM posts").fetchone()[0])
    finally:
        opened.close()


def _plain(file: Path) -> bytes:
    content = file.read_bytes()
    return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
