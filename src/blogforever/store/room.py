"""How much more an archive may take: a harvest ends in order before the disk is full, and before a limit is passed."""

import os
from pathlib import Path

RESERVE = 200_000_000
"""Bytes that stay free: enough to write down all that is known, and for others who use the disk."""
_SMALL_DISK = 10
"""Of a disk that is small, the tenth part stays free."""


def why_full(folder: Path, *, added: int, most: int | None) -> str:
    """Why the harvest must add nothing more to the archive, and what to do; empty while there is room."""
    if most is not None and added >= most:
        return (
            f"--max-size is reached: {in_megabytes(added)} of WARC files and media. "
            "The same command with a larger one, or without, goes on."
        )
    try:
        disk = os.statvfs(folder)
    except OSError:  # whoever writes next is told what is wrong
        return ""
    free, reserve = disk.f_bavail * disk.f_frsize, min(RESERVE, disk.f_blocks * disk.f_frsize // _SMALL_DISK)
    if free >= reserve:
        return ""
    return (
        f"The disk is nearly full: {in_megabytes(free)} are free, and {in_megabytes(reserve)} are kept in reserve. "
        "Make room and give the same command again: it goes on where this stopped."
    )


def in_megabytes(size: int) -> str:
    """A size for people."""
    return f"{size / 1e6:,.1f} MB"
