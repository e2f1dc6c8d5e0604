"""What grows with a blog: memory and the time for a page, over a blog of fifty thousand pages."""

import os
import resource
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.harvest.endless import POSTS
from bench.harvest.program import export, harvest_command, run
from bench.progress import Progress
from tests.hostile.ground import family_of

MOST_MB = 400
SLOWEST = 1.3
_PART = 10_000
_CONNECTIONS = "8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The process at one moment."""

    at: float
    mb: float
    """Resident memory."""
    cpu: float
    """Seconds used so far."""


def measure(folder: Path, posts: int = POSTS) -> dict[str, Any]:
    """Peak memory, and seconds a page for the first and the last pages, by the server's log."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "endless.log"
    server_command = [sys.executable, "-m", "bench.harvest.endless", "--posts", str(posts), "--log", str(log)]
    progress = Progress("growth", 1)
    samples: list[Sample] = []
    with subprocess.Popen(server_command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip() if server.stdout else ""
            archive = folder / "endless"
            command = harvest_command(address, archive, "--no-media", "--concurrency", _CONNECTIONS)
            done = run(command, watch=lambda process: samples.append(_sample(process)))
        finally:
            server.terminate()
    kept = len(export(archive, folder / "endless.jsonl"))
    progress.step("a blog without end")
    times = [float(line.split(" ", 1)[0]) for line in log.read_text("utf-8").splitlines()]
    requests = len(times)
    silence, before = max((after - before, place) for place, (before, after) in enumerate(pairwise(times)))
    if before > len(times) // 2:  # the crawl is over, and all pages are judged; a few requests may follow from that
        del times[before + 1 :]
    part = min(_PART, len(times) // 3)
    return {
        "posts": posts,
        "kept": kept,
        "requests": requests,
        "settling_s": silence,
        "seconds": done.seconds,
        "cpu": done.cpu,
        "peak_mb": max(done.peak_mb, *(sample.mb for sample in samples)),
        "memory": [sample.mb for sample in samples[:: max(1, len(samples) // 10)]],
        "part": part,
        "first_ms": 1000 * (times[part - 1] - times[0]) / part,
        "last_ms": 1000 * (times[-1] - times[-part]) / part,
        "first_cpu_ms": 1000 * _cpu_between(samples, times[0], times[part - 1]) / part,
        "last_cpu_ms": 1000 * _cpu_between(samples, times[-part], times[-1]) / part,
    }


def _sample(process: int) -> Sample:
    """Of the program with all its children together."""
    mb = cpu = 0.0
    for pid in family_of(process):
        with suppress(OSError):  # it has just ended
            told = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            cpu += (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
            mb += int(told[21]) * resource.getpagesize() / 1e6
    return Sample(at=time.time(), mb=mb, cpu=cpu)


def _cpu_between(samples: list[Sample], start: float, end: float) -> float:
    within = [sample.cpu for sample in samples if start <= sample.at <= end]
    return within[-1] - within[0] if within else 0.0
