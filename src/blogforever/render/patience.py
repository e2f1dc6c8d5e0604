"""How much time a page has left. It is not punished for the politeness of our own fetches."""

from time import monotonic

from blogforever.render.limits import Limits


class Patience:
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
