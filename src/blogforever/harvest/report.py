"""The end of a harvest in figures: what was kept, who knew of it, what is missing."""

from collections import Counter
from dataclasses import replace

from blogforever.errors import BlogforeverError, NotABlog
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.pages.gone_posts import find_gone
from blogforever.harvest.pages.missing import find_not_kept
from blogforever.harvest.state import BlogProfile, Counts
from blogforever.model.harvest import Report, State, VisitKind
from blogforever.model.ledger import DiscoveredVia, Outcome, as_sources
from blogforever.model.ports import Records

SOURCES = (
    DiscoveredVia.FEED,
    DiscoveredVia.OLDER_FEED,
    DiscoveredVia.REST,
    DiscoveredVia.SITEMAP,
    DiscoveredVia.LIST,
    DiscoveredVia.PAGINATION,
    DiscoveredVia.LINK,
)
_MOST_NAMED = 1_000
"""Addresses that a report names one by one; the ledger has them all."""
_MOST_GONE = 10_000
"""The next harvest must know them: one that is gone already is not news, and one that is there again is back."""
_KEPT = frozenset({Outcome.POST, Outcome.FEED_ONLY})


def summarize(
    frontier: Frontier, profile: BlogProfile, counts: Counts, *, comments: int, state: State, seconds: float
) -> Report:
    """The report of a harvest that ended in this state."""
    kept = [target for target in frontier.urls if target.outcome in _KEPT]
    not_kept = find_not_kept(frontier, profile.decisions)
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
        failures=sum(target.outcome is Outcome.FAILED and not target.is_guess for target in frontier.urls),
        requests=counts.requests,
        bytes=counts.bytes,
        seconds=round(seconds, 2),
        outcomes=dict(Counter(target.outcome for target in frontier.urls)),
        known_by=dict(Counter(source for target in kept for source in _sources(target))),
        only_by=dict(alone),
        missing=not_kept.missing[:_MOST_NAMED],
        missing_count=len(not_kept.missing),
        left_out=not_kept.left_out[:_MOST_NAMED],
        left_out_count=len(not_kept.left_out),
        shortfalls=not_kept.shortfalls,
        limit=profile.why_full if state is State.LIMIT else "",
        notes=tuple(dict.fromkeys([*profile.notes, *frontier.bounds.notes()])),
        wait_until=profile.wait_until.isoformat(timespec="seconds") if profile.wait_until else None,
    )


def add_changes(report: Report, records: Records, frontier: Frontier, *, is_whole: bool) -> Report:
    """The report, with how the archive differs from what it was before; `is_whole`: all of the blog was read.

    A post that is gone is not missing as well: the archive has it.
    """
    changes, unseen = records.changes(), records.unseen_posts()
    gone = tuple(find_gone(unseen, frontier, is_whole=is_whole))
    # An update does not look for the others.
    not_seen = 0 if report.visit is VisitKind.UPDATE else len(unseen) - len(gone)
    posts = replace(changes.posts, gone=sum(post.is_new for post in gone), unseen=not_seen)
    held = {post.address for post in gone}
    missing = tuple(post for post in report.missing if post.address not in held)
    return replace(
        report, changes=replace(changes, posts=posts), gone=gone[:_MOST_GONE], missing=missing,
        missing_count=report.missing_count - len(report.missing) + len(missing),
    )  # fmt: skip


def refusal(start: str, report: Report, *, home_is_shell: bool) -> BlogforeverError | None:
    """What to tell when a whole site was read and holds no post."""
    if report.posts or report.state is not State.DONE:
        return None
    tried = ", ".join(report.notes) or "feeds, sitemaps and links"
    read = report.outcomes.get(Outcome.PAGE, 0) + report.outcomes.get(Outcome.LIST, 0)
    next_step = (
        "Its pages are filled by scripts: to have a browser load them, run the same command with --render auto"
        if home_is_shell
        else "Give the address of the blog itself, such as the page that lists its posts, or of its feed."
    )
    problem = f"no posts were found ({tried}; pages read: {read})"
    return NotABlog(start, problem, f"What earlier harvests kept is safe. {next_step}")


def _sources(target: FrontierUrl) -> list[DiscoveredVia]:
    return [source for source in as_sources(target.all_witnesses()) if source in SOURCES]
