"""Attempts to read a document: limited in time, and never repeated for a document that held the harvest up before."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.reading_limit import ReadingLimit, TookTooLong
from blogforever.harvest.state import BlogProfile, Counts, PageTable
from blogforever.model.ledger import Outcome
from blogforever.model.ports import Records

_Read = TypeVar("_Read")


class Attempts:
    """Runs what reads documents. What takes too long is given up, and the ledger says so."""

    def __init__(  # noqa: PLR0913 - what is given up is taken out of each of these
        self, *, limit: ReadingLimit, frontier: Frontier, pages: PageTable, records: Records, counts: Counts,
        profile: BlogProfile, given_up: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.limit = limit
        self._frontier = frontier
        self._pages = pages
        self._records = records
        self._counts = counts
        self._profile = profile
        self.given_up: dict[str, str] = {**records.given_up(), **given_up}
        """Documents, by address, and steps of learning, by name, that this harvest no longer tries; and why."""

    def read(self, address: str, read: Callable[[], _Read], target: FrontierUrl | None = None) -> _Read | None:
        """What `read` makes of the document at the address; None when that takes too long, now or before.

        `read` must be a pure function: it may be interrupted anywhere. `target` is the address in the frontier, where
        the document is lost as a whole when it cannot be read.
        """
        if address in self.given_up:
            return None
        try:
            with self.limit.document(address), self.limit.limited():
                return read()
        except TookTooLong as error:
            self._give_up(address, str(error))
            if target is not None:
                self._settle(target, str(error))
            return None

    def learn(self, name: str, learn: Callable[[], _Read]) -> _Read | None:
        """What is learned from several documents; None when that takes too long, now or before."""
        if name not in self.given_up:
            try:
                with self.limit.learning(name), self.limit.limited():
                    return learn()
            except TookTooLong as error:
                self._give_up(name, str(error))
        self._profile.notes.append(f"{name} was left out: {self.given_up[name]}")
        return None

    def leaves_out(self, target: FrontierUrl) -> bool:
        """True when the document was given up before; then the ledger says so."""
        reason = self.given_up.get(target.address)
        if reason is not None:
            self._settle(target, reason)
        return reason is not None

    def _give_up(self, name: str, reason: str) -> None:
        self.given_up[name] = reason
        self._records.give_up(name, reason)

    def _settle(self, target: FrontierUrl, reason: str) -> None:
        """The document is lost; what was kept of it for now is taken back."""
        row = self._pages.rows.get(target.number)
        if row is not None and row.kept:
            row.kept = False
            self._records.drop_post(target.key)
        self._counts.failures += not target.is_guess
        self._frontier.settle(target, Outcome.FAILED, reason)
