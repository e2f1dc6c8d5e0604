"""Progress of harvests and verifications on stderr: live on a terminal, else plain lines, fewer as time goes by."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import click
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar

from blogforever.cli.harvest_report import end_mark
from blogforever.cli.progress.display import Display
from blogforever.cli.progress.text import end_line, insecure_line, progress_line
from blogforever.cli.terminal_text import count, plain

if TYPE_CHECKING:
    from blogforever.actions.harvest import HarvestEnd
    from blogforever.actions.upkeep.verify import VerifyProgress
    from blogforever.model.harvest import Progress

_EVERY = 10.0
"""Seconds until the first plain line about a blog; each time it takes twice as long until the next."""
_SELDOM = 300.0
"""Seconds that lie between two lines at most."""

VerifyWatch = Callable[["VerifyProgress"], None]


class Watcher(Protocol):
    """Shows what happens to harvests."""

    def plan(self, blogs: Sequence[str], jobs: int) -> None:
        """These blogs are going to be harvested, so many at a time."""

    def show(self, progress: "Progress") -> None:
        """A harvest has come this far."""

    def end(self, end: "HarvestEnd") -> None:
        """The harvest of a blog is over."""


@contextmanager
def watching() -> Iterator[Watcher]:
    """What shows the progress of harvests."""
    if sys.stderr is not None and sys.stderr.isatty():
        live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)
        with live, Display(live) as display:
            yield display
    else:
        yield _PlainLines()


class _PlainLines:
    """For logs: a line when it begins, some while it runs, and one for each of several blogs that ends."""

    def __init__(self) -> None:
        self._planned = 0
        self._ended = 0
        self._next: dict[str, float] = {}

    def plan(self, blogs: Sequence[str], jobs: int) -> None:
        self._planned = len(blogs)
        what = f"{count(len(blogs), 'blog')}, {min(jobs, len(blogs))} at a time" if len(blogs) > 1 else plain(blogs[0])
        click.echo(f"blogforever: harvesting {what}", err=True)

    def show(self, progress: "Progress") -> None:
        if progress.instead_of:
            click.echo(f"blogforever: {insecure_line(progress)}", err=True)
        due = self._next.setdefault(progress.blog, _EVERY)
        if progress.seconds >= due:
            self._next[progress.blog] = progress.seconds + min(due, _SELDOM)
            click.echo(f"{plain(progress.blog)}: {progress_line(progress)}", err=True)

    def end(self, end: "HarvestEnd") -> None:
        self._ended += 1
        if self._planned > 1:
            place = f"{self._ended:,} of {self._planned:,}"
            click.echo(f"{plain(end.address)}: {end_mark(end)} ({place}): {end_line(end)}", err=True)


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
