"""One page at several addresses, byte for byte: which of them speaks for all, whichever came first."""

from array import array

from blogforever.crawl.harvest import SAME_BYTES, Harvest, Seen
from blogforever.crawl.recall import recall_document
from blogforever.crawl.rereading import read_anew
from blogforever.dom.addresses import absolute
from blogforever.extract.head import Head
from blogforever.frontier.lines import Line
from blogforever.model.ledger import Outcome


def is_copy(harvest: Harvest, number: int) -> bool:
    """True for a page whose bytes came from another address too: that one speaks for both."""
    line = harvest.plan.lines[number]
    return line.outcome is Outcome.DUPLICATE and line.reason == SAME_BYTES


def choose_speakers(harvest: Harvest) -> None:
    """The address that the page calls its own speaks for the others, else the one that looks most like a post's."""
    lines = harvest.plan.lines
    same: dict[bytes, list[Line]] = {}
    for number, seen in harvest.seen.items():
        same.setdefault(seen.body, []).append(lines[number])
    for group in same.values():
        if len(group) > 1:
            _agree(harvest, group)


def _agree(harvest: Harvest, group: list[Line]) -> None:
    before = next((line for line in group if not is_copy(harvest, line.number)), group[0])
    own = _stated(harvest, min(group, key=lambda line: line.address))
    best = min(group, key=lambda line: (line is not own, *harvest.preference(line)))
    if best is not before:
        _pass_on(harvest, before, best)
    for line in group:
        if line is not best:
            harvest.plan.settle(line, Outcome.DUPLICATE, SAME_BYTES, to=best)


def _stated(harvest: Harvest, line: Line) -> Line | None:
    """The line of the address that the page gives for itself."""
    document = recall_document(harvest, line.address)
    stated = harvest.attempt(line.address, lambda: Head(document).link("canonical")) if document else None
    address = absolute(stated, line.address) if stated else None
    return harvest.plan.known(address) if address else None


def _pass_on(harvest: Harvest, before: Line, best: Line) -> None:
    """What was believed of the one address holds for the other."""
    seen = harvest.seen[before.number]
    if seen.kept:
        harvest.sink.drop_post(before.key)
    harvest.seen[before.number] = Seen(body=seen.body, at=seen.at, status=seen.status)
    links = harvest.plan.links.pop(before.number, array("I"))
    best.inbound -= best.number in links  # a page that links to itself
    harvest.plan.links[best.number] = array("I", [number for number in links if number != best.number])
    read_anew(harvest, best)
