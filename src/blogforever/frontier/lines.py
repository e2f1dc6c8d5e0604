"""One address of a harvest: what is known of it while the harvest runs."""

from dataclasses import dataclass
from enum import IntEnum

from blogforever.model.ledger import Fate, Outcome, Witness

NAMES_POSTS = (Witness.FEED, Witness.OLDER_FEED, Witness.REST)
"""Who names nothing but posts."""
_LONGEST_CHAIN = 20
_WITNESSES = tuple(Witness)
_BITS = {witness: 1 << place for place, witness in enumerate(_WITNESSES)}


class Kind(IntEnum):
    """What is expected at an address, in the order in which kinds are fetched [BI IV-E2]."""

    SOURCE = 0
    """A feed, a sitemap or an answer of the platform's API: many addresses at once."""
    POST = 1
    PAGE = 2
    MEDIA = 3


@dataclass(slots=True)
class Line:
    """One line of the ledger in the making. There may be hundreds of thousands: every part of it is small."""

    number: int
    key: str
    address: str
    kind: Kind
    outcome: Outcome = Outcome.WAITING
    reason: str = ""
    status: int | None = None
    leads_to: int | None = None
    """The number of another line."""
    witnesses: int = 0
    """A set of witnesses as bits."""
    referrer: int = -1
    hops: int = 0
    tries: int = 0
    redirects: int = 0
    """Redirects that led here, one after another."""
    inbound: int = 0
    """Fetched pages that link to it."""
    others: tuple[str, ...] = ()
    """Other spellings of the address, for when this one is not found."""
    tried: tuple[str, ...] = ()
    """Spellings that were not found, or that led to another spelling."""
    robots: str = ""
    """What the page says to robots about itself: noindex, noarchive …"""
    rendered: str = ""
    """Why the page was shown to a browser; empty when it was not."""

    def add(self, witness: Witness) -> bool:
        """One more names the address; True if this one had not yet."""
        bit = _BITS[witness]
        new = not self.witnesses & bit
        self.witnesses |= bit
        return new

    def named_by(self, *witnesses: Witness) -> bool:
        """True if one of them names the address."""
        return any(self.witnesses & _BITS[witness] for witness in witnesses)

    @property
    def is_named_as_post(self) -> bool:
        """True if a feed or the platform calls the address a post."""
        return self.named_by(*NAMES_POSTS)

    def all_witnesses(self) -> tuple[Witness, ...]:
        """Who names the address, best first."""
        return tuple([witness for witness in _WITNESSES if self.witnesses & _BITS[witness]])


def end_of(line: Line, lines: list[Line]) -> Line | None:
    """The end of the chain of redirects and copies that begins here; None when it has none."""
    for _ in range(_LONGEST_CHAIN):
        if line.outcome not in {Outcome.REDIRECT, Outcome.DUPLICATE} or line.leads_to is None:
            return line
        line = lines[line.leads_to]
    return None


def as_fate(line: Line, lines: list[Line]) -> Fate:
    """The line as the archive keeps it."""
    return Fate(
        key=line.key,
        address=line.address,
        outcome=line.outcome,
        reason="; ".join(filter(None, [line.reason, _note("rendered", line.rendered), _note("robots", line.robots)])),
        status=line.status,
        leads_to=None if line.leads_to is None else lines[line.leads_to].address,
        witnesses=line.all_witnesses(),
        referrer=lines[line.referrer].address if line.referrer >= 0 else None,
        hops=line.hops,
    )


def _note(name: str, value: str) -> str:
    return f"{name}: {value}" if value else ""
