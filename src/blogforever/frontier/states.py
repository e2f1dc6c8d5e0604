"""What may become of an address after what: the one table of its states.

An address waits until it is fetched or refused. A page that was read changes between post, list, other page and copy
until the end of the harvest is sure of it; what failed for the moment waits once more; what was lost or refused may be
kept as the feed has it. An address that was refused without being asked may be fetched after all: the first steps of a
harvest fetch what a feed names, whatever the frontier thinks of it.
"""

from collections.abc import Mapping

from blogforever.model.ledger import Outcome

_ALL = frozenset(Outcome)
_READ = frozenset({Outcome.POST, Outcome.LIST, Outcome.PAGE, Outcome.DUPLICATE})
_LOST = frozenset({Outcome.FAILED, Outcome.FEED_ONLY})

TRANSITIONS: Mapping[Outcome, frozenset[Outcome]] = {
    Outcome.WAITING: _ALL,
    **dict.fromkeys((Outcome.POST, Outcome.LIST, Outcome.PAGE), _READ | {Outcome.FAILED}),
    Outcome.FAILED: _LOST | {Outcome.WAITING},
    Outcome.REDIRECT: _LOST | {Outcome.REDIRECT},
    Outcome.FEED_ONLY: frozenset({Outcome.FEED_ONLY}),
    **dict.fromkeys((Outcome.DUPLICATE, Outcome.OUTSIDE, Outcome.LIMIT, Outcome.NOT_A_PAGE, Outcome.ROBOTS), _ALL),
    **dict.fromkeys((Outcome.FEED, Outcome.SITEMAP, Outcome.COMMENTS, Outcome.MEDIA), frozenset({Outcome.FAILED})),
}
"""For each state the states that it may change to, besides staying what it is."""


def may_become(before: Outcome, after: Outcome) -> bool:
    """True when an address in the one state may change to the other."""
    return before is after or after in TRANSITIONS[before]
