"""Ends harvests by force, and looks whether what they left is whole."""

import signal
import subprocess
from collections import Counter
from hashlib import sha256

from warcio.archiveiterator import ArchiveIterator

MOST_STARTS = 200


def kill_again_and_again(start, *, kills, longest, chance):
    """Start a harvest, kill it after a random time of at most `longest` seconds, start it again, and so on.

    `start()` gives the running process. The last one is left to end; a harvest that is done before its kill counts
    as none. How many were killed.
    """
    killed = 0
    for _ in range(MOST_STARTS):
        running = start()
        if killed == kills:
            _, said = running.communicate()
            assert running.returncode == 0, said
            return killed
        try:
            running.communicate(timeout=chance.uniform(0.05, longest))
        except subprocess.TimeoutExpired:
            kill(running)
            killed += 1
        else:
            return killed
    return killed


def kill(running):
    """End the process by force; it has no time to clean up."""
    running.send_signal(signal.SIGKILL)
    running.communicate()


def count_records(archive):
    """The records of all WARC files by their type; fails on a file that is not whole or a digest that is wrong."""
    counted = Counter()
    for path in sorted(archive.rglob("*.warc.gz")):
        with path.open("rb") as file:
            for record in ArchiveIterator(file, check_digests="raise"):
                record.content_stream().read()
                counted[record.rec_type] += 1
    assert counted
    return counted


def media_files(archive):
    """The checksums of all media files that the archive holds."""
    return sorted(sha256(path.read_bytes()).hexdigest() for path in (archive / "media").rglob("*") if path.is_file())
