"""The end of a harvest in figures: what was kept, who knew of it, what is missing."""

from collections import Counter

from blogforever.errors import BlogforeverError, NotABlog
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.harvest.state import BlogProfile, Counts
from blogforever.model.harvest import Missing, Report, State
from blogforever.model.ledger import DiscoveredVia, Outcome, as_sources

SOURCES = (
    DiscoveredVia.FEED,
    DiscoveredVia.OLDER_FEED,
    DiscoveredVia.REST,
    DiscoveredVia.SITEMAP,
    DiscoveredVia.LIST,
    DiscoveredVia.PAGINATION,
    DiscoveredVia.LINK,
)
_MOST_MISSING = 1_000
_KEPT = frozenset({Outcome.POST, Outcome.FEED_ONLY})
_GONE = frozenset({Outcome.FAILED, Outcome.ROBOTS, Outcome.LIMIT, Outcome.WAITING})
_REFUSED = frozenset({Outcome.PAGE, Outcome.LIST})


def summarize(
    frontier: Frontier, profile: BlogProfile, counts: Counts, *, comments: int, state: State, seconds: float
) -> Report:
    """The report of a harvest that ended in this state."""
    kept = [target for target in frontier.urls if target.outcome in _KEPT]
    alone = Counter(sources[0] for target in kept if len(sources := _sources(target)) == 1)
    return Report(
        blog=profile.blog.url,
        state=state,
        posts=len(kept),
        from_feed=sum(target.outcome is Outcome.FEED_ONLY for target in kept),
        media=counts.media,
        comments=comments,
        pages=counts.pages,
        rendered=counts.rendered,
        failures=sum(target.outcome is Outcome.FAILED for target in frontier.urls),
        seconds=round(seconds, 2),
        outcomes=dict(Counter(target.outcome for target in frontier.urls)),
        known_by=dict(Counter(source for target in kept for source in _sources(target))),
        only_by=dict(alone),
        missing=tuple(_missing(frontier))[:_MOST_MISSING],
        limit=profile.why_full if state is State.LIMIT else "",
        notes=tuple(dict.fromkeys([*profile.notes, *frontier.bounds.notes()])),
        wait_until=profile.wait_until.isoformat(timespec="seconds") if profile.wait_until else None,
    )


def refusal(start: str, report: Report, *, home_is_shell: bool) -> BlogforeverError | None:
    """What to tell when a whole site was read and holds no post."""
    if report.posts or report.state is not State.DONE:
        return None
    tried = ", ".join(report.notes) or "feeds, sitemaps and links"
    read = report.outcomes.get(Outcome.PAGE, 0) + report.outcomes.get(Outcome.LIST, 0)
    next_step = (
        "Its pages are filled by scripts: harvest it with a browser (--render auto)."
        if home_is_shell
        else "Give the address of the blog itself, such as the page that lists its posts, or of its feed."
    )
    problem = f"no posts were found ({tried}; pages read: {read})"
    return NotABlog(start, problem, f"{next_step} What earlier harvests kept is safe.")


def _sources(target: FrontierUrl) -> list[DiscoveredVia]:
    return [source for source in as_sources(target.all_witnesses()) if source in SOURCES]


def _missing(frontier: Frontier) -> list[Missing]:
    """Posts according to feeds or to their address, which could not be kept."""
    gone = [
        Missing(address=target.address, witnesses=target.all_witnesses(), reason=target.reason or target.outcome.value)
        for target in frontier.urls
        if target.outcome in _GONE and _is_wanted(target, frontier)
    ]
    refused = [
        Missing(
            address=target.address, witnesses=target.all_witnesses(), reason=f"not taken for a post: {target.reason}"
        )
        for target in frontier.urls
        if target.outcome in _REFUSED and target.is_named_as_post and not target.named_by(DiscoveredVia.START)
    ]
    return gone + refused


def _is_wanted(target: FrontierUrl, frontier: Frontier) -> bool:
    """True for a page that a feed calls a post, or that is linked to and has the address of one."""
    if target.kind not in {Kind.PAGE, Kind.POST}:
        return False
    is_linked = target.named_by(DiscoveredVia.LINK, DiscoveredVia.SITEMAP)
    return target.is_named_as_post or (is_linked and frontier.pattern.matches(target.address))
