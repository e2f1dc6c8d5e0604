"""How far the reading of an archive is: a bar on a terminal, else a plain line now and then. All on stderr."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from blogforever.actions.verify import Verifying

_EVERY = 10.0
"""Seconds between two plain lines."""

Watch = Callable[["Verifying"], None]


@contextmanager
def watching_bytes() -> Iterator[Watch]:
    """A function that shows how far the work is."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _PlainLines().show
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("database", total=None)

        def show(now: "Verifying") -> None:
            bar.update(task, description=now.part, completed=now.done, total=now.total)

        yield show


class _PlainLines:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self, now: "Verifying") -> None:
        if time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            share = now.done / now.total if now.total else 0.0
            click.echo(f"verify: {now.part}, {share:.0%} of all", err=True)
