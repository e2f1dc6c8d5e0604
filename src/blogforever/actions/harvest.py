"""Harvest whole blogs: addresses in, posts in the archive, a report for each blog out.

Each blog is harvested in a supervised child process, up to `jobs` of them at a time. One that fails does not affect
the others.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from blogforever.actions._archive import contact
from blogforever.actions._crawl.inputs import check_browser, start_address
from blogforever.actions._crawl.subprocess_runner import Send
from blogforever.actions._crawl.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.errors import BadAddress, BlogforeverError
from blogforever.model.harvest import HarvestChanges, HarvestOptions, Progress, Report, State
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import open_existing
from blogforever.store.lock import archive_lock
from blogforever.store.ports.supervision import changes_from_outside, end_from_outside, give_up_from_outside
from blogforever.store.running import mark_stopped
from blogforever.store.warc.reader import WarcFiles
from blogforever.urls.normalize import post_key

__all__ = ["HarvestEnd", "HarvestJob", "Progress", "exit_code", "harvest"]

INTERRUPTED = 130
_EXIT_CODES = {State.DONE: 0, State.LIMIT: 5, State.INTERRUPTED: INTERRUPTED}
_EXIT_CODE_PRECEDENCE = (INTERRUPTED, 6, 1, 7, 4, 3, 2, 5)
"""When several blogs end differently, the first of these that occurred: a limit matters the least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestJob:
    """Which archive the posts go to, the options of the harvest, and WARC files to read instead of the network."""

    archive: Path
    store: str | None = None
    """The address of a PostgreSQL database; None for the SQLite file in the archive's folder."""
    options: HarvestOptions = field(default_factory=HarvestOptions)
    warcs: tuple[Path, ...] = ()
    """WARC or ARC files of other tools: if there are any, nothing is fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestEnd:
    """How the harvest of one blog ended: with a report, an error, or neither if it was interrupted before it began."""

    address: str
    report: Report | None = None
    error: BlogforeverError | None = None

    @property
    def exit_code(self) -> int:
        """The exit code of the command for this blog alone."""
        if self.error is not None:
            return self.error.exit_code
        return _EXIT_CODES.get(self.report.state, 1) if self.report else INTERRUPTED


Watch = Callable[[Progress], None]


def harvest(
    addresses: Sequence[str],
    job: HarvestJob,
    *,
    jobs: int = 2,
    watch: Watch | None = None,
    when_planned: Callable[[Sequence[str], int], None] | None = None,
    when_ended: Callable[[HarvestEnd], None] | None = None,
) -> tuple[HarvestEnd, ...]:
    """Harvest the blogs and return how each one ended, in the order given; duplicates are harvested once.

    `watch` gets the progress of each blog, `when_planned` the addresses of all blogs and how many are harvested at the
    same time, and `when_ended` how a blog ended, as soon as it did. Never are two of them called at once.

    Without addresses, the blog is the one that the WARC files contain. Errors that concern all blogs are raised:
    BadAddress, BadArchive, ArchiveBusy, UnreadableFile, NoBrowser.
    """
    starts = _starts(addresses, job)
    options = replace(job.options, contact=contact(job.options.contact), offline=bool(job.warcs))
    job = replace(job, options=options)
    check_browser(options)
    with archive_lock(job.archive):
        mark_stopped(job.archive, job.store)  # an archive that cannot be opened fails every blog alike
        stop = Stop()
        with signals_to(stop):
            if when_planned is not None:
                when_planned(starts, jobs)
            return _HarvestPool(job, stop, watch=watch, when_ended=when_ended).harvest(starts, jobs)


def exit_code(ends: Sequence[HarvestEnd]) -> int:
    """0 if all blogs are done, else the most important of their exit codes."""
    codes = {end.exit_code for end in ends}
    return next((code for code in _EXIT_CODE_PRECEDENCE if code in codes), 0)


class _HarvestPool:
    """Harvests several blogs at a time. After the first Ctrl-C no other blog is started."""

    def __init__(
        self, job: HarvestJob, stop: Stop, *,
        watch: Watch | None, when_ended: Callable[[HarvestEnd], None] | None,
    ) -> None:  # fmt: skip
        self._job = job
        self._stop = stop
        self._watch = watch
        self._when_ended = when_ended
        self._watch_lock = threading.Lock()

    def harvest(self, starts: Sequence[str], jobs: int) -> tuple[HarvestEnd, ...]:
        if len(starts) == 1:
            return (self._harvest_blog(starts[0]),)
        # A child dies with the thread that started it: each thread stays with its child until that has ended.
        with ThreadPoolExecutor(max(1, jobs)) as pool:
            return tuple(pool.map(self._harvest_blog, starts))

    def _harvest_blog(self, start: str) -> HarvestEnd:
        end = HarvestEnd(address=start) if self._stop.requests else self._supervise(start)
        if self._when_ended is not None:
            with self._watch_lock:
                self._when_ended(end)
        return end

    def _supervise(self, start: str) -> HarvestEnd:
        self._show_progress(Progress(blog=start))
        job = self._job
        task = Task(
            address=start, work=_harvest_blog, arguments={"start": start, "job": job},
            max_time=job.options.max_time,
        )  # fmt: skip
        give_up = partial(give_up_from_outside, job.archive, job.store, start)
        supervisor = Supervisor(task, stop=self._stop, watch=self._show_progress, give_up=give_up)
        try:
            return HarvestEnd(address=start, report=supervisor.run())
        except BlogforeverError as error:
            return HarvestEnd(address=start, error=error)
        except Stopped as stopped:
            return self._end_stopped(start, stopped)

    def _end_stopped(self, start: str, stopped: Stopped) -> HarvestEnd:
        archive, store = self._job.archive, self._job.store
        changes = HarvestChanges()
        with suppress(BlogforeverError):  # one that still counts as running can be resumed as well
            end_from_outside(archive, store, start, stopped.state)
            changes = changes_from_outside(archive, store, start)
        last = stopped.progress
        if last is None and stopped.state is State.INTERRUPTED:  # it had hardly begun
            return HarvestEnd(address=start)
        last = last or Progress(blog=start)
        posts = changes.posts
        report = Report(
            blog=start, state=stopped.state, posts=posts.new + posts.changed + posts.back + posts.unchanged,
            changes=changes, pages=last.pages, media=last.media, failures=last.failures, requests=last.requests,
            bytes=last.bytes, resumed=last.resumed, seconds=round(last.seconds, 2),
            notes=("the harvest was stopped at once: these figures are from a moment before",),
        )  # fmt: skip
        return HarvestEnd(address=start, report=report)

    def _show_progress(self, progress: Progress) -> None:
        if self._watch is not None:
            with self._watch_lock:
                self._watch(progress)


def _harvest_blog(start: str, job: HarvestJob, supervised: Supervised, send: Send) -> Report:
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    arguments: dict[str, Any] = {"archive": job.archive, "store": job.store}
    if job.warcs:
        ports, arguments["files"] = "blogforever.store.ports.imported.open_ports", job.warcs
    else:
        ports = "blogforever.store.ports.records.open_ports"
    with damage_told(lambda: open_existing(job.archive, job.store)):
        return crawl(start, job.options, ports=ports, arguments=arguments, supervision=supervised.supervision(send))


def _starts(addresses: Sequence[str], job: HarvestJob) -> list[str]:
    """The start address of each blog, once."""
    if not addresses and job.warcs:
        address = WarcFiles(job.warcs).first_address()
        if address is None:
            raise BadAddress(
                str(job.warcs[0]), "does not contain any web page", "Give the address of the blog as well."
            )
        return [address]
    if not addresses:
        raise BadAddress("", "no blog was given", "Give its address, such as https://blog.example.org/.")
    starts = {post_key(start): start for start in reversed([start_address(address) for address in addresses])}
    return list(reversed(starts.values()))
