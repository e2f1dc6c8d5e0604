"""Supervises a crawl from outside, so that no document can block it, whatever reading it does to the process.

Each crawl is a process that reports which document it is reading. If it is silent for too long, uses too much memory
or dies, it is restarted without that document and replays up to where it was (docs/why/the-supervisor.md).
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from blogforever.actions._crawl.subprocess_runner import Child, Message, Send, Work
from blogforever.errors import BlogforeverError
from blogforever.model.harvest import CrawlLimits, Progress, State

if TYPE_CHECKING:
    from blogforever.crawl.run import Supervision

LIMITS = CrawlLimits()
_CHECK_INTERVAL = 0.25
"""Seconds between two checks of the child's memory and of requests to stop."""
_MAX_DEATHS = 2
"""On the same document: once, something else may have killed the process."""
_FINAL_MESSAGES = frozenset({"returned", "raised"})
_FORCE_STOP = 2
"""Requests to stop: after the first the child finishes the requests in flight."""


class GiveUp(Protocol):
    """Records what to leave out, for later harvests too."""

    def __call__(self, *, name: str, reason: str) -> None:
        """Leave out this document, or step of learning, from now on."""


class Stop:
    """How often the user asked to stop: once to finish the requests in flight, twice to stop immediately."""

    def __init__(self) -> None:
        self.requests = 0

    def request(self) -> None:
        """Ctrl-C or SIGTERM was received."""
        self.requests += 1


class Stopped(Exception):
    """The child was killed because it did not stop by itself in time."""

    def __init__(self, state: State, progress: Progress | None) -> None:
        super().__init__(state)
        self.state = state
        self.progress = progress
        """The last progress that was reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The work of a child."""

    address: str
    """The address of the blog."""
    work: Work
    """Called with the arguments, `supervised` and `send`."""
    arguments: dict[str, Any]
    max_time: float | None = None
    """Seconds for all attempts together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supervised:
    """What the child must know about its supervision."""

    limits: CrawlLimits
    given_up: dict[str, str]
    spent: float
    before: Progress | None
    """How far the child before this one was."""

    def supervision(self, send: Send) -> "Supervision":
        """The same in the form that the crawl expects."""
        from blogforever.crawl.run import Supervision  # noqa: PLC0415 - only the child loads Scrapy

        return Supervision(
            watch=lambda progress: send("progress", progress), report_current=lambda current: send("reading", current),
            limits=self.limits, given_up=self.given_up, spent=self.spent,
            before=self.before,
        )  # fmt: skip


class _ChildLost(Exception):
    """The child died or is unusable."""

    def __init__(self, reason: str, *, died: bool = False) -> None:
        super().__init__(reason)
        self.died = died


class Supervisor:
    """Supervises one task. `watch` receives the progress, `give_up` what is left out from now on, and why."""

    def __init__(
        self, task: Task, *,
        stop: Stop, watch: Callable[[Progress], None] | None, give_up: GiveUp | None = None,
    ) -> None:  # fmt: skip
        self._task = task
        self._stop = stop
        self._watch = watch
        self._give_up = give_up
        self._limits = LIMITS
        self._max_memory = min(self._limits.memory, _half_of_memory())
        self._began = monotonic()
        self._given_up: dict[str, str] = {}
        self._deaths: dict[str, int] = {}
        self._current: tuple[str, bool] | None = None
        """What the child is working on, and whether that is learning."""
        self._progress: Progress | None = None

    def run(self) -> Any:
        """What the work returns or raises. Raises Stopped, and BlogforeverError if restarting does not help."""
        for _ in range(self._limits.restarts + 1):
            self._current = None
            supervised = Supervised(
                limits=self._limits, given_up=dict(self._given_up), spent=self._spent, before=self._progress
            )  # fmt: skip
            arguments = {**self._task.arguments, "supervised": supervised}
            try:
                with Child(self._task.work, arguments) as child:
                    kind, value = self._wait_for_end(child)
            except _ChildLost as lost:
                self._give_up_current(lost)
            else:
                if kind == "raised":
                    raise value[0](*value[1:])
                return value
            if self._stop.requests:
                raise Stopped(State.INTERRUPTED, self._progress)
            if self._is_time_up:
                raise Stopped(State.LIMIT, self._progress)
        times, last = self._limits.restarts + 1, self._current[0] if self._current else "unknown"
        problem = f"reading its documents ended the process {times} times; the last document was {last}"
        raise BlogforeverError(
            self._task.address, problem, "What was fetched is safe: run the same command to continue."
        )

    def _wait_for_end(self, child: Child) -> Message:
        """The child's final message. Raises _ChildLost and Stopped."""
        heard_at = checked_at = monotonic()
        interrupted = False
        while True:
            message = self._message(child)
            now = monotonic()
            if message is not None:
                heard_at = now
                if message[0] in _FINAL_MESSAGES:
                    return message
                self._receive(*message)
            if message is not None and now - checked_at < _CHECK_INTERVAL:
                continue
            checked_at = now
            if self._stop.requests and not interrupted:
                if self._progress is None and self._current is None:  # it may not handle signals yet
                    raise Stopped(State.INTERRUPTED, None)
                child.interrupt()
                interrupted, heard_at = True, now
            if self._stop.requests >= _FORCE_STOP:
                raise Stopped(State.INTERRUPTED, self._progress)
            if now - heard_at > (patience := self._patience()):
                raise _ChildLost(f"it took more than {patience:g} seconds, so it was given up")
            if child.memory() > self._max_memory:
                raise _ChildLost(f"it took more than {self._max_memory / 1e9:.1f} GB of memory, so it was given up")

    def _message(self, child: Child) -> Message | None:
        try:
            return child.message(_CHECK_INTERVAL)
        except EOFError:
            raise _ChildLost(f"it ended the process ({_describe_exit(child.exit_code())})", died=True) from None

    def _receive(self, kind: str, value: Any) -> None:
        if kind == "reading":
            self._current = value
        else:
            self._progress = value
            if self._watch is not None:
                self._watch(value)

    def _patience(self) -> float:
        """Seconds without a message after which the child counts as stuck."""
        is_document = self._current is not None and not self._current[1]
        usual = self._limits.silence if is_document else self._limits.long_silence
        if self._stop.requests or (self._is_time_up and self._current is not None):
            return min(usual, self._limits.grace)
        return usual

    def _give_up_current(self, lost: _ChildLost) -> None:
        """Leave out the document that was being read from now on. Raises BlogforeverError if there is none."""
        if self._current is None or self._current[0] in self._given_up:
            if self._stop.requests:
                return
            where = f" at {self._current[0]}" if self._current else ""
            next_step = "It may have been killed, or have run out of memory. Run the same command to continue."
            raise BlogforeverError(self._task.address, f"its process hung or ended{where}: {lost}", next_step)
        name, is_learning = self._current
        if lost.died:
            self._deaths[name] = self._deaths.get(name, 0) + 1
            if self._deaths[name] < _MAX_DEATHS:
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
    """Inside the block, Ctrl-C and SIGTERM request a stop; afterwards the previous handlers are restored."""
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


def _describe_exit(code: int) -> str:
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
