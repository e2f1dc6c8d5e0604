"""Plans the next visit of a blog after each one: when, and why then.

What a feed asks for is read from its capture, so this runs in the child process that made the visit. The supervising
process, which reads nothing from the web, plans only what follows a visit that failed.
"""

from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from blogforever.errors import BlogforeverError
from blogforever.model.harvest import Report, State
from blogforever.schedule.feed_hints import feed_hints
from blogforever.schedule.next_visit import NO_HINTS, next_visit
from blogforever.schedule.visits import FeedHints
from blogforever.store.database import Database, open_database
from blogforever.store.queries.blogs import blog_at, find_blog
from blogforever.store.queries.captured_feeds import newest_feed
from blogforever.store.visits import planned_visit, posting_history, set_next_visit, unplanned_blogs

_ENDED = frozenset({State.DONE, State.LIMIT})


def plan_next_visit(archive: Path, store: str | None, start: str, report: Report) -> None:
    """Plan the next visit of the blog that was visited just now. One that was interrupted is still due.

    That a plan cannot be written never spoils the visit.
    """
    if report.state not in _ENDED:
        return
    with suppress(BlogforeverError), closing(open_database(archive, store)) as database:
        number = blog_at(database, start)
        if number is not None:
            now = datetime.now(UTC)
            hints = _hints(database, number, now)
            if report.wait_until is not None:
                hints = replace(hints, retry_after=datetime.fromisoformat(report.wait_until))
            _plan(database, number, now, hints, has_new=report.changes.posts.new > 0, has_failed=False)


def plan_after_failure(archive: Path, store: str | None, start: str) -> None:
    """Plan when to try again after a visit that failed; what never was a blog is not tried again."""
    with suppress(BlogforeverError), closing(open_database(archive, store)) as database:
        number = blog_at(database, start)
        if number is not None and planned_visit(database, number) is not None:
            _plan(database, number, datetime.now(UTC), NO_HINTS, has_new=False, has_failed=True)


def plan_unplanned(database: Database) -> None:
    """Plan visits of blogs that have none planned: they were harvested by an earlier version."""
    for number, last in unplanned_blogs(database):
        history = replace(posting_history(database, number), last_visit=last)
        visit = next_visit(history, NO_HINTS, datetime.now(UTC))
        set_next_visit(database, number, visit, last_visit=last)


def _plan(
    database: Database, number: int, now: datetime, hints: FeedHints, *, has_new: bool, has_failed: bool
) -> None:  # fmt: skip
    before = planned_visit(database, number)
    failures = (before.failures if before else 0) + 1 if has_failed else 0
    last_new = now if has_new else before.last_new_post if before else None
    history = posting_history(database, number)
    history = replace(history, last_visit=now, last_new_post=last_new, failures=failures)
    visit = next_visit(history, hints, now)
    set_next_visit(database, number, visit, last_visit=now, last_new_post=last_new, failures=failures)


def _hints(database: Database, number: int, now: datetime) -> FeedHints:
    """What the main feed asks for, as it was captured last."""
    from blogforever.sources.feeds.parse import parse_feed  # noqa: PLC0415 - only the child reads what came

    main = find_blog(database, str(number)).blog.main_feed
    captured = newest_feed(database, number, main.address) if main else None
    if main is None or captured is None:
        return NO_HINTS
    try:
        feed = parse_feed(captured.body, address=main.address)
    except BlogforeverError:
        return NO_HINTS
    return feed_hints(feed, now=now, cache_control=captured.header("Cache-Control"))
