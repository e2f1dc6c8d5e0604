"""Progress, on stderr."""

import sys
import time


class Progress:
    """Counts the steps of one part; a line that rewrites itself on a terminal, a line now and then otherwise."""

    def __init__(self, part: str, steps: int) -> None:
        self.part, self.steps, self.done = part, steps, 0
        self.began = time.monotonic()

    def step(self, name: str) -> None:
        """One more step is done."""
        self.done += 1
        line = f"{self.part}: {self.done}/{self.steps}, {time.monotonic() - self.began:.0f} s, {name}"
        if sys.stderr.isatty():
            print(f"\r\033[K{line}", end="" if self.done < self.steps else "\n", file=sys.stderr, flush=True)
        elif self.done % 10 == 0 or self.done == self.steps:
            print(line, file=sys.stderr, flush=True)
