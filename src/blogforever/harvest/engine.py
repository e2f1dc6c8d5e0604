"""One harvest under way: puts its parts together, and takes what came for each address.

The parts are narrow: each step gets what it needs and no more. What the crawl asks of a harvest stands here.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from blogforever.errors import BlogforeverError
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.frontier.policy import NewPosts
from blogforever.harvest import report
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.bootstrap import Bootstrap, SitemapsOf
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.comments.known import CapturedComments
from blogforever.harvest.fetch import Fetch, ReceivedPage
from blogforever.harvest.finalize import Finalizer
from blogforever.harvest.pages.duplicates import Duplicates
from blogforever.harvest.pages.feed_posts import FeedPosts
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.pages.late_rules import LateRules
from blogforever.harvest.pages.read import NO_ARCHIVE, PageReader
from blogforever.harvest.reading_limit import ReadingLimit
from blogforever.harvest.recall import PageRecall
from blogforever.harvest.render_policy import RenderPolicy
from blogforever.harvest.source_queue import SourceQueue
from blogforever.harvest.sources.captured_feeds import CapturedFeeds
from blogforever.harvest.sources.read import SourceReader
from blogforever.harvest.state import BlogProfile, Counts, PageTable, RuleBook
from blogforever.harvest.update.finalize import VisitFinalizer
from blogforever.harvest.update.listing import PostListing
from blogforever.harvest.update.visit import Visit
from blogforever.model.blog import KnownBlog
from blogforever.model.exchange import Headers
from blogforever.model.harvest import HarvestOptions, KeptMedia, Phase, Progress, Report, Resumed, State, VisitKind
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.ports import Captures, Records


class Harvest:
    """One harvest of one blog. Everything that it knows follows from the answers that came."""

    def __init__(  # noqa: PLR0913 - where a harvest begins, how far it goes, and where it ends up
        self, start: str, options: HarvestOptions, captures: Captures, records: Records, *,
        now: datetime, limit: ReadingLimit | None = None, given_up: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.options = options
        self._now = now
        self._known = records.known_blog() if options.visit is VisitKind.UPDATE else None
        """What the archive knows of the blog, for a visit to it; None where all of it is read."""
        self._needs_whole = ""
        self.captures = captures
        self.records = records
        self.frontier = Frontier(policy=NewPosts(), this_year=now.year, max_pages=options.max_pages)
        self.profile = BlogProfile(start)
        self.counts = Counts()
        self.when_phase_changes: Callable[[], None] = lambda: None
        """Called whenever the harvest goes on to something else."""
        self._taken_up = records.taken_up()
        self._before: Progress | None = None
        self.pages = PageTable()
        self.render_policy = RenderPolicy(options.render)
        self.attempts = Attempts(
            limit=limit or ReadingLimit(), frontier=self.frontier, pages=self.pages, records=records,
            counts=self.counts, profile=self.profile, given_up=given_up or {},
        )  # fmt: skip
        self._rules = RuleBook(records)
        queue = SourceQueue(self.frontier)
        recall = PageRecall(captures, self.attempts, self._rules)
        self._comments = CommentCollector(
            frontier=self.frontier, pages=self.pages, records=records, queue=queue, attempts=self.attempts,
            profile=self.profile, captured=CapturedComments(recall, self.attempts, self._rules, self.pages),
        )  # fmt: skip
        self._sources = SourceReader(queue, self.frontier, self.attempts, self.profile, self._comments)
        keeper = PostKeeper(
            frontier=self.frontier, pages=self.pages, records=records, comments=self._comments,
            limit=self.attempts.limit, with_media=options.media,
            known_media=self._known.media if self._known else frozenset(),
        )  # fmt: skip
        self._reader = PageReader(
            frontier=self.frontier, pages=self.pages, rules=self._rules, attempts=self.attempts, keeper=keeper,
            recall=recall, profile=self.profile, counts=self.counts, options=options,
        )  # fmt: skip
        feeds = CapturedFeeds(
            captures=captures, sources=self._sources, attempts=self.attempts, profile=self.profile
        )  # fmt: skip
        end = _EndParts(
            keeper=keeper, recall=recall, feeds=feeds,
            feed_posts=FeedPosts(
                frontier=self.frontier, pages=self.pages, profile=self.profile, feeds=feeds, attempts=self.attempts,
                keeper=keeper,
            ),
        )  # fmt: skip
        self._finalizer: Finalizer | VisitFinalizer
        self._finalizer = self._finalizer_of_all(end) if self._known is None else self._finalizer_of(self._known, end)
        self.frontier.follows_links = self._known is None

    def _finalizer_of_all(self, end: "_EndParts") -> Finalizer:
        return Finalizer(
            frontier=self.frontier, pages=self.pages, records=self.records, profile=self.profile, counts=self.counts,
            attempts=self.attempts, keeper=end.keeper, reader=self._reader, comments=self._comments,
            sources=self._sources, feed_posts=end.feed_posts,
            duplicates=Duplicates(
                frontier=self.frontier, pages=self.pages, attempts=self.attempts, recall=end.recall,
                reader=self._reader, keeper=end.keeper,
            ),
            late_rules=LateRules(
                frontier=self.frontier, pages=self.pages, rules=self._rules, profile=self.profile,
                attempts=self.attempts, recall=end.recall, reader=self._reader, keeper=end.keeper, feeds=end.feeds,
            ),
        )  # fmt: skip

    def _finalizer_of(self, known: KnownBlog, end: "_EndParts") -> VisitFinalizer:
        return VisitFinalizer(
            known=known, frontier=self.frontier, pages=self.pages, records=self.records, profile=self.profile,
            counts=self.counts, attempts=self.attempts, rules=self._rules, recall=end.recall, reader=self._reader,
            keeper=end.keeper, comments=self._comments, feed_posts=end.feed_posts, feeds=end.feeds,
        )  # fmt: skip

    async def bootstrap(self, fetch: Fetch, sitemaps: SitemapsOf) -> None:
        """From the address to a full frontier. Raises Unreachable when the home page cannot be had."""
        if self._known is not None:
            await self._visit(fetch, self._known)
        else:
            await self._begin(fetch, sitemaps)
        # With its feeds, and at once: a harvest that is killed must not leave a blog of which nothing is known.
        self.records.keep_blog(replace(self.profile.blog, feeds=tuple(self.profile.feeds)))
        self.records.save()
        self.profile.decisions = self.records.decisions()
        for decision in self.profile.decisions.values():
            if decision.is_post and self._known is None:
                self.frontier.announce(decision.address, DiscoveredVia.PERSON, kind=Kind.POST)

    async def _visit(self, fetch: Fetch, known: KnownBlog) -> None:
        visit = Visit(
            fetch=fetch, captures=self.captures, frontier=self.frontier, attempts=self.attempts, profile=self.profile,
            rules=self._rules, comments=self._comments, known=known, now=self._now, thorough=self.options.thorough,
            listing=PostListing(fetch=fetch, frontier=self.frontier, attempts=self.attempts),
            render_policy=self.render_policy, enter=self.enter,
        )  # fmt: skip
        self._needs_whole = await visit.run()

    async def _begin(self, fetch: Fetch, sitemaps: SitemapsOf) -> None:
        steps = Bootstrap(
            fetch=fetch, sitemaps=sitemaps, frontier=self.frontier, attempts=self.attempts, profile=self.profile,
            rules=self._rules, sources=self._sources, comments=self._comments, reader=self._reader,
            render_policy=self.render_policy, max_pages=self.options.max_pages, enter=self.enter,
        )  # fmt: skip
        await steps.run()
        note = self.records.identify(self.profile.identity)
        self.profile.notes += [note] if note else []

    def enter(self, phase: Phase) -> None:
        """From now on the harvest does this; those who watch it are told at once, since it may take long."""
        if phase is not self.counts.phase:
            self.counts.phase = phase
            self.when_phase_changes()

    def go_on(self, before: Progress) -> None:
        """The same run had a process before this one: what that one did counts, and is not called resumed."""
        self.counts.requests, self.counts.bytes = before.requests, before.bytes
        self._before = before

    @property
    def resumed(self) -> Resumed | None:
        """What an earlier run of this harvest had done; None when there was none."""
        if self._before is not None:
            return self._before.resumed
        return None if self._taken_up is None else Resumed(posts=self._taken_up, answers=self.counts.recalled)

    def take_page(self, target: FrontierUrl, received: ReceivedPage, *, status: int, at: datetime) -> None:
        """A page came."""
        with self.attempts.limit.document(target.address):
            self._reader.take(target, received, status=status, at=at)

    def take_source(self, target: FrontierUrl, content: bytes, *, status: int, headers: Headers) -> None:
        """A feed, a sitemap or an answer of a platform's API came."""
        with self.attempts.limit.document(target.address):
            self._sources.take(target, content, status=status, headers=headers)

    def take_media(
        self, target: FrontierUrl, content: bytes, media_type: str | None, *, status: int, at: datetime
    ) -> None:  # fmt: skip
        """A media file came."""
        media = KeptMedia(address=target.address, content=content, media_type=media_type, captured_at=at)
        self.records.keep_media(media)
        self.counts.media += 1
        self.frontier.settle(target, Outcome.MEDIA, media_type or "", status=status)

    def leave_unarchived(self, target: FrontierUrl, *, status: int) -> None:
        """The answer asks not to be archived."""
        self.frontier.settle(target, Outcome.ROBOTS, NO_ARCHIVE, status=status)

    def finalize(self) -> None:
        """Nothing is under way: decide what needs the whole picture. More may wait to be fetched afterwards."""
        self.enter(Phase.FINISHING)
        self._finalizer.run()
        self.save()

    def leave_dry_rest(self) -> None:
        """Pages that only other pages link to, where page after page brought nothing: the report names them."""
        bounds = self.frontier.bounds
        if bounds.is_dry and not bounds.is_full:
            reason = f"the last {bounds.drought:,} pages had no new text"
            left = self.frontier.give_up(Outcome.LIMIT, reason)
            self.profile.notes += [f"{left:,} linked pages were left out: {reason}"] if left else []

    def leave_rest(self) -> int:
        """A limit ended the harvest: how many addresses were left waiting."""
        return self.frontier.give_up(Outcome.LIMIT, "the harvest ended before its turn came")

    def is_full(self) -> bool:
        """True when the archive can take no more; from then on it stays full."""
        self.profile.why_full = self.profile.why_full or self.records.why_full()
        return bool(self.profile.why_full)

    def save(self) -> None:
        """Everything so far is safe when this returns."""
        self.records.write_ledger(self.frontier.changes())
        self.records.save()

    def report(self, state: State, seconds: float) -> Report:
        """The end in figures, by all that was saved."""
        self.save()
        summary = report.summarize(
            self.frontier, self.profile, self.counts, comments=self._comments.count, state=state, seconds=seconds
        )
        shortfalls = (*self.captures.shortfalls(), *summary.shortfalls)
        is_update = self._known is not None
        kind = VisitKind.UPDATE if is_update else VisitKind.WHOLE
        return report.add_changes(
            replace(summary, visit=kind, resumed=self.resumed, shortfalls=shortfalls, needs_whole=self._needs_whole),
            self.records,
            self.frontier,
            is_whole=state is State.DONE and not self.options.offline and not is_update,
        )

    def end(self, state: State, seconds: float) -> tuple[Report, BlogforeverError | None]:
        """The report, when everything is saved; and what to raise when the site turned out not to be a blog."""
        try:
            end = self.report(state, seconds)
        except BlogforeverError:
            with suppress(BlogforeverError):
                self.records.close(None)
            raise
        return end, self.close(end)

    def close(self, end: Report) -> BlogforeverError | None:
        """Everything is saved; what to raise when the site turned out not to be a blog."""
        self.save()
        self.records.keep_blog(replace(self.profile.blog, feeds=tuple(self.profile.feeds)))
        self.records.close(end)
        if self._known is not None:
            return None
        return report.refusal(self.profile.start, end, home_is_shell=0 in self.pages.shells)


@dataclass(frozen=True, slots=True, kw_only=True)
class _EndParts:
    """What the end of a harvest works with, whether all of the blog was read or a part."""

    keeper: PostKeeper
    recall: PageRecall
    feeds: CapturedFeeds
    feed_posts: FeedPosts
