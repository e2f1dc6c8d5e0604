"""The program with a reader that a marked page poisons (see poison/sitecustomize.py), and what is left of it after."""

import json
import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from blogforever.model.harvest import CrawlLimits
from tests.hostile.ground import PROGRAM, Ground, Run

MARK = "hemlock"
POISON = Path(__file__).with_name("poison")
PATIENT = CrawlLimits(reading=600.0, silence=600.0, long_silence=600.0, grace=3.0, memory=700_000_000)
"""For those who stop the program themselves."""
FROM_INSIDE = replace(PATIENT, reading=1.0, learning=1.0)
FROM_OUTSIDE = replace(PATIENT, silence=5.0, long_silence=15.0)
_VANISHES = 30.0


def poisoned_page(title: str = "A cup of tea") -> str:
    """A page that looks like a post."""
    words = "The tea stood on the table for as long as the rain fell, and nobody drank of it that day. " * 20
    return (
        f"<html><head><title>{title}</title></head><body><article><h1 class=entry-title>{title}</h1>"
        f"<time datetime='2014-05-06'>6 May 2014</time><div class=entry-content><p>{words}{MARK}</p></div>"
        "</article></body></html>"
    )


@dataclass
class Poisoned:
    """The program on an attack's ground."""

    ground: Ground
    kind: str
    at: str = "page"
    limits: CrawlLimits = FROM_OUTSIDE

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PYTHONPATH": os.pathsep.join(filter(None, [str(POISON), os.environ.get("PYTHONPATH")])),
            "POISON": self.kind, "POISON_AT": self.at, "POISON_LOG": str(self._log),
            "POISON_LIMITS": json.dumps(asdict(self.limits)),
        }  # fmt: skip

    @property
    def doses(self) -> int:
        """How often the poison worked so far."""
        return len(self._log.read_text("utf-8").splitlines()) if self._log.exists() else 0

    def run(self, *arguments: object, within: float) -> Run:
        """The command from beginning to end; nothing of it is left over."""
        run = self.ground.blogforever(
            *arguments, *self._place(arguments[0]), within=within, environment=self.environment
        )
        assert self.left_over() == []
        return run

    def start(self, *arguments: object) -> "subprocess.Popen[str]":
        """The command, once the poison has begun to work."""
        environment = {**os.environ, **self.environment}
        command = [PROGRAM, *map(str, arguments), *map(str, self._place(arguments[0]))]
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )  # fmt: skip
        before, deadline = self.doses, time.monotonic() + 120
        while self.doses == before:
            assert running.poll() is None, running.communicate()[0]
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return running

    def left_over(self) -> list[str]:
        """The commands that still run a few seconds after the end."""
        deadline = time.monotonic() + _VANISHES
        while (left := self._processes()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return list(left.values())

    def state(self) -> str:
        """Of the newest harvest."""
        return self._rows("SELECT state FROM harvests ORDER BY id DESC LIMIT 1")[0][0]

    def reasons(self, part: str) -> list[str]:
        """What the ledger says of addresses that contain this."""
        rows = self._rows("SELECT outcome, reason, address FROM addresses")
        return [f"{outcome}: {reason}" for outcome, reason, address in rows if part in address]

    def posts(self) -> int:
        return self._rows("SELECT count(*) FROM posts")[0][0]

    @property
    def _log(self) -> Path:
        return self.ground.folder / "doses"

    def _place(self, command: object) -> tuple[object, ...]:
        common = () if command == "probe" else ("--archive", self.ground.archive)
        return common if command == "reextract" else (*common, "--delay", 0)

    def _rows(self, question: str) -> list[tuple]:
        with closing(sqlite3.connect(self.ground.archive / "archive.sqlite")) as database:
            return database.execute(question).fetchall()

    def _processes(self) -> dict[int, str]:
        """Those that were started with our environment, by whomever."""
        mark = f"POISON_LOG={self._log}".encode()
        found = {}
        for name in os.listdir("/proc"):  # noqa: PTH208 - ten times as quick as iterdir
            if name.isdecimal() and int(name) != os.getpid():
                with suppress(OSError):
                    if mark in Path("/proc", name, "environ").read_bytes().split(b"\0"):
                        found[int(name)] = Path("/proc", name, "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return found
