"""Read captured blogs again with the rules of today. Nothing is fetched, and nothing is captured again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from blogforever.actions.own_process import Send
from blogforever.actions.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.errors import BlogforeverError
from blogforever.model.harvest import Progress, Report, State, Wishes
from blogforever.store.blogs import find_blog, list_blogs
from blogforever.store.database import Database, open_existing
from blogforever.store.given_up import end_from_outside, give_up_from_outside
from blogforever.store.lock import archive_lock
from blogforever.store.rereading import Standing, post_standing
from blogforever.store.soundness import damage_told

Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """What another look at a blog's pages made of its posts."""

    blog: str
    posts: int = 0
    """Posts that were found."""
    changed: tuple[str, ...] = ()
    """Keys of posts that say something else now: each has a new version."""
    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    """Posts that today's rules do not find; the archive keeps their last version."""
    is_interrupted: bool = False
    error: BlogforeverError | None = None
    """What kept the blog from being read again."""


def reextract(
    addresses: Sequence[str], *, archive: Path, store: str | None = None, watch: Watch | None = None
) -> tuple[Reread, ...]:
    """Read the blogs again, all of them if none is named; each fails alone, and an interrupt ends all.

    Raises what concerns all blogs: NotInArchive, BadArchive, ArchiveBusy.
    """
    ends: list[Reread] = []
    stop = Stop()
    database = open_existing(archive, store)
    try:
        found = [find_blog(database, address) for address in addresses] or list_blogs(database)
        with archive_lock(archive), signals_to(stop):
            for url in dict.fromkeys(one.blog.url for one in found):
                arguments = {"start": url, "archive": archive, "store": store}
                task = Task(address=url, work=_reread_blog, arguments=arguments)
                give_up = partial(give_up_from_outside, archive, store, url)
                try:
                    ends.append(_reread(database, url, Supervisor(task, stop=stop, watch=watch, give_up=give_up)))
                except Stopped as stopped:
                    end_from_outside(archive, store, url, stopped.state)
                    ends.append(Reread(blog=url, is_interrupted=True))
                if ends[-1].is_interrupted:
                    break
    finally:
        database.close()
    return tuple(ends)


def _reread(database: Database, url: str, supervisor: Supervisor) -> Reread:
    before = post_standing(database, url)
    try:
        report: Report = supervisor.run()
    except BlogforeverError as error:
        return Reread(blog=url, error=error)
    after = post_standing(database, url)
    is_interrupted = report.state is State.INTERRUPTED
    return Reread(
        blog=url,
        posts=report.posts,
        changed=tuple(key for key in after if key in before and after[key][0] > before[key][0]),
        appeared=tuple(key for key in after if key not in before),
        vanished=() if is_interrupted else _vanished(before, after),
        is_interrupted=is_interrupted,
    )


def _vanished(before: Standing, after: Standing) -> tuple[str, ...]:
    """Posts that the harvest before saw and this one did not."""
    last = max((seen for _, seen in before.values()), default=0)
    latest = max((seen for _, seen in after.values()), default=0)
    seen_before = {key for key, (_, seen) in before.items() if seen == last}
    return tuple(sorted(key for key in seen_before if key not in after or after[key][1] < latest))


def _reread_blog(start: str, archive: Path, store: str | None, supervised: Supervised, send: Send) -> Report:
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    sink, options = "blogforever.store.rereading.open_rereading", {"archive": archive, "store": store}
    supervision = supervised.supervision(send)
    with damage_told(lambda: open_existing(archive, store)):
        return crawl(start, Wishes(offline=True), sink=sink, options=options, supervision=supervision)
