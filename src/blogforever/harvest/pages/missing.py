"""What a harvest did not keep, told apart: posts that are missing, pages worth a look, and what else is incomplete.

A page that was read is judged by what is on it (finalize.py). One that could not be read is judged by its address:
what did pages with such addresses turn out to be? Where that does not decide, a person should look.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.model.harvest import Missing
from blogforever.model.ledger import Decision, DiscoveredVia, Outcome
from blogforever.urls.path_words import names_day, names_list
from blogforever.urls.shape import Likeness, likeness

_UNREAD = frozenset({Outcome.FAILED, Outcome.ROBOTS, Outcome.LIMIT, Outcome.WAITING})
_NO_POST = frozenset({Outcome.PAGE, Outcome.LIST})
_NAMED = (DiscoveredVia.LINK, DiscoveredVia.SITEMAP)
_NOT_OFFERED = frozenset({401, 403, 404, 410})
"""Answers of a platform whose API is switched off."""
_SURE = 0.9
_LIKELY = 0.5
"""Shares of posts among the pages that were read at such addresses."""
_FEWEST = 3
"""Pages of one kind of address that say something about the others."""
_MANY_FOLDERS = 4
_MENU = 0.25
"""The share of all pages from which something is linked that stands in their menus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotKept:
    """What the sources of a blog name, and the harvest did not keep."""

    missing: tuple[Missing, ...] = ()
    """Posts that could not be had."""
    left_out: tuple[Missing, ...] = ()
    """What may be a post: a page that was judged not to be one although a source names it or its address is like those
    of posts, and an address that could not be read and of which nobody knows."""
    shortfalls: tuple[str, ...] = ()
    """What else is not complete: sources of posts that could not be read, and media that could not be had."""


def find_not_kept(frontier: Frontier, decisions: Mapping[str, Decision]) -> NotKept:
    """All of it, in the order in which the addresses became known, but for what a person excluded."""
    siblings = _Siblings(frontier.urls)
    on_lists = _listed(frontier)
    missing: list[Missing] = []
    left_out: list[Missing] = []
    for target in frontier.urls:
        decision = decisions.get(target.key)
        if target.kind not in {Kind.PAGE, Kind.POST} or target.named_by(DiscoveredVia.START):
            continue
        if decision is not None:
            if decision.is_post and target.outcome in _UNREAD:
                missing.append(_told(target, _why(target)))
            continue
        if target.outcome in _NO_POST and _is_worth_a_look(target, siblings):
            left_out.append(_told(target, f"not taken for a post: {target.reason}"))
        elif target.outcome in _UNREAD:
            likely = _likelihood(target, siblings)
            is_in_menus = target.inbound > _MENU * len(frontier.links) and not names_day(target.address)
            if likely >= _SURE or (likely >= _LIKELY and target.number in on_lists):
                (left_out if is_in_menus else missing).append(_told(target, _why(target)))
            elif likely >= _LIKELY:
                left_out.append(_told(target, _why(target)))
    shortfalls = _find_shortfalls(frontier.urls, siblings)
    return NotKept(missing=tuple(missing), left_out=tuple(left_out), shortfalls=tuple(shortfalls))


def _find_shortfalls(urls: Sequence[FrontierUrl], siblings: "_Siblings") -> list[str]:
    lists = [target for target in urls if _is_lost_list(target, siblings)]
    media = [target for target in urls if target.kind is Kind.MEDIA]
    lost_media = [target for target in media if target.outcome in _UNREAD]
    told = [f"{target.address} could not be read: {_why(target)}" for target in urls if _is_lost_source(target)]
    if lists:
        pages = "a page" if len(lists) == 1 else f"{len(lists):,} pages"
        told.append(f"{pages} that may list posts could not be read, such as {lists[0].address}: {_why(lists[0])}")
    if lost_media:
        example = f"{lost_media[0].address}: {_why(lost_media[0])}"
        told.append(f"{len(lost_media):,} of {len(media):,} media files could not be had, such as {example}")
    return told


class _Siblings:
    """What became of the pages that were read, by what their addresses are like."""

    def __init__(self, urls: Sequence[FrontierUrl]) -> None:
        self._posts: Counter[Likeness] = Counter()
        self._read: Counter[Likeness] = Counter()
        self._folders: dict[Likeness, set[Likeness]] = {}
        for target in urls:
            if target.kind in {Kind.PAGE, Kind.POST} and target.outcome in {Outcome.POST, *_NO_POST}:
                in_folder, anywhere = likeness(target.address)
                for like in {in_folder, anywhere}:
                    self._read[like] += 1
                    self._posts[like] += target.outcome is Outcome.POST
                if target.outcome is Outcome.POST:
                    self._folders.setdefault(anywhere, set()).add(in_folder)

    def share_of_posts(self, address: str) -> float:
        """Among the pages that are most like the address, if there are a few; 0 if nothing is like it.

        A blog that keeps its posts in a folder or two says nothing about other folders.
        """
        in_folder, anywhere = likeness(address)
        if self._read[in_folder] >= _FEWEST:
            return self._posts[in_folder] / self._read[in_folder]
        if len(self._folders.get(anywhere, ())) >= _MANY_FOLDERS:
            return self._posts[anywhere] / self._read[anywhere]
        return 0.0


def _likelihood(target: FrontierUrl, siblings: _Siblings) -> float:
    """How likely an address that could not be read is that of a post."""
    share = siblings.share_of_posts(target.address)
    if _is_list(target, share):
        return _LIKELY if target.is_named_as_post else 0.0
    if target.is_named_as_post:
        return 1.0
    return share if target.named_by(*_NAMED) else 0.0


def _is_worth_a_look(target: FrontierUrl, siblings: _Siblings) -> bool:
    """True if someone might take the page for a post, although it was judged not to be one."""
    share = siblings.share_of_posts(target.address)
    if target.is_named_as_post or _is_list(target, share):
        return target.is_named_as_post
    return target.named_by(DiscoveredVia.SITEMAP) or (target.outcome is Outcome.PAGE and share >= _LIKELY)


def _is_list(target: FrontierUrl, share: float) -> bool:
    """True for an address named like a list: /about/, /blog/2010/. What lies below /archives/ may well be posts."""
    last = target.address.rstrip("/").rpartition("/")[2]
    if names_list(f"/{last}") and not last[:1].isdecimal():
        return True
    return share < _SURE and (names_list(target.address) or names_list(f"/{last}"))


def _told(target: FrontierUrl, reason: str) -> Missing:
    return Missing(address=target.address, witnesses=target.all_witnesses(), reason=reason)


def _listed(frontier: Frontier) -> set[int]:
    """The addresses that pages link to which turned out to be lists of posts."""
    urls = frontier.urls
    return {
        linked for number, links in frontier.links.items() if urls[number].outcome is Outcome.LIST for linked in links
    }


def _is_lost_source(target: FrontierUrl) -> bool:
    """True for a feed, sitemap or API that something names; one that was only looked for may well not exist."""
    if target.kind is not Kind.SOURCE or target.outcome not in _UNREAD:
        return False
    if target.named_by(DiscoveredVia.COMMENTS, DiscoveredVia.GUESS):
        return False
    return not (target.named_by(DiscoveredVia.REST) and target.status in _NOT_OFFERED)


def _is_lost_list(target: FrontierUrl, siblings: _Siblings) -> bool:
    if target.kind is not Kind.PAGE or target.outcome not in _UNREAD or not target.named_by(*_NAMED):
        return False
    return _is_list(target, siblings.share_of_posts(target.address))


def _why(target: FrontierUrl) -> str:
    return target.reason or target.outcome.value
