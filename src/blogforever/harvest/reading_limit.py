"""The document that is being read: reported to the supervising process, and limited in CPU time.

`document` and `learning` name what is being worked on, for the supervisor to blame when the process hangs. `limited`
surrounds pure computation alone. Only there the limit may strike: never inside a transaction, nor between two changes
of the harvest's state that belong together.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from blogforever.model.harvest import CrawlLimits

ReportCurrent = Callable[[tuple[str, bool] | None], None]
"""Gets the name of what is being worked on and whether that is learning, which takes longer; None between two."""


class TookTooLong(BaseException):
    """The limit of CPU time is exceeded. Not an Exception: no reader's own `except` may swallow it."""


class ReadingLimit:
    """The limits of one crawl."""

    def __init__(self, limits: CrawlLimits | None = None, report: ReportCurrent | None = None) -> None:
        self._limits = limits or CrawlLimits()
        self._report = report or (lambda _: None)
        self._current: tuple[str, bool] | None = None

    @contextmanager
    def document(self, address: str) -> Iterator[None]:
        """Inside, the document at the address is worked on."""
        with self._named((address, False)):
            yield

    @contextmanager
    def learning(self, name: str) -> Iterator[None]:
        """Inside, something is learned from several documents."""
        with self._named((name, True)):
            yield

    def limited(self) -> "_Limited":
        """Inside, CPU time is limited. Raises TookTooLong. Not to be nested."""
        is_learning = self._current is not None and self._current[1]
        return _Limited(self._limits.learning if is_learning else self._limits.reading)

    @contextmanager
    def _named(self, current: tuple[str, bool]) -> Iterator[None]:
        before = self._current
        if before == current:  # a step of the same work: the supervisor knows
            yield
            return
        self._current = current
        self._report(current)
        try:
            yield
        finally:
            self._current = before
            self._report(before)


class _Limited:
    """A timer of CPU time. Python's regular expressions look for signals too, so that it ends them as well."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_armed = False

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():  # only this one hears signals
            signal.signal(signal.SIGPROF, self._strike)
            self._is_armed = True
            signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def __exit__(self, *_: object) -> None:
        self._is_armed = False  # first: a signal that is under way finds nothing to break off
        if threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _strike(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_armed:
            self._is_armed = False
            raise TookTooLong(f"reading it took more than {self._seconds:g} seconds, so it was given up")
