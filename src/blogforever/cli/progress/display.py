"""Harvests on a terminal: those that run stay at the bottom of the screen, those that ended scroll away above them."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Self

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from blogforever.cli.harvest_report import end_mark
from blogforever.cli.progress.text import doing, doing_in_short, end_line, figures, insecure_line, name, rate
from blogforever.cli.terminal_text import count, duration, plain

if TYPE_CHECKING:
    from blogforever.actions.harvest import HarvestEnd
    from blogforever.model.harvest import Progress

_LONGEST_WORD = len("stopped")
_STYLES = {"done": "green", "limit": "yellow", "stopped": "yellow", "failed": "bold red"}
_EVERY = 0.25
"""Seconds between two drawings."""
_SHARE_FOR_DOING = 3
"""In a row of its own, what a blog is doing takes at most one part of so many."""


@dataclass(slots=True)
class _Running:
    """A blog that is being harvested, as it was last heard of."""

    progress: "Progress"
    began: float = field(default_factory=monotonic)
    spinner: Spinner = field(default_factory=lambda: Spinner("dots"))

    @property
    def seconds(self) -> float:
        """How long it has run: the clock goes on while the harvest loads, or is too busy to say anything."""
        return monotonic() - self.began


class Display:
    """What stands at the bottom of the screen. It is drawn anew several times a second, whatever size that has.

    The drawing is ours, not rich's: what rich draws by itself while a line is printed above gets its height wrong.
    """

    def __init__(self, live: Live) -> None:
        self._live = live
        self._lock = threading.RLock()
        """Held while anything is drawn or printed."""
        self._is_over = threading.Event()
        self._clock = threading.Thread(target=self._draw_again_and_again, daemon=True)
        self._began = monotonic()
        self._titles: dict[str, str] = {}
        self._running: dict[str, _Running] = {}
        self._planned = 0
        self._ends: list[str] = []
        self._posts = 0
        """Of the blogs that have ended."""
        live.update(self)

    def __enter__(self) -> Self:
        self._clock.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._clock.join()

    def plan(self, blogs: Sequence[str], jobs: int) -> None:  # noqa: ARG002 - what runs at a time is to be seen
        """These blogs are going to be harvested."""
        self._planned = len(blogs)

    def show(self, progress: "Progress") -> None:
        """A harvest has come this far."""
        with self._lock:
            if progress.instead_of:
                self._running.pop(progress.instead_of, None)
                self._live.console.print(Text(insecure_line(progress)))
            if not self._planned and progress.blog not in self._running:
                self._running.clear()  # one after another, and nobody says when one ends
            self._running.setdefault(progress.blog, _Running(progress)).progress = progress
            self._titles[progress.blog] = name(progress)

    def end(self, end: "HarvestEnd") -> None:
        """The harvest of a blog is over: it leaves the list, and a line above says what came of it."""
        with self._lock:
            self._running.pop(end.address, None)
            mark = end_mark(end)
            self._ends.append(mark)
            self._posts += end.report.posts if end.report else 0
            if self._planned > 1:
                blog = self._titles.get(end.address) or plain(end.address)
                word = (f"{mark:<{_LONGEST_WORD}} ", _STYLES[mark])
                line = Text.assemble(word, (f"{blog}: ", "bold"), end_line(end))
                self._live.console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As much as fits: two lines for each blog, or one, or as many as there is room for."""
        with self._lock:
            running = list(self._running.values())
            total = self._total(running) if self._planned > 1 else None
        room = max(1, console.size.height - 1 - (total is not None))
        if 2 * len(running) <= room:
            yield _tall(running)
        else:
            shown = running if len(running) <= room else running[: max(1, room - 1)]
            yield _short(shown, options.max_width)
            if len(shown) < len(running):
                yield Text(f"… and {len(running) - len(shown):,} more that run and do not fit here", style="dim")
        if total is not None:
            yield total

    def _draw_again_and_again(self) -> None:
        while not self._is_over.wait(_EVERY):
            with self._lock:
                self._live.refresh()

    def _total(self, running: list[_Running]) -> Text:
        over = f"{len(self._ends):,} of {count(self._planned, 'blog')} done"
        failed = self._ends.count("failed")
        over += f" ({failed:,} failed)" if failed else ""
        posts = self._posts + sum(blog.progress.posts for blog in running)
        speed = rate(*(blog.progress for blog in running))
        rest = [f"{len(running):,} running", duration(monotonic() - self._began), count(posts, "post")]
        line = ", ".join([over, *rest, f"{speed} requests/s"])
        return Text(line, style="bold", no_wrap=True, overflow="ellipsis")


def _tall(running: list[_Running]) -> Table:
    """Two lines for each blog."""
    grid = Table.grid(padding=(0, 1))
    for blog in running:
        head = Text.assemble((name(blog.progress), "bold"), "  ", no_wrap=True, overflow="ellipsis")
        if blog.progress.title:
            head.append(f"{plain(blog.progress.blog)}  ", style="dim")
        head.append(doing(blog.progress), style="cyan")
        grid.add_row(blog.spinner, head)
        grid.add_row("", Text(figures(blog.progress, blog.seconds), no_wrap=True, overflow="ellipsis"))
    return grid


def _short(running: list[_Running], width: int) -> Table:
    """One line for each blog."""
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(width=1)
    grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis", style="bold")
    grid.add_column(max_width=max(12, width // _SHARE_FOR_DOING), no_wrap=True, overflow="ellipsis", style="cyan")
    for least in (len("100 posts"), len("2.0/s"), len("1 min 20 s")):  # so that the lines do not jump
        grid.add_column(min_width=least, justify="right", no_wrap=True)
    for blog in running:
        progress = blog.progress
        grid.add_row(
            blog.spinner, Text(name(progress)), Text(doing_in_short(progress)), count(progress.posts, "post"),
            f"{rate(progress)}/s", duration(blog.seconds),
        )  # fmt: skip
    return grid
