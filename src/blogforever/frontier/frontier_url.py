"""One address of a harvest: what is known of it while the harvest runs."""

from dataclasses import dataclass
from enum import IntEnum

from blogforever.frontier.states import may_become
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome

NAMES_POSTS = (DiscoveredVia.FEED, DiscoveredVia.OLDER_FEED, DiscoveredVia.REST)
"""Who names nothing but posts."""
_LONGEST_CHAIN = 20
_WITNESSES = tuple(DiscoveredVia)
_BITS = {via: 1 << place for place, via in enumerate(_WITNESSES)}


class Kind(IntEnum):
    """What is expected at an address, in the order in which kinds are fetched [BI IV-E2]."""

    SOURCE = 0
    """A feed, a sitemap or an answer of the platform's API: many addresses at once."""
    POST = 1
    PAGE = 2
    MEDIA = 3


@dataclass(slots=True)
class FrontierUrl:
    """An address in the frontier, and its ledger entry in the making.

    There may be hundreds of thousands: every part of it is small.
    """

    number: int
    key: str
    address: str
    kind: Kind
    outcome: Outcome = Outcome.WAITING
    reason: str = ""
    status: int | None = None
    leads_to: int | None = None
    """The number of another address."""
    witnesses: int = 0
    """A set of `DiscoveredVia` as bits."""
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

    def become(self, outcome: Outcome, reason: str = "") -> None:
        """Change the state. Raises ValueError for a change that the table of states does not have."""
        if not may_become(self.outcome, outcome):
            raise ValueError(f"{self.address} cannot change from {self.outcome} to {outcome}")
        self.outcome, self.reason = outcome, reason

    def add(self, via: DiscoveredVia) -> bool:
        """One more names the address; True if this one had not yet."""
        bit = _BITS[via]
        new = not self.witnesses & bit
        self.witnesses |= bit
        return new

    def named_by(self, *witnesses: DiscoveredVia) -> bool:
        """True if one of them names the address."""
        return any(self.witnesses & _BITS[via] for via in witnesses)

    @property
    def is_named_as_post(self) -> bool:
        """True if a feed or the platform calls the address a post."""
        return self.named_by(*NAMES_POSTS)

    @property
    def is_guess(self) -> bool:
        """True if nobody names the address: that nothing is there is no failure."""
        return not self.witnesses & ~(_BITS[DiscoveredVia.GUESS] | _BITS[DiscoveredVia.PAGINATION])

    def all_witnesses(self) -> tuple[DiscoveredVia, ...]:
        """Who names the address, best first."""
        return tuple([via for via in _WITNESSES if self.witnesses & _BITS[via]])


def end_of(target: FrontierUrl, urls: list[FrontierUrl]) -> FrontierUrl | None:
    """The end of the chain of redirects and copies that begins here; None when it has none."""
    for _ in range(_LONGEST_CHAIN):
        if target.outcome not in {Outcome.REDIRECT, Outcome.DUPLICATE} or target.leads_to is None:
            return target
        target = urls[target.leads_to]
    return None


def as_ledger_entry(target: FrontierUrl, urls: list[FrontierUrl]) -> LedgerEntry:
    """The ledger entry of the address."""
    return LedgerEntry(
        key=target.key,
        address=target.address,
        outcome=target.outcome,
        reason="; ".join(
            filter(None, [target.reason, _note("rendered", target.rendered), _note("robots", target.robots)])
        ),
        status=target.status,
        leads_to=None if target.leads_to is None else urls[target.leads_to].address,
        witnesses=target.all_witnesses(),
        referrer=urls[target.referrer].address if target.referrer >= 0 else None,
        hops=target.hops,
    )


def _note(name: str, value: str) -> str:
    return f"{name}: {value}" if value else ""
