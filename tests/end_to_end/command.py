"""The program as a user starts it: each harvest is a process of its own, for Scrapy runs once in a process."""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("blogforever")
_LONGEST = 240


def start_harvest(address, archive, *options, store=None):
    """A harvest that runs; nothing waits for it."""
    command = [PROGRAM, "harvest", address, *_place(archive, store), *map(str, options)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def harvest(address, archive, *options, store=None, code=0):
    """A harvest from beginning to end; what it said. Fails when the program ends with another code."""
    running = start_harvest(address, archive, *options, store=store)
    _, said = running.communicate(timeout=_LONGEST)
    assert running.returncode == code, said
    return said


def export(archive, *, store=None):
    """The posts of the archive as users get them, sorted, without the times of capture."""
    command = [PROGRAM, "export", *_place(archive, store)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=_LONGEST)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return sorted((_without_clock(record) for record in records if record["type"] == "post"), key=str)


def _place(archive, store):
    return ["--archive", str(archive), *(["--store", store] if store else [])]


def _without_clock(value):
    """Without the times of capture, of comments too."""
    if isinstance(value, dict):
        return {name: _without_clock(part) for name, part in value.items() if name != "captured_at"}
    return [_without_clock(part) for part in value] if isinstance(value, list) else value
