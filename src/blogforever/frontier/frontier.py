"""What a harvest knows, and what it fetches next: every address once, the best first, until there is nothing left.

announce → judged at once (another view of a page, out of scope, a trap) or waits → next → fetched, redirected, failed …
It fetches nothing and writes nothing: the crawl reports what came of each address.
"""

import re
from array import array
from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from blogforever.dom.page_links import PageLinks
from blogforever.frontier.archive_folders import Folders
from blogforever.frontier.frontier_url import NAMES_POSTS, FrontierUrl, Kind, as_ledger_entry
from blogforever.frontier.limits import Bounds
from blogforever.frontier.pagination import Pagination
from blogforever.frontier.policy import Policy
from blogforever.frontier.scope import Scope
from blogforever.frontier.traps import Traps
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.urls.normalize import canonical, post_key, redirected
from blogforever.urls.pattern import UrlPattern
from blogforever.urls.shape import shape_of
from blogforever.urls.variants import never_a_page, variant_of

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


class Frontier:
    """The frontier and the ledger of one harvest."""

    def __init__(self, *, policy: Policy, this_year: int, max_pages: int | None = None) -> None:
        self.urls: list[FrontierUrl] = []
        self.scope: Scope | None = None
        """Until it is known nothing is refused for being outside."""
        self.pattern = UrlPattern()
        self.follows_links = True
        """A visit to a known blog fetches only what feeds and lists name."""
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
        self, address: str, via: DiscoveredVia, *, referrer: int = -1, kind: Kind = Kind.PAGE, hops: int | None = None
    ) -> FrontierUrl:
        """The target of the address, found by way of `via`; a new address is judged, and waits if it is worth it."""
        key, plain, plain_key, view = _read(address) if kind in {Kind.PAGE, Kind.POST} else _as_it_is(address)
        known = self._numbers.get(key)
        if known is not None:
            return self._hear_again(self.urls[known], plain if key == plain_key else address, via)
        if hops is None:
            hops = self.urls[referrer].hops + 1 if referrer >= 0 else 0
        if key != plain_key:
            original = self.announce(plain, via, referrer=referrer, kind=kind, hops=hops)
            target = self._new(key, address, kind, referrer, hops)
            target.become(Outcome.DUPLICATE, f"{view} of another page")
            target.leads_to = original.number
            target.add(via)
            return target
        target = self._new(key, plain, kind, referrer, hops)
        target.add(via)
        self._admit(target, via)
        return target

    def known(self, address: str) -> FrontierUrl | None:
        """The target of the address, if it was ever named."""
        number = self._numbers.get(_read(address)[0])
        return None if number is None else self.urls[number]

    def known_source(self, address: str) -> FrontierUrl | None:
        """The target of the address of a source, if it was ever named."""
        number = self._numbers.get(address)
        return None if number is None else self.urls[number]

    def admits(self, address: str, kind: Kind = Kind.PAGE) -> bool:
        """True unless the address is new and the harvest holds so many that it must be left out."""
        key = _read(address)[0] if kind in {Kind.PAGE, Kind.POST} else address
        return key in self._numbers or self.bounds.has_room()

    def is_inside(self, address: str) -> bool:
        """True for an address of the blog; for every address until its scope is known."""
        return self.scope is None or self.scope.contains(address)

    def next(self) -> FrontierUrl | None:
        """The target to fetch now: sources, posts, then the page that promises the most new posts; media last."""
        target = self._next_of(Kind.SOURCE)
        if target is None and not self.bounds.is_full:
            target = self._next_of(Kind.POST) or self._next_page() or self._next_guess()
            target = target or self._taken_up_again()
            if target is not None:
                self.bounds.ask_page()
        target = target or self._next_of(Kind.MEDIA)
        if target is not None:
            target.tries += 1
            self._asked.add(target.number)
        return target

    def take_out_of_turn(self, target: FrontierUrl) -> None:
        """The target is fetched now, whatever waits before it."""
        target.tries += 1
        if target.kind in {Kind.PAGE, Kind.POST}:
            self.bounds.ask_page()
        self._asked.add(target.number)

    @property
    def left(self) -> int:
        """About how many addresses wait."""
        return sum(map(len, self._waiting.values()))

    def linked(self, target: FrontierUrl, found: PageLinks) -> None:
        """The page of the target was fetched and links to these addresses."""
        if not self.follows_links:
            return
        before = len(self.urls)
        inside = array("I")
        posts = new_posts = 0
        for link in found.links:
            if self._outside >= MOST_OUTSIDE and self.scope and self.scope.why_not(link):
                continue
            if not self.admits(link):
                continue
            destination = self.announce(link, DiscoveredVia.LINK, referrer=target.number)
            if destination.outcome is Outcome.OUTSIDE or destination.number == target.number:
                continue
            destination.inbound += 1
            inside.append(destination.number)
            if destination.kind is Kind.POST:
                posts += 1
                new_posts += destination.number >= before
        self.links[target.number] = inside
        if found.next_page:
            self._pagination.see(found.next_page, as_next=True)
        if target.kind is Kind.PAGE:
            self._policy.learn(target.address, posts, new_posts)
        if self._is_fruit(target, self.urls[before:]):
            self._traps.fruitful(target.address)
        elif target.kind is Kind.PAGE:
            self._traps.fruitless(target.address)
            self._pagination.fruitless(target.address)

    def settle(
        self,
        target: FrontierUrl,
        outcome: Outcome,
        reason: str = "",
        *,
        status: int | None = None,
        to: FrontierUrl | None = None,
    ) -> None:
        """What became of the target."""
        is_answer = target.outcome is Outcome.WAITING
        target.become(outcome, reason)
        target.status = target.status if status is None else status
        target.leads_to = to.number if to is not None else None
        self._changed.add(target.number)
        self._asked.discard(target.number)
        if is_answer and target.named_by(DiscoveredVia.GUESS):
            self._folders.tell(target.address, found=outcome not in {Outcome.FAILED, Outcome.DUPLICATE})
        if is_answer and outcome in {Outcome.FAILED, Outcome.DUPLICATE} and target.named_by(DiscoveredVia.PAGINATION):
            self._pagination.failed(target.address)

    def fail(self, target: FrontierUrl, reason: str, *, status: int | None = None, for_now: bool = False) -> None:
        """The address could not be had: the same is tried again at the end if it may pass, else another spelling."""
        if target.others and (not for_now or target.tries > _ROUNDS):
            target.tried = (*target.tried, target.address)
            target.address, target.others = target.others[0], target.others[1:]
            target.become(Outcome.WAITING, target.reason)
            self._wait(target)
            return
        self.settle(target, Outcome.FAILED, reason, status=status)
        if for_now and target.tries <= _ROUNDS:
            self._again.append(target.number)

    def redirect(self, target: FrontierUrl, location: str, *, status: int) -> FrontierUrl | None:
        """The address leads to another; the target to fetch instead, unless it goes in circles or off the web."""
        to = redirected(location, target.address)
        if to is None:
            self.settle(target, Outcome.FAILED, _leads_nowhere(location), status=status)
            return None
        key, _, plain_key, _ = _as_it_is(to) if target.kind in {Kind.MEDIA, Kind.SOURCE} else _read(to)
        if target.key in {key, plain_key}:  # the same page in another spelling: a slash more, https, a session's number
            if target.tries > _MOST_REDIRECTS:
                self.settle(target, Outcome.FAILED, "redirects without end", status=status)
                return None
            target.tried = (*target.tried, target.address)
            target.address, target.others = canonical(to), ()
            target.become(Outcome.WAITING, target.reason)
            self._wait(target)
            return target
        if target.redirects >= _MOST_REDIRECTS:
            self.settle(target, Outcome.FAILED, "redirects without end", status=status)
            return None
        destination = self.announce(to, DiscoveredVia.LINK, referrer=target.number, kind=target.kind, hops=target.hops)
        destination.redirects = max(destination.redirects, target.redirects + 1)
        for via in target.all_witnesses():
            if via is not DiscoveredVia.GUESS:
                destination.add(via)
        self._changed.add(destination.number)
        self.settle(target, Outcome.REDIRECT, "", status=status, to=destination)
        return destination

    def confirm(self, target: FrontierUrl) -> None:
        """The target is a post: folders above it may be lists, and addresses of its shape are worth a request."""
        self._folders.see(target.address)
        self._traps.fruitful(target.address)

    def note_text(self, target: FrontierUrl, *, is_new: bool) -> None:
        """The page of the target has a text, which no page had before it, or one that is known from another."""
        self._traps.note_text(target.address, is_new=is_new)
        if is_new:
            self.bounds.note_text()

    def preference(self, target: FrontierUrl) -> tuple[bool, bool, int, str]:
        """Of several addresses of one post the least is kept: of the feed, like those of the feed, short."""
        like_posts = self.pattern.matches(target.address)
        return not target.is_named_as_post, not like_posts, len(target.address), target.address

    def changes(self) -> Iterator[LedgerEntry]:
        """The ledger entries that changed since this was asked last."""
        changed, self._changed = self._changed, set()
        for number in sorted(changed):
            yield as_ledger_entry(self.urls[number], self.urls)

    def give_up(self, outcome: Outcome, reason: str) -> int:
        """The harvest ends: what still waits gets this outcome. How many there were."""
        waiting = [target for target in self.urls if target.outcome is Outcome.WAITING]
        for target in waiting:
            self.settle(target, outcome, reason)
        return len(waiting)

    def _is_fruit(self, target: FrontierUrl, new: list[FrontierUrl]) -> bool:
        """True when a page made known a post, or something of another shape than itself: traps name their own kind."""
        own = shape_of(target.address)
        return any(
            one.kind is Kind.POST or shape_of(one.address) != own for one in new if one.outcome is Outcome.WAITING
        )

    def _new(self, key: str, address: str, kind: Kind, referrer: int, hops: int) -> FrontierUrl:
        target = FrontierUrl(len(self.urls), key, address, kind, referrer=referrer, hops=hops)
        self.urls.append(target)
        self._numbers[key] = target.number
        self.bounds.hold(address)
        self._changed.add(target.number)
        return target

    def _admit(self, target: FrontierUrl, via: DiscoveredVia) -> None:
        """A new address waits, or the reason against it is kept."""
        if target.kind is Kind.MEDIA:
            self._media += 1
            if self._media > MOST_MEDIA:
                target.become(Outcome.LIMIT, f"more than {MOST_MEDIA:,} media files")
                return
        elif target.kind is Kind.SOURCE:
            if not self.bounds.may_ask_source():
                target.become(Outcome.LIMIT, "too many feeds, sitemaps and pages of comments")
                return
        else:
            refused = None if via is DiscoveredVia.PERSON else self._refusal(target.address, via)
            if refused is not None:
                target.become(*refused)
                return
            if via in NAMES_POSTS or self.pattern.matches(target.address):
                target.kind = Kind.POST
        self._wait(target)

    def _refusal(self, address: str, via: DiscoveredVia) -> tuple[Outcome, str] | None:
        outside = self.scope.why_not(address) if self.scope else ""
        if outside:
            self._outside += 1
            return Outcome.OUTSIDE, outside
        no_page = never_a_page(address)
        if no_page:
            return Outcome.NOT_A_PAGE, no_page
        trap = self._traps.refuses(address)
        if trap is None and via not in {*NAMES_POSTS, DiscoveredVia.SITEMAP}:
            trap = self._traps.repeats(address)
        return (Outcome.LIMIT, trap) if trap else None

    def _hear_again(self, target: FrontierUrl, address: str, via: DiscoveredVia) -> FrontierUrl:
        if target.add(via):
            self._changed.add(target.number)
            if target.leads_to is not None and via is not DiscoveredVia.GUESS:  # who names this one names the other
                self._hear_again(self.urls[target.leads_to], self.urls[target.leads_to].address, via)
            if (
                via in NAMES_POSTS
                and target.kind is Kind.PAGE
                and target.outcome is Outcome.WAITING
                and not target.tries
            ):
                target.kind = Kind.POST
                self._wait(target)
        spellings = (target.address, *target.others, *target.tried)
        if address not in spellings and len(spellings) <= _MOST_SPELLINGS:
            if target.outcome is Outcome.FAILED and target.status in {404, 410}:
                target.tried = (*target.tried, target.address)
                target.address = address
                target.become(Outcome.WAITING, target.reason)
                self._wait(target)
            elif target.outcome is Outcome.WAITING:
                target.others = (*target.others, address)
        return target

    def _wait(self, target: FrontierUrl) -> None:
        self._changed.add(target.number)
        self._asked.discard(target.number)
        if target.kind is Kind.PAGE:
            self._policy.push(target.number, target.address)
            self._pagination.see(target.address)
        self._waiting[target.kind].append(target.number)

    def _next_of(self, kind: Kind) -> FrontierUrl | None:
        waiting = self._waiting[kind]
        while waiting:
            target = self.urls[waiting.popleft()]
            if self._is_due(target, kind):
                return target
        return None

    def _is_due(self, target: FrontierUrl, kind: Kind) -> bool:
        return target.outcome is Outcome.WAITING and target.kind is kind and target.number not in self._asked

    def _next_page(self) -> FrontierUrl | None:
        while not self.bounds.is_dry and (number := self._policy.pop()) is not None:
            target = self.urls[number]
            if self._is_due(target, Kind.PAGE):
                return target
        if not self.bounds.is_dry:
            self._waiting[Kind.PAGE].clear()
        return None

    def _next_guess(self) -> FrontierUrl | None:
        """Nothing waits and nothing is under way: addresses that nobody named but that may well be there."""
        if self._asked or self.bounds.is_dry or not self.follows_links:
            return None
        for address in self._pagination.predict():
            self.announce(address, DiscoveredVia.PAGINATION)
        for address in self._folders.guess():
            self.announce(address, DiscoveredVia.GUESS)
        return self._next_of(Kind.POST) or self._next_page()

    def _taken_up_again(self) -> FrontierUrl | None:
        while self._again:
            target = self.urls[self._again.popleft()]
            if target.outcome is Outcome.FAILED:
                target.become(Outcome.WAITING, target.reason)
                return target
        return None


def _leads_nowhere(location: str) -> str:
    written = "".join(character if character.isprintable() else "�" for character in location.strip()[:_MOST_SHOWN])
    return f"redirects to {written!r}, which is not an address of the web" if written else "redirects to nowhere"


def _as_it_is(address: str) -> tuple[str, str, str, str]:
    return address, address, address, ""


@lru_cache(maxsize=4_096)
def _read(address: str) -> tuple[str, str, str, str]:
    """The key of an address, then address, key and kind of view of the page that it shows."""
    address = canonical(address)
    plain, view = variant_of(address) or (address, "")
    if "//" in plain[8:] and "://" not in plain[8:]:  # links that were glued together: blog.org//2010/05/
        plain = plain[:8] + _SLASHES.sub("/", plain[8:])
    return post_key(address), plain, post_key(plain), view
