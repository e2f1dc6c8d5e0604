"""The end of a harvest in figures: what was kept, who knew of it, what is missing."""

from collections import Counter

from blogforever.crawl.harvest import Harvest
from blogforever.errors import BlogforeverError, NotABlog
from blogforever.frontier.lines import Kind, Line
from blogforever.model.harvest import Missing, Report, State
from blogforever.model.ledger import Outcome, Witness, as_sources

SOURCES = (
    Witness.FEED, Witness.OLDER_FEED, Witness.REST, Witness.SITEMAP, Witness.LIST, Witness.PAGINATION, Witness.LINK,
)  # fmt: skip
_MOST_MISSING = 1_000
_KEPT = frozenset({Outcome.POST, Outcome.FEED_ONLY})
_GONE = frozenset({Outcome.FAILED, Outcome.ROBOTS, Outcome.LIMIT, Outcome.WAITING})
_REFUSED = frozenset({Outcome.PAGE, Outcome.LIST})


def report(harvest: Harvest, state: State, seconds: float) -> Report:
    """The report of a harvest that ended in this state."""
    lines = harvest.plan.lines
    kept = [line for line in lines if line.outcome in _KEPT]
    alone = Counter(witnesses[0] for line in kept if len(witnesses := _sources(line)) == 1)
    return Report(
        blog=harvest.blog.url,
        state=state,
        posts=len(kept),
        from_feed=sum(line.outcome is Outcome.FEED_ONLY for line in kept),
        media=harvest.counts.media,
        comments=harvest.discussions.count,
        pages=harvest.counts.pages,
        rendered=harvest.counts.rendered,
        failures=sum(line.outcome is Outcome.FAILED for line in lines),
        seconds=round(seconds, 2),
        outcomes=dict(Counter(line.outcome for line in lines)),
        known_by=dict(Counter(witness for line in kept for witness in _sources(line))),
        only_by=dict(alone),
        missing=tuple(_missing(harvest))[:_MOST_MISSING],
        limit=harvest.why_full if state is State.LIMIT else "",
        notes=tuple(dict.fromkeys([*harvest.notes, *harvest.plan.bounds.notes()])),
        wait_until=harvest.wait_until.isoformat(timespec="seconds") if harvest.wait_until else None,
    )


def refusal(harvest: Harvest, report: Report) -> BlogforeverError | None:
    """What to tell when a whole site was read and holds no post."""
    if report.posts or report.state is not State.DONE:
        return None
    tried = ", ".join(report.notes) or "feeds, sitemaps and links"
    read = report.outcomes.get(Outcome.PAGE, 0) + report.outcomes.get(Outcome.LIST, 0)
    next_step = (
        "Its pages are filled by scripts: harvest it with a browser (--render auto)."
        if harvest.home_is_shell
        else "Give the address of the blog itself, such as the page that lists its posts, or of its feed."
    )
    problem = f"no posts were found ({tried}; pages read: {read})"
    return NotABlog(harvest.start, problem, f"{next_step} What earlier harvests kept is safe.")


def _sources(line: Line) -> list[Witness]:
    return [witness for witness in as_sources(line.all_witnesses()) if witness in SOURCES]


def _missing(harvest: Harvest) -> list[Missing]:
    """Posts by the word of feeds or by their address, which could not be kept."""
    lines = harvest.plan.lines
    gone = [
        Missing(address=line.address, witnesses=line.all_witnesses(), reason=line.reason or line.outcome.value)
        for line in lines
        if line.outcome in _GONE and _is_wanted(harvest, line)
    ]
    refused = [
        Missing(address=line.address, witnesses=line.all_witnesses(), reason=f"taken for no post: {line.reason}")
        for line in lines
        if line.outcome in _REFUSED and line.is_named_as_post and not line.named_by(Witness.START)
    ]
    return gone + refused


def _is_wanted(harvest: Harvest, line: Line) -> bool:
    """True for a page that a feed calls a post, or that is linked to and has the address of one."""
    if line.kind not in {Kind.PAGE, Kind.POST}:
        return False
    linked = line.named_by(Witness.LINK, Witness.SITEMAP) and harvest.plan.pattern.matches(line.address)
    return linked or line.is_named_as_post
