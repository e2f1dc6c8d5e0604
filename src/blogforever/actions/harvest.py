"""Harvest whole blogs: addresses in, posts in the archive, a report for each blog out.

Each blog is harvested in a supervised child process, up to `jobs` of them at a time. One that fails does not affect
the others.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from blogforever.actions._crawl.blog_lists import ListedBlog
from blogforever.actions._crawl.contact import contact
from blogforever.actions._crawl.inputs import check_browser, names_scheme, start_address
from blogforever.actions._crawl.plan_visit import plan_after_failure, plan_next_visit
from blogforever.actions._crawl.reachability import CHECK_ADDRESS, HostLook, find_scheme, insecure_note, look_at_host
from blogforever.actions._crawl.subprocess_runner import Send
from blogforever.actions._crawl.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.actions._files.file_io import refuse_web_address
from blogforever.errors import BadAddress, BlogforeverError, Unreachable
from blogforever.model.harvest import HarvestChanges, HarvestOptions, Progress, Report, State
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import open_database, open_existing
from blogforever.store.lock import archive_lock
from blogforever.store.ports.supervision import changes_from_outside, end_from_outside, give_up_from_outside
from blogforever.store.queries.blogs import blog_at
from blogforever.store.queries.doubles import PossibleDouble, possible_doubles
from blogforever.store.running import mark_stopped
from blogforever.store.warc.reader import WarcFiles
from blogforever.urls.normalize import host_of, post_key

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
    own_options: Mapping[str, HarvestOptions] = field(default_factory=dict)
    """The options of blogs that are harvested in another way, by their addresses."""
    warcs: tuple[Path, ...] = ()
    """WARC or ARC files of other tools: if there are any, nothing is fetched."""

    def of(self, address: str) -> "HarvestJob":
        """The job for the blog at the address."""
        return replace(self, options=self.own_options.get(address, self.options), own_options={})


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestEnd:
    """How the harvest of one blog ended: with a report or an error.

    With neither it was interrupted before it began, or is the same blog as another one.
    """

    address: str
    report: Report | None = None
    error: BlogforeverError | None = None
    same_as: str = ""
    """Another of the given addresses, if this one turned out to be of the same blog: it is harvested there, once."""

    @property
    def exit_code(self) -> int:
        """The exit code of the command for this blog alone."""
        if self.same_as:
            return 0
        if self.error is not None:
            return self.error.exit_code
        return _EXIT_CODES.get(self.report.state, 1) if self.report else INTERRUPTED


Watch = Callable[[Progress], None]


def harvest(  # noqa: PLR0913 - what to do, and who is told
    addresses: Sequence[str | ListedBlog],
    job: HarvestJob,
    *,
    jobs: int = 2,
    watch: Watch | None = None,
    when_planned: Callable[[Sequence[str], int], None] | None = None,
    when_ended: Callable[[HarvestEnd], None] | None = None,
    stop: Stop | None = None,
) -> tuple[HarvestEnd, ...]:
    """Harvest the blogs and return how each one ended, in the order given; duplicates are harvested once.

    `watch` gets the progress of each blog, `when_planned` the addresses of all blogs and how many are harvested at the
    same time, and `when_ended` how a blog ended, as soon as it did. Never are two of them called at once. `stop` is for
    callers that want to know whether the user asked to stop.

    What is not the address of a blog ends with BadAddress, and the others are harvested all the same. Without
    addresses, the blog is the one that the WARC files contain. Errors that concern all blogs are raised: BadAddress
    if none was given, BadArchive, ArchiveBusy, UnreadableFile, NoBrowser.
    """
    for file in job.warcs:
        refuse_web_address(file)
    starts = _starts(addresses, job)
    blogs = [start for start in starts if isinstance(start, _Start)]
    if not blogs:
        return tuple(start for start in starts if isinstance(start, HarvestEnd))
    sender = contact(job.options.contact)
    options = replace(job.options, contact=sender, offline=bool(job.warcs))
    own = {address: replace(wanted, contact=sender) for address, wanted in job.own_options.items()}
    job = replace(job, options=options, own_options=own)
    for wanted in (options, *own.values()):
        check_browser(wanted)
    with archive_lock(job.archive):
        mark_stopped(job.archive, job.store)  # an archive that cannot be opened fails every blog alike
        stop = stop or Stop()
        with signals_to(stop):
            if when_planned is not None:
                when_planned([start.address for start in blogs], jobs)
            ends = iter(_HarvestPool(job, stop, watch=watch, when_ended=when_ended).harvest(blogs, jobs))
    return tuple(start if isinstance(start, HarvestEnd) else next(ends) for start in starts)


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
        self._claims: dict[int, str] = {}
        """The blogs that are or were harvested, by their numbers, with the addresses where that started."""
        self._claim_lock = threading.Lock()

    def harvest(self, starts: "Sequence[_Start]", jobs: int) -> tuple[HarvestEnd, ...]:
        if len(starts) == 1:
            return (self._harvest_blog(starts[0]),)
        # One after another on the same host: they may be the same blog, and the host has the delay that it asks for.
        by_host: dict[str, list[_Start]] = {}
        for start in starts:
            by_host.setdefault(host_of(start.address), []).append(start)
        # A child dies with the thread that started it: each thread stays with its child until that has ended.
        with ThreadPoolExecutor(max(1, jobs)) as pool:
            ends = {
                start.address: end
                for starts_of_host, ends_of_host in zip(
                    by_host.values(), pool.map(self._harvest_host, by_host.values()), strict=True
                )
                for start, end in zip(starts_of_host, ends_of_host, strict=True)
            }
        return tuple(ends[start.address] for start in starts)

    def _harvest_host(self, starts: "Sequence[_Start]") -> list[HarvestEnd]:
        ends = []
        for start in starts:
            claimed_by = self._claim(start.address)
            same = HarvestEnd(address=start.address, same_as=claimed_by)
            ends.append(self._tell_end(same) if claimed_by else self._harvest_blog(start))
            self._claim(start.address)  # only a harvest tells which blog an address belongs to that is new
        return ends

    def _claim(self, start: str) -> str:
        """Where the blog at the address was started already; else it is claimed, if the archive knows it."""
        with self._claim_lock:
            number = self._blog_at(start)
            claimed_by = "" if number is None else self._claims.setdefault(number, start)
        return "" if claimed_by == start else claimed_by

    def _harvest_blog(self, blog: "_Start") -> HarvestEnd:
        return self._tell_end(HarvestEnd(address=blog.address) if self._stop.requests else self._supervise(blog))

    def _tell_end(self, end: HarvestEnd) -> HarvestEnd:
        if self._when_ended is not None:
            with self._watch_lock:
                self._when_ended(end)
        return end

    def _supervise(self, blog: "_Start") -> HarvestEnd:
        self._show_progress(Progress(blog=blog.address))
        job = self._job.of(blog.address)
        start = find_scheme(blog.address) if blog.lacks_scheme and not job.options.offline else blog.address
        if start != blog.address:
            self._show_progress(Progress(blog=start, instead_of=blog.address))
        look = HostLook() if job.options.offline else look_at_host(start)
        if look.problem and self._blog_at(start) is None:  # the failure of a blog in the archive is kept there
            return HarvestEnd(address=start, error=Unreachable(start, look.problem, CHECK_ADDRESS))
        arguments = {"start": start, "job": job, "look": look}
        task = Task(address=start, work=_harvest_blog, arguments=arguments, max_time=job.options.max_time)
        give_up = partial(give_up_from_outside, job.archive, job.store, start)
        supervisor = Supervisor(task, stop=self._stop, watch=self._show_progress, give_up=give_up)
        try:
            report: Report = supervisor.run()
            notes = (*insecure_note(blog.address, start), *report.notes)
            return HarvestEnd(
                address=start, report=replace(report, notes=(*notes, *self._notes_on_doubles(start, notes)))
            )
        except BlogforeverError as error:
            plan_after_failure(job.archive, job.store, start)
            return HarvestEnd(address=start, error=error)
        except Stopped as stopped:
            if stopped.state is not State.INTERRUPTED:
                plan_after_failure(job.archive, job.store, start)
            return self._end_stopped(start, stopped)

    def _blog_at(self, start: str) -> int | None:
        """The number of the blog that the archive knows by the address."""
        with closing(open_database(self._job.archive, self._job.store)) as database:
            return blog_at(database, start)

    def _notes_on_doubles(self, start: str, notes: Sequence[str]) -> tuple[str, ...]:
        """Which other blogs of the archive may be the same as the one that was harvested, unless the notes say so."""
        with suppress(BlogforeverError), closing(open_database(self._job.archive, self._job.store)) as database:
            number = blog_at(database, start)
            doubles = possible_doubles(database, number) if number is not None else ()
            return tuple(_note_on_double(double) for double in doubles if not _is_told(double, notes))
        return ()

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


def _harvest_blog(
    start: str, job: HarvestJob, look: HostLook, supervised: Supervised, send: Send
) -> Report:  # fmt: skip
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    arguments: dict[str, Any] = {"archive": job.archive, "store": job.store}
    if job.warcs:
        ports, arguments["files"] = "blogforever.store.ports.imported.open_ports", job.warcs
    else:
        ports = "blogforever.store.ports.records.open_ports"
    supervision = replace(supervised.supervision(send), seen_private=look.is_private)
    with damage_told(lambda: open_existing(job.archive, job.store)):
        report = crawl(start, job.options, ports=ports, arguments=arguments, supervision=supervision)
    if not job.options.offline:
        plan_next_visit(job.archive, job.store, start, report)
    return report


def _is_told(double: PossibleDouble, notes: Sequence[str]) -> bool:
    first, second = double.merge
    commands = (f"blogs merge {first} {second}`", f"blogs merge {second} {first}`")
    return any(command in note for note in notes for command in commands)


def _note_on_double(double: PossibleDouble) -> str:
    first, second = double.merge
    posts = f"{double.posts:,} {'post' if double.posts == 1 else 'posts'} of this one"
    shared = f" and holds {posts}" if double.posts else ""
    return (
        f"blog {double.number} of this archive ({double.url}) is on the same host{shared}; if the two are one blog, "
        f"`blogforever blogs merge {first} {second}` makes them one"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """Where the harvest of a blog starts."""

    address: str
    lacks_scheme: bool = False
    """The user wrote neither http nor https."""


def _starts(addresses: Sequence[str | ListedBlog], job: HarvestJob) -> list[_Start | HarvestEnd]:
    """The start of each blog, once, in the order given; the end of those whose address is bad."""
    if not addresses and job.warcs:
        address = WarcFiles(job.warcs).first_address()
        if address is None:
            raise BadAddress(
                str(job.warcs[0]), "does not contain any web page", "Give the address of the blog as well."
            )
        return [_Start(address=address)]
    if not addresses:
        raise BadAddress("", "no blog was given", "Give its address, such as https://blog.example.org/.")
    starts: dict[str, _Start | HarvestEnd] = {}
    for one in addresses:
        written, place = (one.address, one.place) if isinstance(one, ListedBlog) else (one, "")
        try:
            start = start_address(written)
        except BadAddress as error:
            named = BadAddress(f"{place}: {error.subject}", error.problem, error.next_step) if place else error
            starts.setdefault(f"{place}\n{written}", HarvestEnd(address=written, error=named))
        else:
            starts.setdefault(post_key(start), _Start(address=start, lacks_scheme=not names_scheme(written)))
    return list(starts.values())
