"""Watches over a crawl from outside: no document can hold it up, whatever its reading does to the process.

Each crawl is a process that tells which document it reads. One that says nothing for too long, takes too much memory
or dies is started again without the document, and comes by replay to where it was (docs/why/the-supervisor.md).
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from blogforever.actions.own_process import Child, Message, Send, Work
from blogforever.errors import BlogforeverError
from blogforever.model.harvest import Progress, State
from blogforever.model.limits import CrawlLimits

if TYPE_CHECKING:
    from blogforever.crawl.run import Supervision

LIMITS = CrawlLimits()
_LOOK_EVERY = 0.25
"""Seconds between two looks at the child's memory and at what the user wants."""
_MOST_DEATHS = 2
"""On one document: a process may also be killed by someone else once."""
_LAST_WORDS = frozenset({"returned", "raised"})
_AT_ONCE = 2
"""Signals: the first lets the child finish what is in flight."""


class GiveUp(Protocol):
    """Makes a note for later harvests too."""

    def __call__(self, *, name: str, reason: str) -> None:
        """The document, or step of learning, is left out from now on."""


class Stop:
    """What the user wants: to go on, to finish what is in flight (1), to stop at once (2)."""

    def __init__(self) -> None:
        self.requests = 0

    def request(self) -> None:
        """Ctrl-C or SIGTERM came."""
        self.requests += 1


class Stopped(Exception):
    """The child was killed because it did not stop by itself, or not soon enough."""

    def __init__(self, state: State, progress: Progress | None) -> None:
        super().__init__(state)
        self.state = state
        self.progress = progress
        """The last that was heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a child is to do."""

    address: str
    """Of the blog."""
    work: Work
    """Called with the arguments, `supervised` and `send`."""
    arguments: dict[str, Any]
    max_time: float | None = None
    """Seconds for all attempts together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supervised:
    """What the child must know of its supervision."""

    limits: CrawlLimits
    given_up: dict[str, str]
    spent: float

    def supervision(self, send: Send) -> "Supervision":
        """As the crawl wants it."""
        from blogforever.crawl.run import Supervision  # noqa: PLC0415 - only the child loads Scrapy

        return Supervision(
            watch=lambda progress: send("progress", progress), tell=lambda current: send("reading", current),
            limits=self.limits, given_up=self.given_up, spent=self.spent,
        )  # fmt: skip


class _Lost(Exception):
    """The child is of no more use."""

    def __init__(self, reason: str, *, died: bool = False) -> None:
        super().__init__(reason)
        self.died = died


class Supervisor:
    """Supervises one task. `watch` hears the progress, `give_up` hears what is left out from now on, and why."""

    def __init__(
        self, task: Task, *,
        stop: Stop, watch: Callable[[Progress], None] | None, give_up: GiveUp | None = None,
    ) -> None:  # fmt: skip
        self._task = task
        self._stop = stop
        self._watch = watch
        self._give_up = give_up
        self._limits = LIMITS
        self._most_memory = min(self._limits.memory, _half_of_memory())
        self._began = monotonic()
        self._given_up: dict[str, str] = {}
        self._deaths: dict[str, int] = {}
        self._current: tuple[str, bool] | None = None
        """What the child works on, and whether that is learning."""
        self._progress: Progress | None = None

    def run(self) -> Any:
        """What the work returns or raises. Raises Stopped, and BlogforeverError when no restart helps."""
        for _ in range(self._limits.restarts + 1):
            self._current = None
            supervised = Supervised(limits=self._limits, given_up=dict(self._given_up), spent=self._spent)
            arguments = {**self._task.arguments, "supervised": supervised}
            try:
                with Child(self._task.work, arguments) as child:
                    kind, value = self._attend(child)
            except _Lost as lost:
                self._blame(lost)
            else:
                if kind == "raised":
                    raise value[0](*value[1:])
                return value
            if self._stop.requests:
                raise Stopped(State.INTERRUPTED, self._progress)
            if self._is_time_up:
                raise Stopped(State.LIMIT, self._progress)
        times, last = self._limits.restarts + 1, self._current[0] if self._current else "unknown"
        problem = f"its documents stopped the process {times} times; the last one was {last}"
        raise BlogforeverError(self._task.address, problem, "What came is safe: the same command goes on.")

    def _attend(self, child: Child) -> Message:
        """The child's last message. Raises _Lost and Stopped."""
        heard = looked = monotonic()
        passed_on = False
        while True:
            message = self._message(child)
            now = monotonic()
            if message is not None:
                heard = now
                if message[0] in _LAST_WORDS:
                    return message
                self._hear(*message)
            if message is not None and now - looked < _LOOK_EVERY:
                continue
            looked = now
            if self._stop.requests and not passed_on:
                if self._progress is None and self._current is None:  # it may not know what to do with signals yet
                    raise Stopped(State.INTERRUPTED, None)
                child.interrupt()
                passed_on, heard = True, now
            if self._stop.requests >= _AT_ONCE:
                raise Stopped(State.INTERRUPTED, self._progress)
            if now - heard > (patience := self._patience()):
                raise _Lost(f"it took more than {patience:g} seconds, so it was given up")
            if child.memory() > self._most_memory:
                raise _Lost(f"it took more than {self._most_memory / 1e9:.1f} GB of memory, so it was given up")

    def _message(self, child: Child) -> Message | None:
        try:
            return child.message(_LOOK_EVERY)
        except EOFError:
            raise _Lost(f"it ended the process ({_exit_words(child.exit_code())})", died=True) from None

    def _hear(self, kind: str, value: Any) -> None:
        if kind == "reading":
            self._current = value
        else:
            self._progress = value
            if self._watch is not None:
                self._watch(value)

    def _patience(self) -> float:
        """Seconds of silence after which the child counts as stuck."""
        is_document = self._current is not None and not self._current[1]
        usual = self._limits.silence if is_document else self._limits.long_silence
        if self._stop.requests or (self._is_time_up and self._current is not None):
            return min(usual, self._limits.grace)
        return usual

    def _blame(self, lost: _Lost) -> None:
        """The document that was being read is left out from now on. Raises BlogforeverError where there is none."""
        if self._current is None or self._current[0] in self._given_up:
            if self._stop.requests:
                return
            where = f" at {self._current[0]}" if self._current else ""
            next_step = "Was it killed, or is there no memory left? The same command goes on."
            raise BlogforeverError(self._task.address, f"its process got stuck or ended{where}: {lost}", next_step)
        name, is_learning = self._current
        if lost.died:
            self._deaths[name] = self._deaths.get(name, 0) + 1
            if self._deaths[name] < _MOST_DEATHS:
                return
        reason = str(lost) if is_learning else f"reading {lost}"
        self._given_up[name] = reason
        if self._give_up is not None:
            self._give_up(name=name, reason=reason)

    @property
    def _spent(self) -> float:
        return monotonic() - self._began

    @property
    def _is_time_up(self) -> bool:
        return self._task.max_time is not None and self._spent >= self._task.max_time


@contextmanager
def signals_to(stop: Stop) -> Iterator[None]:
    """Inside, Ctrl-C and SIGTERM request a stop; afterwards they do what they did before."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for number in before:
            signal.signal(number, lambda *_: stop.request())
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _half_of_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (ValueError, OSError):
        return CrawlLimits().memory
