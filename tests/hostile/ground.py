"""Where one attack takes place: a folder of its own, and the program as a user starts it, measured and bounded."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("blogforever"))
_PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
_LOOK_EVERY = 0.1
_BEGUN = re.compile(r"^blogforever: harvesting .*\n", re.MULTILINE)
"""What a harvest says at once; it is no error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How the program ended."""

    code: int
    output: str
    errors: str
    seconds: float
    peak_mb: float
    """The most that the program and all its children held in memory together; what they share counts for each."""
    held_mb: float
    """The same, but what they share counts once."""


@dataclass(slots=True)
class Ground:
    """Runs the program, and remembers what that cost."""

    folder: Path
    runs: list[Run] = field(default_factory=list)

    @property
    def archive(self) -> Path:
        """Where harvests go."""
        return self.folder / "archive"

    @property
    def seconds(self) -> float:
        """Of all runs together."""
        return sum(run.seconds for run in self.runs)

    @property
    def peak_mb(self) -> float:
        """Of the run that took the most memory."""
        return max((run.peak_mb for run in self.runs), default=0.0)

    def harvest(self, address: str, *options: object, within: float = 60.0, **settings: object) -> Run:
        """A harvest without delay, into this ground's archive. Fails when it takes longer than `within` seconds."""
        return self.blogforever(
            "harvest", address, "--archive", self.archive, "--delay", 0, *options, within=within, **settings
        )

    def blogforever(
        self,
        *arguments: object,
        within: float = 60.0,
        before: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """The command; `before` is a program that starts it, such as `unshare --net`."""
        command = [*before, PROGRAM, *map(str, arguments)]
        output, errors = self.folder / "output", self.folder / "errors"
        began = time.monotonic()
        with output.open("wb") as told, errors.open("wb") as said:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=told, stderr=said, start_new_session=True,
                env={**os.environ, **(environment or {})},
            )  # fmt: skip
            peak, held, in_time = _watch(process, began + within)
        run = Run(
            code=process.returncode,
            output=output.read_text("utf-8", "replace"),
            errors=_BEGUN.sub("", errors.read_text("utf-8", "replace")),
            seconds=time.monotonic() - began,
            peak_mb=peak / 1e6,
            held_mb=held / 1e6,
        )
        self.runs.append(run)
        assert in_time, f"it went on for more than {within:.0f} seconds: {run.errors[-500:]}"
        return run


def family_of(pid: int) -> set[int]:
    """The process and all that descend from it."""
    parents = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - ten times as quick as iterdir
        if name.isdecimal():
            try:
                told = Path("/proc", name, "stat").read_text("utf-8", "replace")
            except OSError:
                continue
            parents[int(name)] = int(told.rpartition(")")[2].split()[1])
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return family


def _watch(process: "subprocess.Popen[bytes]", deadline: float) -> tuple[int, int, bool]:
    """The most bytes that the process and its children held, in two measures; and whether it ended in time.

    It is over afterwards.
    """
    peak, held, family = 0, 0, {process.pid}
    while process.poll() is None:
        family |= family_of(process.pid)
        peak = max(peak, sum(map(_resident, family)))
        held = max(held, sum(map(_own_share, family)))
        if time.monotonic() > deadline:
            for pid in family:
                _kill(pid)
            process.wait()
            return peak, held, False
        time.sleep(_LOOK_EVERY)
    return peak, held, True


def _own_share(pid: int) -> int:
    """Bytes that the process holds; of what it shares with others its part."""
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8")
        return next(int(line.split()[1]) * 1024 for line in told.splitlines() if line.startswith("Pss:"))
    except (OSError, StopIteration, ValueError):
        return 0


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * _PAGE_SIZE
    except (OSError, IndexError, ValueError):
        return 0


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
