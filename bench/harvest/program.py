"""The program as a user starts it, with what it costs."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PROGRAM = str(Path(sys.executable).with_name("blogforever"))

Record = dict[str, Any]
Watch = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a process ended."""

    code: int
    said: str
    """What it wrote, to both of its outputs."""
    cpu: float
    """Seconds, of user and system together."""
    seconds: float
    peak_mb: float


def run(command: Sequence[str], watch: Watch | None = None) -> Run:
    """Run the command to its end; `watch` gets its process id once a second."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
        while watch is not None and os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            watch(child.pid)
            time.sleep(1)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return Run(
            code=child.returncode,
            said=said.read().decode("utf-8", "replace").strip(),
            cpu=used.ru_utime + used.ru_stime,
            seconds=time.monotonic() - began,
            peak_mb=used.ru_maxrss / 1024,
        )


def harvest_command(address: str, archive: Path, *options: str) -> list[str]:
    """The harvest of one blog without delay."""
    return [PROGRAM, "harvest", address, "--archive", str(archive), "--delay", "0", *options]


def export(archive: Path, file: Path, *options: str) -> list[Record]:
    """The archive's posts, written to the file too; none when it holds no blog."""
    done = run([PROGRAM, "export", "--archive", str(archive), "--output", str(file), *options])
    if done.code:
        print(f"bench: {' '.join(done.said.split())}", file=sys.stderr)
        return []
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [record for record in records if record["type"] == "post"]


def without_clock(records: list[Record], port_of: str = "") -> list[Record]:
    """The records sorted, without the times of capture; `port_of`: the address whose port is left out too."""
    port = f":{urlsplit(port_of).port}" if port_of else ""
    written = sorted(json.dumps(_timeless(record), sort_keys=True) for record in records)
    return [json.loads(line.replace(port, "") if port else line) for line in written]


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(part) for name, part in value.items() if name != "captured_at"}
    return [_timeless(part) for part in value] if isinstance(value, list) else value
