"""Progress of harvests and verifications on stderr: live on a terminal, else a plain line every few seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from blogforever.cli.terminal_text import count, duration, plain

if TYPE_CHECKING:
    from blogforever.actions.harvest import Progress
    from blogforever.actions.verify import VerifyProgress

_EVERY = 10.0
"""Seconds between two plain lines about the same blog."""
_FIRST_ESTIMATE = 5.0
"""Seconds after which the remaining time can be estimated."""

Watch = Callable[["Progress"], None]
VerifyWatch = Callable[["VerifyProgress"], None]


@contextmanager
def watching() -> Iterator[Watch]:
    """A function that shows the progress that is passed to it."""
    if sys.stderr is not None and sys.stderr.isatty():
        console = Console(stderr=True)
        with Live(console=console, transient=True, refresh_per_second=4) as live:
            yield _Display(live).show
    else:
        yield _PlainLines().show


def progress_line(progress: "Progress") -> str:
    """The progress in one line."""
    done = progress.pages + progress.media
    rate = done / progress.seconds if progress.seconds else 0.0
    parts = [
        count(progress.posts, "post"), count(progress.pages, "page"), f"{progress.media:,} media",
        count(progress.failures, "failure"), f"{rate:.1f} per second", duration(progress.seconds),
    ]  # fmt: skip
    if progress.is_stopping:
        parts.append("finishing the requests in flight (press Ctrl-C again to stop immediately)")
    elif progress.seconds >= _FIRST_ESTIMATE and rate and progress.waiting:
        parts.append(f"at least {duration(progress.waiting / rate)} left")
    return ", ".join(parts)


class _Display:
    """One line for each blog that is being harvested."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._lines: dict[str, tuple[Spinner, str]] = {}

    def show(self, progress: "Progress") -> None:
        spinner = self._lines[progress.blog][0] if progress.blog in self._lines else Spinner("dots")
        self._lines[progress.blog] = (spinner, progress_line(progress))
        grid = Table.grid(padding=(0, 1))
        for blog, (spinning, line) in self._lines.items():
            grid.add_row(spinning, Text(plain(blog), style="bold", overflow="ellipsis", no_wrap=True))
            grid.add_row("", Text(line))
        self._live.update(grid)


class _PlainLines:
    """For logs: a line about each blog every few seconds."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}

    def show(self, progress: "Progress") -> None:
        if progress.seconds - self._last.get(progress.blog, 0.0) >= _EVERY:
            self._last[progress.blog] = progress.seconds
            click.echo(f"{plain(progress.blog)}: {progress_line(progress)}", err=True)


@contextmanager
def watching_verification() -> Iterator[VerifyWatch]:
    """A function that shows the progress of a verification that is passed to it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _PlainVerifyLines().show
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with ProgressBar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("database", total=None)

        def show(now: "VerifyProgress") -> None:
            bar.update(task, description=now.part, completed=now.done, total=now.total)

        yield show


class _PlainVerifyLines:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self, now: "VerifyProgress") -> None:
        if time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            share = now.done / now.total if now.total else 0.0
            click.echo(f"verify: {now.part}, {share:.0%} done", err=True)
