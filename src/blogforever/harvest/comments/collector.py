"""The comments of a harvest's posts: from their pages, further pages of comments, comment feeds, the platform's API.

A page's comments are kept as soon as the page is read. Of other sources only the address is remembered, and all are
read together when all have come: so no order of answers changes what is kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from blogforever.dom.tree import Document, was_cut
from blogforever.extract.comments.merge import merge_discussions
from blogforever.extract.post import Extraction
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, end_of
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.known import CapturedAnswer, CapturedComments, KnownComments, read_feed
from blogforever.harvest.comments.platform_list import PlatformComments
from blogforever.harvest.source_queue import SourceQueue
from blogforever.harvest.state import BlogProfile, PageTable
from blogforever.model.comment import Comment, CommentSource, Discussion
from blogforever.model.exchange import Headers, header_value
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.harvest import KeptComments
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.page import Page
from blogforever.model.ports import Records
from blogforever.sources.comments.feed_entries import is_cut, older_comments
from blogforever.sources.comments.find_feeds import find_comment_feeds
from blogforever.sources.feeds.older_pages import longest_page
from blogforever.text.charsets import charset_of

MOST_PAGES_OF_A_POST = 300
"""Further pages and feed pages with comments of one post."""
_POSTS = frozenset({Outcome.POST, Outcome.FEED_ONLY})


@dataclass(slots=True, kw_only=True)
class CommentCollector:
    """All comments of one harvest."""

    frontier: Frontier
    pages: PageTable
    records: Records
    queue: SourceQueue
    attempts: Attempts
    profile: BlogProfile
    captured: CapturedComments
    feeds_have_more: bool = False
    """Comment feeds of training pages had comments that the pages do not show."""
    platform: PlatformComments = field(init=False)
    _table: dict[int, KnownComments] = field(default_factory=dict)
    """By the number of the post's address."""

    def __post_init__(self) -> None:
        self.platform = PlatformComments(self.queue, self.frontier, self.attempts, self.captured)

    @property
    def count(self) -> int:
        """Comments with text of all posts that are kept so far."""
        urls = self.frontier.urls
        return sum(known.kept_with_text for number, known in self._table.items() if urls[number].outcome in _POSTS)

    def expect(self, target: FrontierUrl, entry: FeedEntry) -> None:
        """A feed of posts says where a post's comments are, and how many."""
        if entry.comments_feed or entry.comment_count:
            known = self._of(target)
            known.declare(entry.comment_count)
            if entry.comments_feed:
                known.feeds = tuple(dict.fromkeys([entry.comments_feed, *known.feeds]))

    def keep(self, target: FrontierUrl, extraction: Extraction, *, at: datetime) -> None:
        """The page of a post was read: its comments are kept, and the other pages of them are asked for."""
        discussion = self.captured.mark_rendered(extraction.discussion, target)
        known = self._of(target)
        known.on_page, known.merged, known.page_read = len(discussion.comments), 0, True
        known.limited = discussion.cut or was_cut(extraction.post.problems)
        known.declare(discussion.declared_count)
        is_shown = target.number in self.pages.fully_loaded or discussion.comments
        known.hidden = not is_shown and extraction.comment_service is not None
        known.feeds = tuple(dict.fromkeys([*known.feeds, *extraction.comment_feeds]))
        for address in discussion.more:
            self._ask_page(target, address)
        self._keep(target, known, discussion.comments, at)

    def feed_of(self, target: FrontierUrl, document: Document) -> str | None:
        """Where the post's comment feed is, as far as its page and the feeds of posts say."""
        platform = self.profile.blog.platform
        named = (*self._of(target).feeds, *find_comment_feeds(document, address=target.address, platform=platform))
        return longest_page(named[0]) if named else None

    def declared_count(self, target: FrontierUrl) -> int:
        """How many comments the post has according to feeds; 0 when they do not say."""
        return self._of(target).declared_count or 0

    def miss_feed(self, post: FrontierUrl, address: str) -> None:
        """A comment feed of the post should be there, and did not answer."""
        self._of(post).asked[address] = False

    def add_feed(
        self, feed: Feed, target: FrontierUrl, post: FrontierUrl, *, before: tuple[str, ...] = (), asked: str = ""
    ) -> None:  # fmt: skip
        """A comment feed of the post came, or an older page of it: it may go on, or have fewer than there are."""
        known = self._of(post)
        known.feed_asked = True
        known.in_feed += len(feed.entries)
        self._add_answer(target, post, len(feed.entries), asked or target.address, is_feed=True)
        fetched = (*before, target.address)
        platform = self.profile.blog.platform
        older = older_comments(feed, fetched=fetched, new_comments=len(feed.entries), platform=platform)
        if older is not None:
            self._ask(post, older.address, partial(self._read_feed, before=fetched))
        known.feed_is_cut = older is None and is_cut(feed, found=known.in_feed, declared_count=known.declared_count)

    def add_blog_feed(self, by_post: dict[str, Discussion]) -> None:
        """A feed has comments of many posts, by the addresses of these."""
        for address, discussion in by_post.items():
            if self.frontier.admits(address):
                target = self.frontier.announce(address, DiscoveredVia.COMMENTS)
                self._of(target).answers.append(discussion)

    def finalize(self) -> None:
        """All that came so far is put together; feeds are asked where comments are missing."""
        urls = self.frontier.urls
        self._gather_variants()
        platform_posts = self.platform.posts_by_target()
        for number in platform_posts:
            self._of(urls[number])
        for number in sorted(self._table):
            target, known = urls[number], self._table[number]
            if target.outcome in _POSTS:
                with self.attempts.limit.document(target.address):
                    self._merge(target, known, platform_posts.get(number, []))
                if self._needs_feed(known):
                    self._ask_feed(target, known)

    def _of(self, target: FrontierUrl) -> KnownComments:
        return self._table.setdefault(target.number, KnownComments())

    def _gather_variants(self) -> None:
        """What is known of an address that leads to a post is known of the post."""
        urls = self.frontier.urls
        for number, known in list(self._table.items()):
            end = end_of(urls[number], urls)
            if end is not None and end.number != number and end.outcome in _POSTS:
                self._of(end).add(known)

    def _merge(self, target: FrontierUrl, known: KnownComments, platform_posts: list[int]) -> None:
        """The post's comments from all sources, unless they were put together before."""
        from_platform = self.platform.answers_of(platform_posts)
        if len(known.answers) + len(from_platform) == known.merged:
            return
        known.merged = len(known.answers) + len(from_platform)
        discussions = [self.captured.of_answer(answer) for answer in known.answers]
        listed = self.platform.comments_in(from_platform)
        discussions.append(Discussion(comments=listed, read_by=CommentSource.API))
        for discussion in discussions:
            known.declare(discussion.declared_count)
        row = self.pages.rows.get(target.number)
        at = row.captured_at if row else datetime.now(UTC)
        self._keep(target, known, merge_discussions([self.captured.on_page(target), *discussions]), at)

    def _exhausted(self, target: FrontierUrl, known: KnownComments) -> frozenset[CommentSource]:
        """The sources that gave all they have of the post's comments. Feeds never do: they have the newest."""
        sources = {CommentSource.API} if self.platform.is_done else set()
        if known.pages_read:
            sources.add(CommentSource.PAGE)
        if known.pages_read and target.number in self.pages.fully_loaded:
            sources.add(CommentSource.BROWSER)
        return frozenset(sources)

    def _needs_feed(self, known: KnownComments) -> bool:
        if self.platform.is_done or known.feed_asked or not known.feeds:
            return False
        if known.declared_count is None:
            return not known.kept and (self.feeds_have_more or known.hidden)
        return known.kept < known.declared_count

    def _ask_feed(self, target: FrontierUrl, known: KnownComments) -> None:
        known.feed_asked = True
        self._ask(target, longest_page(known.feeds[0]), partial(self._read_feed, before=()))

    def _ask_page(self, target: FrontierUrl, address: str) -> None:
        self._ask(target, address, self._read_further_page)

    def _ask(self, post: FrontierUrl, address: str, read: Callable[..., None]) -> None:
        known = self._of(post)
        if address in known.asked:
            return
        if len(known.asked) >= MOST_PAGES_OF_A_POST or not self.frontier.is_inside(address):
            known.limited = True
            return
        known.asked[address] = False
        self.queue.ask(address, DiscoveredVia.COMMENTS, partial(read, post=post, asked=address), referrer=post.number)

    def _read_feed(  # noqa: PLR0913 - an answer, and for whom it was asked
        self, target: FrontierUrl, content: bytes, status: int, headers: Headers, *,
        post: FrontierUrl, asked: str, before: tuple[str, ...],
    ) -> None:  # fmt: skip
        charset = charset_of(header_value(headers, "Content-Type") or "")
        feed = self.attempts.read(target.address, partial(read_feed, content, target.address, charset), target)
        if target.address in self.attempts.given_up:
            return
        if feed is None:
            self.frontier.settle(target, Outcome.NOT_A_PAGE, "not a feed of comments", status=status)
            return
        self.add_feed(feed, target, post, before=before, asked=asked)

    def _read_further_page(
        self, target: FrontierUrl, content: bytes, status: int, headers: Headers, *, post: FrontierUrl, asked: str
    ) -> None:
        charset = charset_of(header_value(headers, "Content-Type") or "")
        page = Page(content=content, address=target.address, charset=charset)
        discussion = self.attempts.read(target.address, partial(self.captured.read_further_page, page), target)
        if target.address in self.attempts.given_up:
            return
        if discussion is None:
            self.frontier.settle(target, Outcome.NOT_A_PAGE, "not a page of comments", status=status)
            return
        self._of(post).limited |= discussion.cut
        self._add_answer(target, post, len(discussion.comments), asked, is_feed=False)
        for address in discussion.more:
            self._ask_page(post, address)

    def _add_answer(self, target: FrontierUrl, post: FrontierUrl, count: int, asked: str, *, is_feed: bool) -> None:
        self._of(post).asked[asked] = True
        self._of(post).answers.append(CapturedAnswer(target.address, is_feed=is_feed))
        self.frontier.settle(target, Outcome.COMMENTS, f"{count} comments of a post", status=200)

    def _keep(
        self, target: FrontierUrl, known: KnownComments, comments: Sequence[Comment], at: datetime
    ) -> None:  # fmt: skip
        known.kept = len(comments)
        known.kept_with_text = sum(bool(comment.content_text) for comment in comments)
        self.records.keep_comments(
            KeptComments(
                key=target.key, comments=tuple(comments), captured_at=at, declared_count=known.declared_count,
                complete=known.is_complete and not self.platform.is_lost, exhausted=self._exhausted(target, known),
            )
        )  # fmt: skip
