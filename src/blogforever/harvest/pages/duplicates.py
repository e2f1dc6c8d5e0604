"""One page at several addresses, byte for byte: which of them speaks for all, whichever came first."""

from array import array
from dataclasses import dataclass
from functools import partial

from blogforever.dom.parsed_page import ParsedPage
from blogforever.extract.head import Head
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.pages.read import SAME_BYTES, PageReader
from blogforever.harvest.recall import PageRecall
from blogforever.harvest.state import PageRow, PageTable
from blogforever.model.ledger import Outcome
from blogforever.urls.normalize import absolute


@dataclass(slots=True, kw_only=True)
class Duplicates:
    """Chooses one address for each group of pages with the same bytes."""

    frontier: Frontier
    pages: PageTable
    attempts: Attempts
    recall: PageRecall
    reader: PageReader
    keeper: PostKeeper

    def choose(self) -> None:
        """The address that the page calls its own is kept, else the one that looks most like a post's."""
        groups: dict[bytes, list[FrontierUrl]] = {}
        for number, row in self.pages.rows.items():
            groups.setdefault(row.body_digest, []).append(self.frontier.urls[number])
        for group in groups.values():
            if len(group) > 1:
                self._choose_of(group)

    def _choose_of(self, group: list[FrontierUrl]) -> None:
        before = next((target for target in group if not self.pages.is_same_bytes(target.number)), group[0])
        own = self._canonical(min(group, key=lambda target: target.address))
        best = min(group, key=lambda target: (target is not own, *self.frontier.preference(target)))
        if best is not before:
            self._pass_on(before, best)
        for target in group:
            is_copy = target is not best
            self.pages.rows[target.number].same_bytes = is_copy
            if is_copy:
                self.frontier.settle(target, Outcome.DUPLICATE, SAME_BYTES, to=best)

    def _canonical(self, target: FrontierUrl) -> FrontierUrl | None:
        """The address that the page gives for itself, if it is known."""
        parsed = self.recall.parsed(target.address)
        read = partial(_canonical_link, parsed) if parsed else None
        stated = self.attempts.read(target.address, read) if read else None
        address = absolute(stated, target.address) if stated else None
        return self.frontier.known(address) if address else None

    def _pass_on(self, before: FrontierUrl, best: FrontierUrl) -> None:
        """What was believed of the one address holds for the other."""
        row = self.pages.rows[before.number]
        self.keeper.drop(before)
        self.pages.rows[before.number] = PageRow(body_digest=row.body_digest, at=row.at, status=row.status)
        links = self.frontier.links.pop(before.number, array("I"))
        best.inbound -= best.number in links  # a page that links to itself
        self.frontier.links[best.number] = array("I", [number for number in links if number != best.number])
        self.reader.read_again(best)


def _canonical_link(parsed: ParsedPage) -> str | None:
    return Head(parsed.document).link("canonical")
