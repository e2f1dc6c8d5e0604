"""UpdateCrawl: what is new and what changed on a blog that the archive knows [BF 4.5].

main feed, asked whether it changed → entries that are new or say something else → gap, if no entry is known
→ the feed of comments → old posts that a list calls changed, or whose time has come → the frontier has what to fetch
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from blogforever.changes.feeds import edited_entries, more_comments, moved_entries
from blogforever.changes.revisits import absent_posts, changed_posts, overdue_posts
from blogforever.errors import Unreachable
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.frontier.scope import Scope
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.fetch import Fetch, FetchResult, describe_status
from blogforever.harvest.recall import page_of_exchange
from blogforever.harvest.render_policy import RenderPolicy
from blogforever.harvest.sources.feed_pages import read_feed_page
from blogforever.harvest.state import BlogProfile, RuleBook
from blogforever.harvest.update.find_again import FeedFinder
from blogforever.harvest.update.gap import GapCloser
from blogforever.harvest.update.listing import PostListing
from blogforever.model.blog import KnownBlog, KnownFeed
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.harvest import Phase
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.ports import Captures
from blogforever.sources.comments.feed_entries import by_post
from blogforever.urls.normalize import post_key
from blogforever.urls.pattern import UrlPattern

LIST_EVERY = 24 * 3600
"""Seconds between two looks at the blog's own list of posts."""
_GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One visit: announces to the frontier what is worth a request."""

    fetch: Fetch
    captures: Captures
    frontier: Frontier
    attempts: Attempts
    profile: BlogProfile
    rules: RuleBook
    comments: CommentCollector
    known: KnownBlog
    listing: PostListing
    render_policy: RenderPolicy
    now: datetime
    thorough: bool
    enter: Callable[[Phase], None]

    async def run(self) -> str:
        """All steps. Returns why the whole blog has to be read, or nothing. Raises Unreachable."""
        self._take_over()
        self.enter(Phase.FEEDS)
        main = self.known.blog.main_feed
        if main is None:
            return "the archive knows no feed of it"
        result = await self.fetch(main.address, DiscoveredVia.GUESS, Kind.SOURCE)
        feed = self._parse(result)
        if feed is None:
            if not self._is_lost(main.address, result):
                raise Unreachable(main.address, self._why(main.address, result), "Try again later.")
            return await self._find_feed_again(main)
        if result is not None:
            self.profile.replace_feed(main.address, result.target.address)
            return await self._compare(feed, result, self._before(main.address))
        return ""

    def _take_over(self) -> None:
        """The blog is what it was, until something shows otherwise."""
        known = self.known
        self.profile.take_over(known.blog)
        if known.rules is not None:
            self.rules.restore(known.rules)
        addresses = [post.address for post in known.posts.values()]
        self.frontier.scope = Scope.of(self.profile.start, moved_to=known.blog.url, entries=addresses)
        self.frontier.pattern = UrlPattern.of(address.partition("?")[0] for address in addresses)

    async def _find_feed_again(self, main: KnownFeed) -> str:
        finder = FeedFinder(
            fetch=self.fetch, frontier=self.frontier, attempts=self.attempts, profile=self.profile, known=self.known,
            parse=self._parse,
        )  # fmt: skip
        found = await finder.find(main)
        if found is None:
            return "" if finder.is_other_site else f"its feed {main.address} is gone, and no other was found"
        feed, result = found
        self.profile.replace_feed(main.address, result.target.address)
        return await self._compare(feed, result, self._before(main.address))

    async def _compare(self, feed: Feed, result: FetchResult, before: Feed | None) -> str:
        """The feed came: what it tells is worth a request where the archive does not know it."""
        entries = [entry for entry in feed.entries if entry.address]
        self.profile.note_feed(result.target.address, feed)
        self.render_policy.expect(feed)
        if self.known.posts and not entries:
            self._settle_feed(result, "no entries: nothing is concluded from an empty feed")
            self.profile.notes.append(f"{result.target.address} has no entries; it had some before")
            return ""
        inside = [entry for entry in entries if self.frontier.is_inside(entry.address or "")]
        if self.known.posts and not inside:
            self._settle_feed(result, "its entries are of another blog")
            note = f"{result.target.address} is about another blog now: nothing was taken from it"
            self.profile.notes.append(note)
            return ""
        new = [entry for entry in inside if self.known.post_at(post_key(entry.address or "")) is None]
        moved = moved_entries(before, feed) if before else {}
        edited = edited_entries(before, feed) if before else ()
        self._announce(new, result.target)
        self._announce(edited, result.target)
        self._announce(more_comments(before, feed) if before else (), result.target)
        for address, old in moved.items():
            self.profile.moved[post_key(address)] = old
        again = [entry for entry in inside if self._is_gone(entry)]
        self._announce(again, result.target)
        reason = f"{len(entries)} entries, {len(new)} of them new, {len(edited)} changed"
        self._settle_feed(result, reason)
        has_gap = bool(self.known.posts) and len(new) == len(inside) and not moved
        if has_gap:
            why = await self._close_gap(feed, result)
            if why:
                return why
        await self._read_comments()
        await self._look_at_old_posts()
        return ""

    async def _close_gap(self, feed: Feed, result: FetchResult) -> str:
        closer = GapCloser(
            fetch=self.fetch, frontier=self.frontier, attempts=self.attempts, known=self.known, parse=self._parse,
            listing=self.listing, announce=self._announce,
        )  # fmt: skip
        closed_by = await closer.close(feed, result.target)
        if not closed_by:
            return "no entry of the feed is known, and no list leads back to what is"
        self.profile.notes.append(f"more was published than the feed holds: the gap was closed by {closed_by}")
        return ""

    async def _read_comments(self) -> None:
        """Posts to which the feed of comments has something new."""
        feed = next((feed for feed in self.known.blog.feeds if feed.role == "comments"), None)
        if feed is None:
            return
        result = await self.fetch(feed.address, DiscoveredVia.COMMENTS, Kind.SOURCE)
        now, before = self._parse(result), self._before(feed.address)
        if result is None or now is None:
            return
        self.frontier.settle(
            result.target, Outcome.COMMENTS, f"{len(now.entries)} comments of the blog", status=result.status
        )
        earlier = {entry.id or entry.address for entry in before.entries} if before else set()
        fresh = [entry for entry in now.entries if (entry.id or entry.address) not in earlier]
        for address in by_post(replace(now, entries=tuple(fresh))):
            if self.known.post_at(post_key(address)) is not None:
                self._look(address, DiscoveredVia.COMMENTS)

    async def _look_at_old_posts(self) -> None:
        known = self.known
        asked = known.listed
        if not self.thorough and asked is not None and (self.now - asked).total_seconds() < LIST_EVERY:
            return
        listed = await self.listing.read(known)
        if listed:
            by_key = {known.aliases.get(key, key): post for key, post in listed.posts.items()}
            looks = [
                *changed_posts(known.posts, by_key),
                *(absent_posts(known.posts, by_key) if listed.is_whole else ()),
            ]
            new = [post.address for key, post in by_key.items() if key not in known.posts]
            for address in new if listed.has_only_posts else ():
                self.frontier.announce(address, listed.via, hops=1)
        else:
            looks = overdue_posts(known.posts, self.now)
        for key in looks:
            self._look(known.posts[key].address, listed.via if listed else DiscoveredVia.ARCHIVE)

    def _look(self, address: str, via: DiscoveredVia) -> None:
        self.frontier.announce(address, via, kind=Kind.POST, hops=1)

    def _announce(self, entries: Iterable[FeedEntry], source: FrontierUrl) -> None:
        for entry in entries:
            if entry.address and self.frontier.admits(entry.address):
                post = self.frontier.announce(entry.address, DiscoveredVia.FEED, referrer=source.number, hops=1)
                self.profile.name_post(post, entry.address)
                self.comments.expect(post, entry)

    def _is_gone(self, entry: FeedEntry) -> bool:
        post = self.known.post_at(post_key(entry.address or ""))
        return post is not None and post.is_gone

    def _settle_feed(self, result: FetchResult, reason: str) -> None:
        self.frontier.settle(result.target, Outcome.FEED, reason, status=result.status)

    def _parse(self, result: FetchResult | None) -> Feed | None:
        if result is None or result.status != 200:
            return None
        return read_feed_page(self.attempts, result.page, result.target.address, result.target)

    def _before(self, address: str) -> Feed | None:
        """The feed as the visit before had it."""
        older = self.captures.recall_older(address)
        return read_feed_page(self.attempts, page_of_exchange(older), address) if older is not None else None

    def _is_lost(self, address: str, result: FetchResult | None) -> bool:
        """True if the feed is not there any more, and not only for the moment."""
        if result is not None:
            return result.status in _GONE or result.status == 200
        target = self.frontier.known_source(address)
        return target is not None and target.status in _GONE

    def _why(self, address: str, result: FetchResult | None) -> str:
        target = self.frontier.known_source(address)
        if result is not None:
            return describe_status(result.status)
        return (target.reason if target else "") or "its feed cannot be reached"
