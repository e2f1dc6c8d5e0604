"""Extract the posts of captured blogs again, with the current rules. Nothing is fetched or captured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from blogforever.actions._crawl.subprocess_runner import Send
from blogforever.actions._crawl.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.errors import BlogforeverError
from blogforever.model.harvest import HarvestOptions, Progress, Report, State
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import Database, open_existing
from blogforever.store.lock import archive_lock
from blogforever.store.ports.rereading import Standing, post_standing
from blogforever.store.ports.supervision import end_from_outside, give_up_from_outside
from blogforever.store.queries.blogs import find_blog, list_blogs
from blogforever.store.running import mark_stopped

Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReextractEnd:
    """What extracting a blog again changed."""

    blog: str
    posts: int = 0
    """How many posts were found."""
    changed: tuple[str, ...] = ()
    """Keys of posts whose content is different now: each has a new version."""
    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    """Posts that the current rules do not find; the archive keeps their last version."""
    is_interrupted: bool = False
    error: BlogforeverError | None = None
    """Why the blog could not be extracted again."""


def reextract(
    addresses: Sequence[str], *, archive: Path, store: str | None = None, watch: Watch | None = None
) -> tuple[ReextractEnd, ...]:
    """Extract the posts of these blogs, or of all blogs, again. One that fails does not affect the others.

    Errors that concern all blogs are raised: NotInArchive, BadArchive, ArchiveBusy.
    """
    ends: list[ReextractEnd] = []
    stop = Stop()
    database = open_existing(archive, store)
    try:
        blogs = [find_blog(database, address) for address in addresses] or list_blogs(database)
        with archive_lock(archive), signals_to(stop):
            mark_stopped(archive, store)
            for url in dict.fromkeys(archived.blog.url for archived in blogs):
                arguments = {"start": url, "archive": archive, "store": store}
                task = Task(address=url, work=_reextract_blog, arguments=arguments)
                give_up = partial(give_up_from_outside, archive, store, url)
                try:
                    ends.append(
                        _reextract_one(database, url, Supervisor(task, stop=stop, watch=watch, give_up=give_up))
                    )
                except Stopped as stopped:
                    end_from_outside(archive, store, url, stopped.state)
                    ends.append(ReextractEnd(blog=url, is_interrupted=True))
                if ends[-1].is_interrupted:
                    break
    finally:
        database.close()
    return tuple(ends)


def _reextract_one(database: Database, url: str, supervisor: Supervisor) -> ReextractEnd:
    before = post_standing(database, url)
    try:
        report: Report = supervisor.run()
    except BlogforeverError as error:
        return ReextractEnd(blog=url, error=error)
    after = post_standing(database, url)
    is_interrupted = report.state is State.INTERRUPTED
    return ReextractEnd(
        blog=url,
        posts=report.posts,
        changed=tuple(key for key in after if key in before and after[key][0] > before[key][0]),
        appeared=tuple(key for key in after if key not in before),
        vanished=() if is_interrupted else _vanished(before, after),
        is_interrupted=is_interrupted,
    )


def _vanished(before: Standing, after: Standing) -> tuple[str, ...]:
    """Posts that the previous harvest saw and this one did not."""
    last = max((seen for _, seen in before.values()), default=0)
    latest = max((seen for _, seen in after.values()), default=0)
    seen_before = {key for key, (_, seen) in before.items() if seen == last}
    return tuple(sorted(key for key in seen_before if key not in after or after[key][1] < latest))


def _reextract_blog(start: str, archive: Path, store: str | None, supervised: Supervised, send: Send) -> Report:
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    ports, arguments = "blogforever.store.ports.rereading.open_ports", {"archive": archive, "store": store}
    supervision = supervised.supervision(send)
    with damage_told(lambda: open_existing(archive, store)):
        return crawl(start, HarvestOptions(offline=True), ports=ports, arguments=arguments, supervision=supervision)
