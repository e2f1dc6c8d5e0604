"""What a harvest knows, and what it fetches next: every address once, the best first, until there is nothing left.

announce → judged at once (another view of a page, out of scope, a trap) or waits → next → fetched, redirected, failed …
The plan asks nobody and writes nothing: the crawl tells it what came of each address.
"""

import re
from array import array
from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from blogforever.dom.address_pattern import AddressPattern
from blogforever.dom.addresses import canonical, post_key, redirected
from blogforever.dom.page_links import PageLinks
from blogforever.frontier.bounds import Bounds
from blogforever.frontier.folders import Folders
from blogforever.frontier.lines import NAMES_POSTS, Kind, Line, as_fate
from blogforever.frontier.pagination import Pagination
from blogforever.frontier.policy import Policy
from blogforever.frontier.scope import Scope
from blogforever.frontier.shapes import shape_of
from blogforever.frontier.traps import Traps
from blogforever.frontier.twins import never_a_page, twin_of
from blogforever.model.ledger import Fate, Outcome, Witness

MOST_OUTSIDE = 100_000
"""Addresses of other sites that the ledger names; links of a blog's posts hardly ever lead to more."""
MOST_MEDIA = 20_000
_SLASHES = re.compile(r"/{2,}")
_MOST_SPELLINGS = 3
_MOST_REDIRECTS = 10
_MOST_SHOWN = 200
"""Characters of a bad address that the ledger quotes."""
_ROUNDS = 2
"""How often an address that fails for the moment is taken up again at the end of a harvest."""


class Plan:
    """The frontier and the ledger of one harvest."""

    def __init__(self, *, policy: Policy, this_year: int, max_pages: int | None = None) -> None:
        self.lines: list[Line] = []
        self.scope: Scope | None = None
        """Until it is known nothing is refused for being outside."""
        self.pattern = AddressPattern()
        self.bounds = Bounds(max_pages)
        self.links: dict[int, array[int]] = {}
        """For each fetched page the numbers of the blog's addresses that it links to."""
        self._policy = policy
        self._traps = Traps(this_year=this_year)
        self._pagination = Pagination()
        self._folders = Folders(this_year=this_year)
        self._numbers: dict[str, int] = {}
        self._waiting: dict[Kind, deque[int]] = {kind: deque() for kind in Kind}
        self._again: deque[int] = deque()
        self._changed: set[int] = set()
        self._asked: set[int] = set()
        self._media = self._outside = 0

    def announce(
        self, address: str, witness: Witness, *, referrer: int = -1, kind: Kind = Kind.PAGE, hops: int | None = None
    ) -> Line:
        """The line of the address, which `witness` names; a new address is judged, and waits if it is worth it."""
        key, plain, plain_key, view = _read(address) if kind in {Kind.PAGE, Kind.POST} else _as_it_is(address)
        known = self._numbers.get(key)
        if known is not None:
            return self._hear_again(self.lines[known], plain if key == plain_key else address, witness)
        if hops is None:
            hops = self.lines[referrer].hops + 1 if referrer >= 0 else 0
        if key != plain_key:
            original = self.announce(plain, witness, referrer=referrer, kind=kind, hops=hops)
            line = self._new(key, address, kind, referrer, hops)
            line.outcome, line.reason, line.leads_to = Outcome.DUPLICATE, f"{view} of another page", original.number
            line.add(witness)
            return line
        line = self._new(key, plain, kind, referrer, hops)
        line.add(witness)
        self._admit(line, witness)
        return line

    def known(self, address: str) -> Line | None:
        """The line of the address, if it was ever named."""
        number = self._numbers.get(_read(address)[0])
        return None if number is None else self.lines[number]

    def known_source(self, address: str) -> bool:
        """True when the address of a source was named before."""
        return address in self._numbers

    def admits(self, address: str, kind: Kind = Kind.PAGE) -> bool:
        """True unless the address is new and the harvest holds so many that it must be left out."""
        key = _read(address)[0] if kind in {Kind.PAGE, Kind.POST} else address
        return key in self._numbers or self.bounds.has_room()

    def next(self) -> Line | None:
        """The line to fetch now: sources, posts, then the page that promises the most new posts; media last."""
        line = self._next_of(Kind.SOURCE)
        if line is None and not self.bounds.is_full:
            line = self._next_of(Kind.POST) or self._next_page() or self._next_guess()
            line = line or self._taken_up_again()
            if line is not None:
                self.bounds.ask_page()
        line = line or self._next_of(Kind.MEDIA)
        if line is not None:
            line.tries += 1
            self._asked.add(line.number)
        return line

    def take_out_of_turn(self, line: Line) -> None:
        """The line is fetched now, whatever waits before it."""
        line.tries += 1
        if line.kind in {Kind.PAGE, Kind.POST}:
            self.bounds.ask_page()
        self._asked.add(line.number)

    @property
    def left(self) -> int:
        """About how many addresses wait."""
        return sum(map(len, self._waiting.values()))

    def linked(self, line: Line, found: PageLinks) -> None:
        """The page of the line was fetched and links to these addresses."""
        before = len(self.lines)
        inside = array("I")
        posts = new_posts = 0
        for link in found.links:
            if self._outside >= MOST_OUTSIDE and self.scope and self.scope.why_not(link):
                continue
            if not self.admits(link):
                continue
            target = self.announce(link, Witness.LINK, referrer=line.number)
            if target.outcome is Outcome.OUTSIDE or target.number == line.number:
                continue
            target.inbound += 1
            inside.append(target.number)
            if target.kind is Kind.POST:
                posts += 1
                new_posts += target.number >= before
        self.links[line.number] = inside
        if found.next_page:
            self._pagination.see(found.next_page, as_next=True)
        if line.kind is Kind.PAGE:
            self._policy.learn(line.address, posts, new_posts)
        if self._is_fruit(line, self.lines[before:]):
            self._traps.fruitful(line.address)
        elif line.kind is Kind.PAGE:
            self._traps.fruitless(line.address)
            self._pagination.fruitless(line.address)

    def settle(
        self, line: Line, outcome: Outcome, reason: str = "", *, status: int | None = None, to: Line | None = None
    ) -> None:
        """What became of the line."""
        is_answer = line.outcome is Outcome.WAITING
        line.outcome, line.reason = outcome, reason
        line.status = line.status if status is None else status
        line.leads_to = to.number if to is not None else None
        self._changed.add(line.number)
        self._asked.discard(line.number)
        if is_answer and line.named_by(Witness.GUESS):
            self._folders.tell(line.address, found=outcome not in {Outcome.FAILED, Outcome.DUPLICATE})
        if is_answer and outcome in {Outcome.FAILED, Outcome.DUPLICATE} and line.named_by(Witness.PAGINATION):
            self._pagination.failed(line.address)

    def fail(self, line: Line, reason: str, *, status: int | None = None, for_now: bool = False) -> None:
        """The address could not be had: the same is tried again at the end if it may pass, else another spelling."""
        if line.others and (not for_now or line.tries > _ROUNDS):
            line.tried = (*line.tried, line.address)
            line.address, line.others = line.others[0], line.others[1:]
            line.outcome = Outcome.WAITING
            self._wait(line)
            return
        self.settle(line, Outcome.FAILED, reason, status=status)
        if for_now and line.tries <= _ROUNDS:
            self._again.append(line.number)

    def redirect(self, line: Line, location: str, *, status: int) -> Line | None:
        """The address leads to another; the line that is fetched instead, unless it goes in circles or off the web."""
        to = redirected(location, line.address)
        if to is None:
            self.settle(line, Outcome.FAILED, _leads_nowhere(location), status=status)
            return None
        key, _, plain_key, _ = _as_it_is(to) if line.kind in {Kind.MEDIA, Kind.SOURCE} else _read(to)
        if line.key in {key, plain_key}:  # the same page in another spelling: a slash more, https, a session's number
            if line.tries > _MOST_REDIRECTS:
                self.settle(line, Outcome.FAILED, "redirects without end", status=status)
                return None
            line.tried = (*line.tried, line.address)
            line.address, line.outcome, line.others = canonical(to), Outcome.WAITING, ()
            self._wait(line)
            return line
        if line.redirects >= _MOST_REDIRECTS:
            self.settle(line, Outcome.FAILED, "redirects without end", status=status)
            return None
        target = self.announce(to, Witness.LINK, referrer=line.number, kind=line.kind, hops=line.hops)
        target.redirects = max(target.redirects, line.redirects + 1)
        for witness in line.all_witnesses():
            if witness is not Witness.GUESS:
                target.add(witness)
        self._changed.add(target.number)
        self.settle(line, Outcome.REDIRECT, "", status=status, to=target)
        return target

    def confirm(self, line: Line) -> None:
        """The line is a post: folders above it may be lists, and addresses of its shape are worth a request."""
        self._folders.see(line.address)
        self._traps.fruitful(line.address)

    def hear_text(self, line: Line, *, is_new: bool) -> None:
        """The page of the line has a text, which no page had before it, or one that is known from another."""
        self._traps.hear_text(line.address, is_new=is_new)
        if is_new:
            self.bounds.hear_text()

    def changes(self) -> Iterator[Fate]:
        """The lines that changed since this was asked last."""
        changed, self._changed = self._changed, set()
        for number in sorted(changed):
            yield as_fate(self.lines[number], self.lines)

    def give_up(self, outcome: Outcome, reason: str) -> int:
        """The harvest ends: what still waits gets this outcome. How many there were."""
        waiting = [line for line in self.lines if line.outcome is Outcome.WAITING]
        for line in waiting:
            self.settle(line, outcome, reason)
        return len(waiting)

    def _is_fruit(self, line: Line, new: list[Line]) -> bool:
        """True when a page made known a post, or something of another shape than itself: traps name their own kind."""
        own = shape_of(line.address)
        return any(
            one.kind is Kind.POST or shape_of(one.address) != own for one in new if one.outcome is Outcome.WAITING
        )

    def _new(self, key: str, address: str, kind: Kind, referrer: int, hops: int) -> Line:
        line = Line(len(self.lines), key, address, kind, referrer=referrer, hops=hops)
        self.lines.append(line)
        self._numbers[key] = line.number
        self.bounds.hold(address)
        self._changed.add(line.number)
        return line

    def _admit(self, line: Line, witness: Witness) -> None:
        """A new address waits, or the reason against it is kept."""
        if line.kind is Kind.MEDIA:
            self._media += 1
            if self._media > MOST_MEDIA:
                line.outcome, line.reason = Outcome.LIMIT, f"more than {MOST_MEDIA:,} media files"
                return
        elif line.kind is Kind.SOURCE:
            if not self.bounds.may_ask_source():
                line.outcome, line.reason = Outcome.LIMIT, "too many feeds, sitemaps and pages of comments"
                return
        else:
            refused = self._refusal(line.address, witness)
            if refused is not None:
                line.outcome, line.reason = refused
                return
            if witness in NAMES_POSTS or self.pattern.matches(line.address):
                line.kind = Kind.POST
        self._wait(line)

    def _refusal(self, address: str, witness: Witness) -> tuple[Outcome, str] | None:
        outside = self.scope.why_not(address) if self.scope else ""
        if outside:
            self._outside += 1
            return Outcome.OUTSIDE, outside
        no_page = never_a_page(address)
        if no_page:
            return Outcome.NOT_A_PAGE, no_page
        trap = self._traps.refuses(address)
        if trap is None and witness not in {*NAMES_POSTS, Witness.SITEMAP}:
            trap = self._traps.repeats(address)
        return (Outcome.LIMIT, trap) if trap else None

    def _hear_again(self, line: Line, address: str, witness: Witness) -> Line:
        if line.add(witness):
            self._changed.add(line.number)
            if line.leads_to is not None and witness is not Witness.GUESS:  # who names this one names the other
                self._hear_again(self.lines[line.leads_to], self.lines[line.leads_to].address, witness)
            if witness in NAMES_POSTS and line.kind is Kind.PAGE and line.outcome is Outcome.WAITING and not line.tries:
                line.kind = Kind.POST
                self._wait(line)
        spellings = (line.address, *line.others, *line.tried)
        if address not in spellings and len(spellings) <= _MOST_SPELLINGS:
            if line.outcome is Outcome.FAILED and line.status in {404, 410}:
                line.tried = (*line.tried, line.address)
                line.address, line.outcome = address, Outcome.WAITING
                self._wait(line)
            elif line.outcome is Outcome.WAITING:
                line.others = (*line.others, address)
        return line

    def _wait(self, line: Line) -> None:
        self._changed.add(line.number)
        self._asked.discard(line.number)
        if line.kind is Kind.PAGE:
            self._policy.push(line.number, line.address)
            self._pagination.see(line.address)
        self._waiting[line.kind].append(line.number)

    def _next_of(self, kind: Kind) -> Line | None:
        waiting = self._waiting[kind]
        while waiting:
            line = self.lines[waiting.popleft()]
            if self._is_due(line, kind):
                return line
        return None

    def _is_due(self, line: Line, kind: Kind) -> bool:
        return line.outcome is Outcome.WAITING and line.kind is kind and line.number not in self._asked

    def _next_page(self) -> Line | None:
        while not self.bounds.is_dry and (number := self._policy.pop()) is not None:
            line = self.lines[number]
            if self._is_due(line, Kind.PAGE):
                return line
        if not self.bounds.is_dry:
            self._waiting[Kind.PAGE].clear()
        return None

    def _next_guess(self) -> Line | None:
        """Nothing waits and nothing is under way: addresses that nobody named but that may well be there."""
        if self._asked or self.bounds.is_dry:
            return None
        for address in self._pagination.predict():
            self.announce(address, Witness.PAGINATION)
        for address in self._folders.guess():
            self.announce(address, Witness.GUESS)
        return self._next_of(Kind.POST) or self._next_page()

    def _taken_up_again(self) -> Line | None:
        while self._again:
            line = self.lines[self._again.popleft()]
            if line.outcome is Outcome.FAILED:
                line.outcome = Outcome.WAITING
                return line
        return None


def _leads_nowhere(location: str) -> str:
    written = "".join(sign if sign.isprintable() else "�" for sign in location.strip()[:_MOST_SHOWN])
    return f"redirects to {written!r}, which is not an address of the web" if written else "redirects to nowhere"


def _as_it_is(address: str) -> tuple[str, str, str, str]:
    return address, address, address, ""


@lru_cache(maxsize=4_096)
def _read(address: str) -> tuple[str, str, str, str]:
    """The key of an address, then address, key and kind of view of the page that it shows."""
    address = canonical(address)
    plain, view = twin_of(address) or (address, "")
    if "//" in plain[8:] and "://" not in plain[8:]:  # links that were glued together: blog.org//2010/05/
        plain = plain[:8] + _SLASHES.sub("/", plain[8:])
    return post_key(address), plain, post_key(plain), view
