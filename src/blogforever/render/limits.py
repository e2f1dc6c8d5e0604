"""How far the browser goes for one page. Pages can be endless; we are not."""

from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Times are in seconds."""

    quiet: float = 0.5
    """So long must a page neither ask for anything nor change before it counts as idle."""
    idle: float = 15.0
    """So long we wait for that, each time that we wait."""
    longest: float = 60.0
    """All work on a page, not counting the time in which it waits for our own fetches."""
    hardest: float = 180.0
    """All work on a page, whatever it waits for."""
    answer: float = 90.0
    """One fetch."""
    start: float = 30.0
    """Until the browser has started."""
    reply: float = 10.0
    """Until a page answers us: scripts without end let it answer never."""
    presses: int = 200
    """On buttons for more."""
    screens: int = 30
    """How far down the page is scrolled."""
    growths: int = 10
    """How often scrolling may make the page longer."""
    requests: int = 600
    """That a page may have answered."""
    repeats: int = 8
    """That a page may have the same question answered."""
    at_once: int = 6
    """Questions of a page that are under way; others wait."""
    sent: int = 1_000_000
    """Bytes of a question: its address and its body."""
    received: int = 100_000_000
    """Bytes that a page may be given."""
    memory: int = 1_000_000_000
    """Bytes that the browser's processes may hold together."""
    frames: int = 40
    """Documents of frames that are put in their place."""
    largest: int = 16_000_000
    """Characters of HTML that are kept."""
    tallest: int = 20_000
    """Pixels of a screenshot."""
    pages_at_once: int = 2
    recycle_after: int = 200
    """Pages after which the browser makes room for a new one: no browser keeps its memory together for ever."""


class TimeBudget:
    """Two clocks: all the time since the page was opened, and that in which it did not wait for a fetch."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._opened = monotonic()
        self._waiting = 0
        self._waiting_since = 0.0
        self._waited = 0.0

    def fetch_begins(self) -> None:
        """A fetch for the page is under way from now on."""
        if not self._waiting:
            self._waiting_since = monotonic()
        self._waiting += 1

    def fetch_ends(self) -> None:
        """One fetch less is under way."""
        self._waiting -= 1
        if not self._waiting:
            self._waited += monotonic() - self._waiting_since

    @property
    def used(self) -> float:
        """Seconds that the page took for itself."""
        now = monotonic()
        waited = self._waited + (now - self._waiting_since if self._waiting else 0.0)
        return now - self._opened - waited

    @property
    def left(self) -> float:
        """Seconds until it is over; never below zero."""
        return max(0.0, min(self._limits.longest - self.used, self._opened + self._limits.hardest - monotonic()))

    @property
    def over(self) -> bool:
        """True when the page had all the time there is."""
        return self.left <= 0
