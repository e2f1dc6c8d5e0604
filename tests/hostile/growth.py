"""How the time of a reader grows with its input, told so that a busy machine does not change the verdict.

The input is doubled; of each size the best of a few runs counts, in processor time. The exponent is that of the last
doublings: 1 is linear, 2 is quadratic.
"""

import math
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

MEGABYTE = 1 << 20
MOST_SECONDS = 5.0
"""For a megabyte of anything."""
STEEPEST = 1.35
FLOOR = 0.3
"""Seconds for a megabyte under which nobody cares how it came to them."""
_NOTHING = 0.01
"""Seconds under which a clock tells nothing."""
_SUSPICIOUS = 0.03
_GLANCE = 1.0
"""Seconds of a first look: from the first of them on the growth is looked at, at the second the look ends."""
_TRIALS = 4
"""What is steep in each of them is steep; a busy machine may make a linear reader look so, but not every time."""


class TooSlowError(Exception):
    """A run was broken off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """What the doublings showed."""

    size: int
    """Of the largest input that was tried."""
    seconds: float
    """That it took; of a run that was broken off, until then."""
    exponent: float | None
    """None where it is too quick to tell."""
    broken_off: bool = False

    @property
    def at_a_megabyte(self) -> float:
        """Seconds for a megabyte: measured, or what the growth leads to."""
        steepness = max(1.0, self.exponent or 1.0)
        return float(self.seconds * (MEGABYTE / self.size) ** steepness)

    @property
    def is_sound(self) -> bool:
        """Whether the reader may be given such input."""
        if self.broken_off or self.at_a_megabyte > MOST_SECONDS:
            return False
        return self.exponent is None or self.exponent <= STEEPEST or self.at_a_megabyte <= FLOOR

    def __str__(self) -> str:
        exponent = "too quick to tell" if self.exponent is None else f"exponent {self.exponent:.2f}"
        end = ", broken off" if self.broken_off else ""
        return f"{self.seconds:.3f} s for {self.size:,}, {exponent}, {self.at_a_megabyte:.1f} s for a megabyte{end}"


def grow(
    make: Callable[[int], object], run: Callable[[object], object], *, most: int, patience: float = 10.0, runs: int = 3
) -> Growth:
    """Run the reader on inputs of doubling size up to `most`; one that takes longer than `patience` ends it."""
    timings: list[tuple[int, float]] = []
    for size in (most >> 3, most >> 2, most >> 1, most):
        seconds = best_time(run, make(size), patience, runs)
        timings.append((size, min(seconds, patience)))
        if seconds >= patience:
            break
    size, seconds = timings[-1]
    return Growth(size=size, seconds=seconds, exponent=_exponent(timings), broken_off=seconds >= patience)


def look(make: Callable[[int], object], run: Callable[[object], object], *, size: int) -> Growth | None:
    """What is wrong with the growth at this size and half of it; None when nothing is. Cheap, and slow to accuse.

    Seconds for a megabyte are guessed here, so only what is far beyond the limit counts.
    """
    half = best_time(run, make(size >> 1), _GLANCE, runs=1)
    whole = best_time(run, make(size), _GLANCE, runs=1) if half < _GLANCE else math.inf
    if whole < _SUSPICIOUS or (whole < _GLANCE and whole < 2**STEEPEST * half):
        return None
    for _ in range(_TRIALS):
        growth = grow(make, run, most=4 * size)
        if not growth.broken_off and (growth.exponent is None or growth.exponent <= STEEPEST):
            return None
    return growth


def best_time(run: Callable[[object], object], document: object, patience: float = 10.0, runs: int = 3) -> float:
    """Processor seconds of the quickest of a few runs; infinite for one that takes longer than `patience`."""
    best = math.inf
    for _ in range(runs):
        before = signal.signal(signal.SIGVTALRM, _break_off)
        began = time.process_time()
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, patience)
            run(document)
        except TooSlowError:
            return math.inf
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
        taken = time.process_time() - began
        best = min(best, taken)
        if taken < _NOTHING or taken > 1:
            break
    return best


def _exponent(timings: list[tuple[int, float]]) -> float | None:
    """Of the last doublings that a clock can tell apart; the gentler of two, for noise only ever adds."""
    told = [(size, seconds) for size, seconds in timings if seconds >= _NOTHING]
    if len(told) < 2:
        return None
    (size, seconds), earlier = told[-1], told[-3:-1]
    return min(math.log(seconds / before) / math.log(size / smaller) for smaller, before in earlier)


def _break_off(_number: int, _frame: object) -> None:
    raise TooSlowError
