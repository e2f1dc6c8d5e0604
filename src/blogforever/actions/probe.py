"""Look at a blog without keeping anything: what a harvest would find, and how long it would take.

The first steps are those of a real harvest; then only the sources of post addresses are read, and no more pages.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from blogforever.actions.contact import contact
from blogforever.actions.own_process import Send
from blogforever.actions.start_address import start_address
from blogforever.actions.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.crawl.forgetful import Notebook
from blogforever.errors import BlogforeverError
from blogforever.model.blog import Blog
from blogforever.model.harvest import Progress, Report, State, Wishes
from blogforever.model.ledger import Fate, Outcome, Witness
from blogforever.model.rules import RuleSet

if TYPE_CHECKING:
    from blogforever.crawl.robots_rules import Manners

SOURCES = (Witness.FEED, Witness.OLDER_FEED, Witness.REST, Witness.SITEMAP, Witness.LINK)
_NO_POSTS = frozenset({Outcome.FEED, Outcome.SITEMAP, Outcome.OUTSIDE, Outcome.NOT_A_PAGE, Outcome.DUPLICATE})
_QUICK = 0.1
"""Seconds that a request takes at least, in the estimate."""

Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a harvest would cost; more if the blog has pages that nobody named yet."""

    pages: int
    """Addresses that are known now."""
    media: int
    """By the media files of the posts that were read."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """What was found out about a blog."""

    blog: Blog
    """With its platform and feeds."""
    rules: RuleSet | None
    sources: dict[Witness, int] = field(default_factory=dict)
    """How many addresses of the blog each source names."""
    sitemaps: tuple[Fate, ...] = ()
    """Sitemaps and platform APIs that were read."""
    robots: "Manners | None" = None
    """None when there is no robots.txt."""
    user_agent: str
    delay: float
    """Seconds between two requests: ours or that of robots.txt, whichever is longer."""
    estimate: Estimate
    notes: tuple[str, ...] = ()


def probe(address: str, wishes: Wishes, *, watch: Watch | None = None) -> Probed:
    """What a harvest of the blog with these wishes would find. Raises BadAddress, Unreachable, NotABlog."""
    wishes = replace(wishes, contact=contact(wishes.contact), max_pages=0, media=False)
    start, stop = start_address(address), Stop()
    arguments = {"start": start, "wishes": wishes}
    task = Task(address=start, work=_probe_blog, arguments=arguments, max_time=wishes.max_time)
    try:
        with signals_to(stop):
            probed: Probed = Supervisor(task, stop=stop, watch=watch).run()
    except Stopped as stopped:
        if stopped.state is State.INTERRUPTED:
            raise KeyboardInterrupt from stopped
        problem = f"a document could not be read within the {wishes.max_time:g} seconds of the look"
        raise BlogforeverError(start, problem, "Allow more time with --max-time.") from stopped
    return probed


def _probe_blog(start: str, wishes: Wishes, supervised: Supervised, send: Send) -> Probed:
    from blogforever.crawl.run import crawl  # noqa: PLC0415 - only the child loads Scrapy

    notebook = Notebook()
    options: dict[str, Any] = {"notebook": notebook}
    sink = "blogforever.crawl.forgetful.open_notebook"
    report = crawl(start, wishes, sink=sink, options=options, supervision=supervised.supervision(send))
    return _summed_up(start, wishes, notebook, report)


def _summed_up(start: str, wishes: Wishes, notebook: Notebook, report: Report) -> Probed:
    from blogforever.crawl.robots_rules import captured_manners  # noqa: PLC0415 - only the child loads Scrapy
    from blogforever.crawl.settings import user_agent  # noqa: PLC0415 - the same

    blog = notebook.blog or Blog(url=start)
    robots = captured_manners(notebook.recall, blog.url)
    delay = max(wishes.pause, (robots.delay or 0.0) if robots and wishes.obey_robots and wishes.delay is None else 0.0)
    named = [fate for fate in notebook.fates.values() if fate.outcome not in _NO_POSTS]
    return Probed(
        blog=blog,
        rules=notebook.rules,
        sources={witness: count for witness in SOURCES if (count := sum(witness in one.witnesses for one in named))},
        sitemaps=tuple(fate for fate in notebook.fates.values() if fate.outcome is Outcome.SITEMAP),
        robots=robots,
        user_agent=user_agent(wishes.contact),
        delay=delay,
        estimate=_estimate(notebook, named, delay),
        notes=(*report.notes, *_ended_early(wishes, report)),
    )


def _ended_early(wishes: Wishes, report: Report) -> tuple[str, ...]:
    if wishes.max_time is None or report.seconds < wishes.max_time:
        return ()
    return (f"the look ended after {wishes.max_time:g} seconds: the sources may name more",)


def _estimate(notebook: Notebook, named: list[Fate], delay: float) -> Estimate:
    read = [kept.post for kept in notebook.posts.values()]
    media_of_a_post = sum(len(post.media) for post in read) / len(read) if read else 0.0
    posts = sum(any(source in fate.witnesses for source in SOURCES[:-1]) for fate in named)
    media = round(posts * media_of_a_post)
    return Estimate(pages=len(named), media=media, seconds=(len(named) + media) * max(delay, _QUICK))
