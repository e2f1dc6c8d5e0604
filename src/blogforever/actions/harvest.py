"""Keep whole blogs: each address in, its posts in the archive, a report out.

One blog is harvested in this process, several in children, so many at once as `jobs` says; each fails alone.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from blogforever.actions.contact import contact
from blogforever.actions.own_process import Child, run_once, signals_to
from blogforever.actions.wanted_browser import check_browser
from blogforever.crawl.run import Progress, crawl, start_address
from blogforever.dom.addresses import post_key
from blogforever.errors import BadAddress, BlogforeverError
from blogforever.model.harvest import Report, State, Wishes
from blogforever.store.database import open_database, open_existing
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
        if len(starts) == 1:
            return (_outcome(starts[0], lambda: run_once(_harvest_blog, _arguments(starts[0], order), watch)),)
        crew = _Crew(jobs, watch)
        with signals_to(crew.interrupt):
            return crew.harvest(starts, order)


def exit_code(ends: Sequence[Harvested]) -> int:
    """0 if all blogs are done, else the most telling of all exit codes."""
    codes = {end.exit_code for end in ends}
    return next((code for code in _TELLING if code in codes), 0)


class _Crew:
    """Children at work, so many at a time. The first Ctrl-C lets them finish what is in flight; none is begun then."""

    def __init__(self, jobs: int, watch: Watch | None) -> None:
        self._jobs = max(1, jobs)
        self._watch = watch
        self._talk = threading.Lock()
        self._working: set[Child] = set()
        self._stopped = threading.Event()

    def harvest(self, starts: Sequence[str], order: Order) -> tuple[Harvested, ...]:
        with ThreadPoolExecutor(self._jobs) as pool:
            return tuple(pool.map(lambda start: self._one(start, order), starts))

    def interrupt(self) -> None:
        self._stopped.set()
        for child in tuple(self._working):
            child.interrupt()

    def _one(self, start: str, order: Order) -> Harvested:
        if self._stopped.is_set():
            return Harvested(address=start)
        with Child(_harvest_blog, _arguments(start, order)) as child:
            self._working.add(child)
            try:
                ended = _outcome(start, lambda: child.result(self._tell))
            finally:
                self._working.discard(child)
        if self._stopped.is_set() and type(ended.error) is BlogforeverError:  # it had hardly begun
            return Harvested(address=start)
        return ended

    def _tell(self, progress: Progress) -> None:
        if self._watch is not None:
            with self._talk:
                self._watch(progress)


def _outcome(start: str, work: Callable[[], Report]) -> Harvested:
    try:
        return Harvested(address=start, report=work())
    except BlogforeverError as error:
        return Harvested(address=start, error=error)


def _arguments(start: str, order: Order) -> dict[str, Any]:
    return {"start": start, "order": order}


def _harvest_blog(start: str, order: Order, watch: Watch | None) -> Report:
    options: dict[str, Any] = {"archive": order.archive, "store": order.store}
    if order.warcs:
        sink, options["files"] = "blogforever.store.imported.open_import", order.warcs
    else:
        sink = "blogforever.store.sink.open_sink"
    with damage_told(lambda: open_existing(order.archive, order.store)):
        return crawl(start, order.wishes, sink=sink, options=options, watch=watch)


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
