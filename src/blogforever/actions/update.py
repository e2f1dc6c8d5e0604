"""Visit blogs that the archive holds, and keep what is new and what changed since the last time.

An update asks the feeds first, and fetches only what they and the blog's list of posts name. Where that cannot do, the
whole blog is harvested instead: an update that finds no way back to what is known, and a harvest that was never ended.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from blogforever.actions._crawl.plan_visit import plan_unplanned
from blogforever.actions._crawl.supervisor import Stop
from blogforever.actions.harvest import HarvestEnd, HarvestJob, Watch, harvest
from blogforever.model.harvest import HarvestOptions, VisitKind
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import open_existing
from blogforever.store.queries.blogs import find_blog
from blogforever.store.visits import VisitedBlog, due_blogs, visited_blogs

_MOST_DUE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateOptions:
    """What a user may ask of updates; all else is as it was when the whole blog was harvested."""

    thorough: bool = False
    """Ask for the blog's own list of posts, whenever that was asked last."""
    delay: float | None = None
    concurrency: int | None = None
    timeout: float | None = None
    obey_robots: bool | None = None
    max_time: float | None = None
    """Seconds for each blog."""


def due(job: HarvestJob) -> list[str]:
    """The numbers of all blogs whose visit is due, longest overdue first. Raises NotInArchive."""
    with closing(open_existing(job.archive, job.store)) as database, damage_told(lambda: database):
        plan_unplanned(database)
    return list_due(job, limit=_MOST_DUE)


def list_due(job: HarvestJob, *, limit: int) -> list[str]:
    """The first of them. Blogs that an earlier version harvested are not among them until a visit is planned."""
    with closing(open_existing(job.archive, job.store)) as database, damage_told(lambda: database):
        return [str(planned.blog) for planned in due_blogs(database, datetime.now(UTC), limit)]


def update(  # noqa: PLR0913  # as `harvest`, and what is wanted
    blogs: Sequence[str],
    job: HarvestJob,
    wanted: UpdateOptions,
    *,
    jobs: int = 2,
    watch: Watch | None = None,
    when_planned: Callable[[Sequence[str], int], None] | None = None,
    when_ended: Callable[[HarvestEnd], None] | None = None,
    stop: Stop | None = None,
) -> tuple[HarvestEnd, ...]:
    """Update these blogs, or all of them; the arguments and the result are those of `harvest`.

    Raises NotInArchive and AmbiguousBlog, too.
    """
    chosen = _choose(blogs, job)
    own = {blog.address: _options(blog, wanted) for blog in chosen}
    addresses = list(own)
    if not addresses:
        return ()

    def tell(end: HarvestEnd) -> None:
        if when_ended is not None and not _needs_whole(end):
            when_ended(end)

    updating = replace(job, own_options=own)
    ends = harvest(addresses, updating, jobs=jobs, watch=watch, when_planned=when_planned, when_ended=tell, stop=stop)
    again = {end.address: replace(own[end.address], visit=VisitKind.WHOLE) for end in ends if _needs_whole(end)}
    if not again:
        return ends
    harvesting = replace(job, own_options=again)
    whole = harvest(list(again), harvesting, jobs=jobs, watch=watch, when_ended=when_ended, stop=stop)
    by_address = {end.address: _told_why(end, ends) for end in whole}
    return tuple(by_address.get(end.address, end) for end in ends)


def _choose(blogs: Sequence[str], job: HarvestJob) -> list[VisitedBlog]:
    with closing(open_existing(job.archive, job.store)) as database, damage_told(lambda: database):
        numbers = tuple(dict.fromkeys(find_blog(database, name).id for name in blogs))
        return visited_blogs(database, numbers or None)


def _options(blog: VisitedBlog, wanted: UpdateOptions) -> HarvestOptions:
    asked = {
        name: value
        for name in ("delay", "concurrency", "timeout", "obey_robots")
        if (value := getattr(wanted, name)) is not None
    }
    kind = VisitKind.WHOLE if blog.is_unfinished else VisitKind.UPDATE
    options = replace(blog.options, visit=kind, thorough=wanted.thorough, max_pages=None, max_time=wanted.max_time)
    return replace(options, **asked)


def _needs_whole(end: HarvestEnd) -> bool:
    return end.report is not None and bool(end.report.needs_whole)


def _told_why(end: HarvestEnd, updates: Sequence[HarvestEnd]) -> HarvestEnd:
    """The end of a harvest that an update led to, with the reason."""
    update_report = next(before.report for before in updates if before.address == end.address)
    if end.report is None or update_report is None:
        return end
    note = f"the whole blog was read: {update_report.needs_whole}"
    return replace(end, report=replace(end.report, notes=(note, *end.report.notes)))
