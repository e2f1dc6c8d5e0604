"""How far harvests are: a living line for each blog on a terminal, else a plain line now and then. All on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from blogforever.cli.terminal_text import plain
from blogforever.cli.words import count, duration

if TYPE_CHECKING:
    from blogforever.actions.harvest import Progress

_EVERY = 10.0
"""Seconds between two plain lines of a blog."""
_SOON = 5.0
"""Seconds before which the rate says nothing about the end."""

Watch = Callable[["Progress"], None]


@contextmanager
def watching() -> Iterator[Watch]:
    """A function that shows the progress that it is given."""
    if sys.stderr is not None and sys.stderr.isatty():
        console = Console(stderr=True)
        with Live(console=console, transient=True, refresh_per_second=4) as live:
            yield _Display(live).show
    else:
        yield _PlainLines().show


def told(progress: "Progress") -> str:
    """How far it is, in one line."""
    done = progress.pages + progress.media
    rate = done / progress.seconds if progress.seconds else 0.0
    parts = [
        count(progress.posts, "post"), count(progress.pages, "page"), f"{progress.media:,} media",
        count(progress.failures, "failure"), f"{rate:.1f} a second", duration(progress.seconds),
    ]  # fmt: skip
    if progress.is_stopping:
        parts.append("finishing what is in flight (Ctrl-C again stops at once)")
    elif progress.seconds >= _SOON and rate and progress.waiting:
        parts.append(f"at least {duration(progress.waiting / rate)} left")
    return ", ".join(parts)


class _Display:
    """One line for each blog that is under way."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._lines: dict[str, tuple[Spinner, str]] = {}

    def show(self, progress: "Progress") -> None:
        spinner = self._lines[progress.blog][0] if progress.blog in self._lines else Spinner("dots")
        self._lines[progress.blog] = (spinner, told(progress))
        grid = Table.grid(padding=(0, 1))
        for blog, (turning, said) in self._lines.items():
            grid.add_row(turning, Text(plain(blog), style="bold", overflow="ellipsis", no_wrap=True))
            grid.add_row("", Text(said))
        self._live.update(grid)


class _PlainLines:
    """For logs: a line of each blog every few seconds."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}

    def show(self, progress: "Progress") -> None:
        if progress.seconds - self._last.get(progress.blog, 0.0) >= _EVERY:
            self._last[progress.blog] = progress.seconds
            click.echo(f"{plain(progress.blog)}: {told(progress)}", err=True)
