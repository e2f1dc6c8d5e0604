"""Look at a blog without keeping anything: what a harvest would find, and how long it would take.

It begins like a real harvest; then only the sources of post addresses are read, and no further pages.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from shlex import quote
from typing import TYPE_CHECKING, Any

from blogforever.actions._crawl.contact import contact
from blogforever.actions._crawl.inputs import names_scheme, start_address
from blogforever.actions._crawl.reachability import CHECK_ADDRESS, HostLook, find_scheme, insecure_note, look_at_host
from blogforever.actions._crawl.subprocess_runner import Send
from blogforever.actions._crawl.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.errors import BlogforeverError, Unreachable
from blogforever.model.blog import Blog
from blogforever.model.harvest import HarvestOptions, Progress, Report, State
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.model.rules import RuleSet
from blogforever.store.ports.in_memory import InMemoryCaptures, InMemoryRecords

if TYPE_CHECKING:
    from blogforever.crawl.robots_rules import RobotsPolicy

SOURCES = (DiscoveredVia.FEED, DiscoveredVia.OLDER_FEED, DiscoveredVia.REST, DiscoveredVia.SITEMAP, DiscoveredVia.LINK)
_NO_POSTS = frozenset({Outcome.FEED, Outcome.SITEMAP, Outcome.OUTSIDE, Outcome.NOT_A_PAGE, Outcome.DUPLICATE})
_QUICK = 0.1
"""Seconds: the estimate assumes that no request takes less."""

Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a harvest would cost at least: the blog may have pages that no source has named yet."""

    pages: int
    """Addresses known so far."""
    media: int
    """Estimated from the media files of the posts that were read."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeResult:
    """What a probe found out about a blog."""

    blog: Blog
    """With its platform and feeds."""
    rules: RuleSet | None
    sources: dict[DiscoveredVia, int] = field(default_factory=dict)
    """How many addresses of the blog each source names."""
    sitemaps: tuple[LedgerEntry, ...] = ()
    """Sitemaps and platform APIs that were read."""
    robots: "RobotsPolicy | None" = None
    """None if there is no robots.txt."""
    user_agent: str
    delay: float
    """Seconds between two requests: ours or the one in robots.txt, whichever is longer."""
    estimate: Estimate
    notes: tuple[str, ...] = ()


def probe(address: str, options: HarvestOptions, *, watch: Watch | None = None) -> ProbeResult:
    """What a harvest of the blog with these options would find. Raises BadAddress, Unreachable, NotABlog."""
    options = replace(options, contact=contact(options.contact), max_pages=0, media=False)
    written, stop = start_address(address), Stop()
    start = written if names_scheme(address) else find_scheme(written)
    look = look_at_host(start)
    if look.problem:
        raise Unreachable(start, look.problem, CHECK_ADDRESS)
    arguments = {"start": start, "options": options, "look": look}
    task = Task(address=start, work=_probe_blog, arguments=arguments, max_time=options.max_time)
    try:
        with signals_to(stop):
            result: ProbeResult = Supervisor(task, stop=stop, watch=watch).run()
    except Stopped as stopped:
        if stopped.state is State.INTERRUPTED:
            raise KeyboardInterrupt from stopped
        problem = f"a document could not be read within {options.max_time:g} seconds"
        more = f"Allow more time: blogforever probe {quote(start)} --max-time {2 * (options.max_time or 0):g}"
        raise BlogforeverError(start, problem, more) from stopped
    return replace(result, notes=(*insecure_note(written, start), *result.notes))


def _probe_blog(
    start: str, options: HarvestOptions, look: HostLook, supervised: Supervised, send: Send
) -> ProbeResult:  # fmt: skip
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    captures, records = InMemoryCaptures(), InMemoryRecords()
    arguments: dict[str, Any] = {"captures": captures, "records": records}
    ports = "blogforever.store.ports.in_memory.open_ports"
    supervision = replace(supervised.supervision(send), seen_private=look.is_private)
    report = crawl(start, options, ports=ports, arguments=arguments, supervision=supervision)
    return _summarise(start, options, captures, records, report)


def _summarise(
    start: str, options: HarvestOptions, captures: InMemoryCaptures, records: InMemoryRecords, report: Report
) -> ProbeResult:
    from blogforever.crawl.robots_rules import captured_robots  # noqa: PLC0415 - only the child loads Scrapy
    from blogforever.crawl.settings import user_agent  # noqa: PLC0415 - the same

    blog = records.blog or Blog(url=start)
    robots = captured_robots(captures.recall, blog.url)
    delay = max(
        options.pause, (robots.delay or 0.0) if robots and options.obey_robots and options.delay is None else 0.0
    )
    named = [entry for entry in records.ledger.values() if entry.outcome not in _NO_POSTS]
    return ProbeResult(
        blog=blog,
        rules=records.rules,
        sources={via: count for via in SOURCES if (count := sum(via in entry.witnesses for entry in named))},
        sitemaps=tuple(entry for entry in records.ledger.values() if entry.outcome is Outcome.SITEMAP),
        robots=robots,
        user_agent=user_agent(options.contact),
        delay=delay,
        estimate=_estimate(records, named, delay),
        notes=(*report.notes, *_ended_early(options, report)),
    )


def _ended_early(options: HarvestOptions, report: Report) -> tuple[str, ...]:
    if options.max_time is None or report.seconds < options.max_time:
        return ()
    return (f"the probe ended after {options.max_time:g} seconds: the sources may name more addresses",)


def _estimate(records: InMemoryRecords, named: list[LedgerEntry], delay: float) -> Estimate:
    read = [kept.post for kept in records.posts.values()]
    media_of_a_post = sum(len(post.media) for post in read) / len(read) if read else 0.0
    posts = sum(any(source in entry.witnesses for source in SOURCES[:-1]) for entry in named)
    media = round(posts * media_of_a_post)
    return Estimate(pages=len(named), media=media, seconds=(len(named) + media) * max(delay, _QUICK))
