"""Watch the archive's blogs: visit each when its time has come, for as long as the process runs.

due blogs → update, a few at a time → the next visit of each is planned → wait until the next is due

Everything that a watch knows is in the archive: one that is killed and started again goes on where it was. A visit that
was cut short is still due, and is taken up again.
"""

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from blogforever.actions._crawl.plan_visit import plan_unplanned
from blogforever.actions._crawl.supervisor import Stop, signals_to
from blogforever.actions._files.file_io import write_text
from blogforever.actions._files.records import json_line
from blogforever.actions.harvest import HarvestEnd, HarvestJob
from blogforever.actions.update import UpdateOptions, list_due, update
from blogforever.errors import BlogforeverError, UnreadableFile
from blogforever.model.harvest import State
from blogforever.store.database import open_existing
from blogforever.store.visits import next_moment

_LONGEST_VISIT = 3600.0
"""Seconds. A visit that takes longer is ended, and goes on at its next turn."""
_AT_ONCE = 4
"""Blogs that are taken from the queue together, for each that is visited at a time."""
_LOOK_EVERY = 30.0
"""Seconds between two looks at the queue, at most: blogs may be added meanwhile."""
_STEP = 0.2
"""Seconds between two looks whether somebody asked to stop."""
_AFTER_TROUBLE = 60.0
"""Seconds of rest when the archive cannot be read or is in use."""


@dataclass(slots=True, kw_only=True)
class WatchStatus:
    """How far a watch has come, for people and for monitors."""

    started: str
    """ISO 8601, in UTC, like all moments here."""
    visits: int = 0
    failed: int = 0
    new_posts: int = 0
    changed_posts: int = 0
    gone_posts: int = 0
    requests: int = 0
    bytes: int = 0
    last_visit: str | None = None
    next_visit: str | None = None
    """When the next is due; None while nothing is planned."""
    trouble: str = ""
    """Why no blog can be visited just now; empty while they can."""
    state: str = "running"
    """running, or stopped."""

    def count(self, end: HarvestEnd) -> None:
        """One more visit ended."""
        self.visits += 1
        self.failed += end.error is not None
        self.last_visit = _now()
        if end.report is not None:
            posts = end.report.changes.posts
            self.new_posts += posts.new
            self.changed_posts += posts.changed
            self.gone_posts += posts.gone
            self.requests += end.report.requests
            self.bytes += end.report.bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchPlan:
    """What a watch is asked to do."""

    job: HarvestJob
    jobs: int = 2
    status_file: Path | None = None
    """Written anew after each visit, as JSON."""
    metrics_file: Path | None = None
    """The same as text for Prometheus."""


def watch(
    plan: WatchPlan,
    *,
    when_ended: Callable[[HarvestEnd], None] | None = None,
    when_waiting: Callable[[WatchStatus], None] | None = None,
) -> WatchStatus:
    """Visit due blogs until Ctrl-C or SIGTERM. What goes wrong with one blog, or for the moment, never ends it.

    `when_ended` gets the end of each visit, `when_waiting` the status whenever nothing is due. Raises NotInArchive
    where there is no archive, and UnreadableFile for a status file that cannot be written.
    """
    with closing(open_existing(plan.job.archive, plan.job.store)) as database:
        plan_unplanned(database)
    stop = Stop()
    status = WatchStatus(started=_now())
    _write(plan, status)
    with signals_to(stop):
        while not stop.requests:
            try:
                _visit_due(plan, status, stop, when_ended)
                status.trouble, rest = "", 0.0
            except BlogforeverError as error:
                status.trouble, rest = f"{error.subject}: {error.problem}", _AFTER_TROUBLE
            _wait(plan, status, stop, rest, when_waiting)
    status.state = "stopped"
    _write_again(plan, status)
    return status


def _visit_due(
    plan: WatchPlan, status: WatchStatus, stop: Stop, when_ended: Callable[[HarvestEnd], None] | None
) -> None:
    blogs = list_due(plan.job, limit=plan.jobs * _AT_ONCE)

    def tell(end: HarvestEnd) -> None:
        if not _is_interrupted(end):
            status.count(end)
            _write_again(plan, status)
        if when_ended is not None:
            when_ended(end)

    if blogs:
        options = UpdateOptions(max_time=_LONGEST_VISIT)
        update(blogs, plan.job, options, jobs=plan.jobs, when_ended=tell, stop=stop)


def _is_interrupted(end: HarvestEnd) -> bool:
    if end.error is not None or end.same_as:
        return False
    return end.report is None or end.report.state is State.INTERRUPTED


def _wait(
    plan: WatchPlan, status: WatchStatus, stop: Stop, rest: float, when_waiting: Callable[[WatchStatus], None] | None
) -> None:  # fmt: skip
    """Wait until the next visit is due, but not so long that a blog that was added meanwhile is overlooked."""
    moment = _next_moment(plan)
    status.next_visit = moment.isoformat(timespec="seconds") if moment else None
    left = (moment - datetime.now(UTC)).total_seconds() if moment else _LOOK_EVERY
    _write_again(plan, status)
    if left > 0 and when_waiting is not None:
        when_waiting(replace(status))
    end = time.monotonic() + max(rest, min(left, _LOOK_EVERY))
    while not stop.requests and time.monotonic() < end:
        time.sleep(min(_STEP, max(0.0, end - time.monotonic())))


def _next_moment(plan: WatchPlan) -> datetime | None:
    try:
        with closing(open_existing(plan.job.archive, plan.job.store)) as database:
            return next_moment(database)
    except BlogforeverError:
        return None


def _write(plan: WatchPlan, status: WatchStatus) -> None:
    if plan.status_file is not None:
        write_text(plan.status_file, json_line(asdict(status)).decode())
    if plan.metrics_file is not None:
        write_text(plan.metrics_file, metrics(status))


def _write_again(plan: WatchPlan, status: WatchStatus) -> None:
    """A disk that is full for a while does not end the watch: the next visit writes the files again."""
    with suppress(UnreadableFile):
        _write(plan, status)


def metrics(status: WatchStatus) -> str:
    """The status as text for Prometheus."""
    counters = {
        "visits": "Visits that ended.",
        "failed": "Visits that failed.",
        "new_posts": "Posts that were new.",
        "changed_posts": "Posts that had changed.",
        "gone_posts": "Posts that were gone.",
        "requests": "Requests that were sent.",
        "bytes": "Bytes that were received.",
    }
    lines = []
    for name, text in counters.items():
        metric = f"blogforever_watch_{name}_total"
        lines += [f"# HELP {metric} {text}", f"# TYPE {metric} counter", f"{metric} {getattr(status, name)}"]
    gauges = {
        "running": ("1 while the watch runs.", int(status.state == "running")),
        "trouble": ("1 while no blog can be visited.", int(bool(status.trouble))),
        "last_visit_seconds": ("When the last visit ended, in Unix time.", _seconds(status.last_visit)),
        "next_visit_seconds": ("When the next visit is due, in Unix time.", _seconds(status.next_visit)),
    }
    for name, (text, value) in gauges.items():
        metric = f"blogforever_watch_{name}"
        lines += [f"# HELP {metric} {text}", f"# TYPE {metric} gauge", f"{metric} {value}"]
    return "\n".join(lines) + "\n"


def _seconds(moment: str | None) -> int:
    return int(datetime.fromisoformat(moment).timestamp()) if moment else 0


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
