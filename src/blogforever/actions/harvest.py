"""Keep whole blogs: each address in, its posts in the archive, a report out.

Each blog is harvested in a child process under supervision, so many at once as `jobs` says; each fails alone.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from blogforever.actions.contact import contact
from blogforever.actions.own_process import Send
from blogforever.actions.start_address import start_address
from blogforever.actions.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.actions.wanted_browser import check_browser
from blogforever.dom.addresses import post_key
from blogforever.errors import BadAddress, BlogforeverError
from blogforever.model.harvest import Progress, Report, State, Wishes
from blogforever.store.database import open_database, open_existing
from blogforever.store.given_up import end_from_outside, give_up_from_outside
from blogforever.store.lock import archive_lock
from blogforever.store.soundness import damage_told
from blogforever.store.warc_reader import WarcFiles

__all__ = ["Harvested", "Order", "Progress", "exit_code", "harvest"]

INTERRUPTED = 130
_STATES = {State.DONE: 0, State.LIMIT: 5, State.INTERRUPTED: INTERRUPTED}
_TELLING = (INTERRUPTED, 6, 1, 7, 4, 3, 2, 5)
"""Of several ends the one that matters most to whoever started the harvest: a limit hurts the least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Where posts go, how the blogs are asked, and what stands in for the network."""

    archive: Path
    store: str | None = None
    """A PostgreSQL server for the archive's database."""
    wishes: Wishes = field(default_factory=Wishes)
    warcs: tuple[Path, ...] = ()
    """Files that other tools captured: with them nobody is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvested:
    """How the harvest of one blog ended: with a report, or with what kept it from coming to one."""

    address: str
    report: Report | None = None
    error: BlogforeverError | None = None

    @property
    def exit_code(self) -> int:
        """What the command ends with for this blog."""
        if self.error is not None:
            return self.error.exit_code
        return _STATES.get(self.report.state, 1) if self.report else INTERRUPTED


Watch = Callable[[Progress], None]


def harvest(
    addresses: Sequence[str], order: Order, *, jobs: int = 2, watch: Watch | None = None
) -> tuple[Harvested, ...]:
    """How each blog fared, in the order given; the same blog twice is harvested once.

    Without addresses the WARC files say which blog they hold. Raises what concerns all blogs: BadAddress, BadArchive,
    ArchiveBusy, UnreadableFile, NoBrowser.
    """
    starts = _starts(addresses, order)
    wishes = replace(order.wishes, contact=contact(order.wishes.contact), offline=bool(order.warcs))
    order = replace(order, wishes=wishes)
    check_browser(wishes)
    with archive_lock(order.archive):
        open_database(order.archive, order.store).close()  # an archive that is unfit for one blog is so for all
        stop = Stop()
        with signals_to(stop):
            return _Crew(order, watch, stop).harvest(starts, jobs)


def exit_code(ends: Sequence[Harvested]) -> int:
    """0 if all blogs are done, else the most telling of all exit codes."""
    codes = {end.exit_code for end in ends}
    return next((code for code in _TELLING if code in codes), 0)


class _Crew:
    """Harvests several blogs at a time. After the first Ctrl-C none is begun."""

    def __init__(self, order: Order, watch: Watch | None, stop: Stop) -> None:
        self._order = order
        self._watch = watch
        self._stop = stop
        self._talk = threading.Lock()

    def harvest(self, starts: Sequence[str], jobs: int) -> tuple[Harvested, ...]:
        if len(starts) == 1:
            return (self._one(starts[0]),)
        # A child dies with the thread that started it: each thread stays with its child until that has ended.
        with ThreadPoolExecutor(max(1, jobs)) as pool:
            return tuple(pool.map(self._one, starts))

    def _one(self, start: str) -> Harvested:
        if self._stop.requests:
            return Harvested(address=start)
        order = self._order
        task = Task(
            address=start, work=_harvest_blog, arguments={"start": start, "order": order},
            max_time=order.wishes.max_time,
        )  # fmt: skip
        give_up = partial(give_up_from_outside, order.archive, order.store, start)
        supervisor = Supervisor(task, stop=self._stop, watch=self._tell, give_up=give_up)
        try:
            return Harvested(address=start, report=supervisor.run())
        except BlogforeverError as error:
            return Harvested(address=start, error=error)
        except Stopped as stopped:
            return self._stopped(start, stopped)

    def _stopped(self, start: str, stopped: Stopped) -> Harvested:
        with suppress(BlogforeverError):  # a harvest that still counts as running can be taken up as well
            end_from_outside(self._order.archive, self._order.store, start, stopped.state)
        last = stopped.progress
        if last is None and stopped.state is State.INTERRUPTED:  # it had hardly begun
            return Harvested(address=start)
        last = last or Progress(blog=start, posts=0, pages=0, media=0, failures=0, waiting=0, seconds=0.0)
        report = Report(
            blog=start, state=stopped.state, posts=last.posts, pages=last.pages, media=last.media,
            failures=last.failures, seconds=round(last.seconds, 2),
            notes=("it was stopped at once: the figures are those of a moment before",),
        )  # fmt: skip
        return Harvested(address=start, report=report)

    def _tell(self, progress: Progress) -> None:
        if self._watch is not None:
            with self._talk:
                self._watch(progress)


def _harvest_blog(start: str, order: Order, supervised: Supervised, send: Send) -> Report:
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    options: dict[str, Any] = {"archive": order.archive, "store": order.store}
    if order.warcs:
        sink, options["files"] = "blogforever.store.imported.open_import", order.warcs
    else:
        sink = "blogforever.store.sink.open_sink"
    with damage_told(lambda: open_existing(order.archive, order.store)):
        return crawl(start, order.wishes, sink=sink, options=options, supervision=supervised.supervision(send))


def _starts(addresses: Sequence[str], order: Order) -> list[str]:
    """The start address of each blog, once."""
    if not addresses and order.warcs:
        found = WarcFiles(order.warcs).first_address()
        if found is None:
            raise BadAddress(str(order.warcs[0]), "holds no page", "Name the blog's address too.")
        return [found]
    if not addresses:
        raise BadAddress("", "no blog is named", "Give its address, such as https://blog.example.org/.")
    starts = {post_key(start): start for start in reversed([start_address(address) for address in addresses])}
    return list(reversed(starts.values()))
