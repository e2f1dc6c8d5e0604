"""Which posts the blog no longer has: decided from what earlier harvests kept and what became of each address now.

A post is called gone when its address answers that nothing is there, or leads to a page that is not a post; and when
nothing on the blog leads to it any more, provided that the harvest could read all of the blog. In every other case it
is only unseen: "gone" is said of what is certain.
"""

from collections.abc import Iterator, Sequence

from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind, end_of
from blogforever.model.harvest import GonePost, UnseenPost
from blogforever.model.ledger import Outcome

UNNAMED = "nothing on the blog leads to it any more"
_NOTHING_THERE = frozenset({404, 410})
_ANOTHER_PAGE = frozenset({Outcome.PAGE, Outcome.LIST})
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500


def find_gone(unseen: Sequence[UnseenPost], frontier: Frontier, *, is_whole: bool) -> Iterator[GonePost]:
    """The posts that are gone. Of what it did not ask for, a harvest that is not whole repeats what was said before."""
    has_gap = is_whole and _has_gap(frontier)
    for post in unseen:
        target = frontier.known(post.address)
        if target is not None and (is_whole or _why_gone(target, frontier)):
            reason = _why_gone(target, frontier)
        elif is_whole and not has_gap:
            reason = UNNAMED
        else:
            reason = post.gone
        if reason:
            yield GonePost(address=post.address, reason=reason, is_new=not post.gone)


def _why_gone(target: FrontierUrl, frontier: Frontier) -> str:
    """Why the post at the address is gone; empty when that is not certain."""
    end = end_of(target, frontier.urls)
    if end is None:
        return ""
    if end.outcome is Outcome.FAILED and end.status in _NOTHING_THERE:
        return end.reason
    if end is not target and end.outcome in _ANOTHER_PAGE:
        return f"its address leads to {end.address}, which is not a post"
    return ""


def _has_gap(frontier: Frontier) -> bool:
    """True when pages or sources failed for the moment, or were left out: any of them may lead to more posts."""
    return frontier.bounds.is_dry or any(
        target.outcome is Outcome.FAILED and target.kind is not Kind.MEDIA and _is_of_the_moment(target.status)
        for target in frontier.urls
    )


def _is_of_the_moment(status: int | None) -> bool:
    """True for no answer at all, and for a server that could not give one."""
    return status is None or status == _TOO_MANY_REQUESTS or status >= _SERVER_ERROR
