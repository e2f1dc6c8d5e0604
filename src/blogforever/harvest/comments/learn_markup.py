"""Learns from the comment feeds of training pages how this blog marks up its comments [BF 3.5]."""

from dataclasses import dataclass, replace
from functools import partial

from blogforever.dom.parsed_page import ParsedPage
from blogforever.dom.tree import Document
from blogforever.extract.comments.read import read_comments
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import Kind
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.comments.known import read_feed
from blogforever.harvest.fetch import Fetch, FetchResult
from blogforever.harvest.state import BlogProfile, RuleBook
from blogforever.model.blog import KnownFeed
from blogforever.model.comment import Discussion
from blogforever.model.feed import Feed
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.rules import LearnedComments
from blogforever.sources.comments.feed_entries import by_post, read_comment_feed
from blogforever.sources.comments.find_feeds import site_comment_feeds
from blogforever.sources.feeds.older_pages import longest_page

_MOST_FEEDS = 5
"""Comment feeds of training pages: a request each."""
_MOST_UNPROMISING = 2
"""Feeds that are asked although neither page nor feed mention comments: they may have more than the page shows."""

Lesson = tuple[str, Document, Discussion]
"""A page's address, the page, and the comments of its feed."""


@dataclass(frozen=True, slots=True)
class _TrainingPage:
    result: FetchResult
    parsed: ParsedPage
    discussion: Discussion


@dataclass(slots=True, kw_only=True)
class CommentMarkupLearner:
    """Asks a few comment feeds, and uses what they teach."""

    fetch: Fetch
    frontier: Frontier
    attempts: Attempts
    profile: BlogProfile
    rules: RuleBook
    comments: CommentCollector

    async def learn(self, training: list[FetchResult], home: FetchResult) -> None:
        """The markup of comments, from the feeds of the training pages that have the most of them."""
        pages = self._with_comments(training)
        await self._fetch_blog_feed(home)
        lessons: list[Lesson] = []
        asked = 0
        for page in pages:
            target = page.result.target
            is_promising = bool(page.discussion.comments) or self.comments.declared_count(target) > 0
            find = partial(self.comments.feed_of, target, page.parsed.document)
            address = self.attempts.read(target.address, find, target)
            if address is None or asked >= (_MOST_FEEDS if is_promising else _MOST_UNPROMISING):
                continue
            asked += 1
            feed = await self._fetch_feed(address, page.result)
            in_feed = self.attempts.read(address, partial(read_comment_feed, feed)) if feed else None
            if in_feed is not None and in_feed.comments:
                lessons.append((target.address, page.parsed.document, in_feed))
                self.comments.feeds_have_more |= len(in_feed.comments) > len(page.discussion.comments)
        if lessons and self.rules.rules is not None:
            learned = self.attempts.learn("learning the markup of comments", partial(_learn, lessons))
            if learned is not None:
                self.rules.use(replace(self.rules.rules, comments=learned))

    def _with_comments(self, training: list[FetchResult]) -> list[_TrainingPage]:
        """The pages with the most comments first, as far as they or the feed say."""
        pages = []
        for result in training:
            if result.parsed is not None:
                address = result.target.address
                read = partial(read_comments, result.parsed.document, address=address)
                discussion = self.attempts.read(address, read, result.target)
                if discussion is not None:
                    pages.append(_TrainingPage(result, result.parsed, discussion))
        return sorted(pages, key=self._comment_count, reverse=True)

    def _comment_count(self, page: _TrainingPage) -> int:
        return max(len(page.discussion.comments), self.comments.declared_count(page.result.target))

    async def _fetch_feed(self, address: str, post: FetchResult) -> Feed | None:
        result = await self.fetch(address, DiscoveredVia.COMMENTS, Kind.SOURCE)
        feed = self._read_feed(result) if result else None
        if result is None or result.status != 200:
            if result is None or result.status >= 500:
                self.comments.miss_feed(post.target, address)
            return None
        if result.target.address in self.attempts.given_up:
            return None
        if feed is None:
            self.frontier.settle(result.target, Outcome.NOT_A_PAGE, "not a feed of comments", status=result.status)
            return None
        self.comments.add_feed(feed, result.target, post.target)
        return feed

    async def _fetch_blog_feed(self, home: FetchResult) -> None:
        """The newest comments of the whole blog, for the posts that they belong to."""
        if home.parsed is None:
            return
        platform = self.profile.blog.platform
        named = site_comment_feeds(home.parsed.document, address=home.target.address, platform=platform)
        result = await self.fetch(longest_page(named[0]), DiscoveredVia.COMMENTS, Kind.SOURCE) if named else None
        if result is None or result.status != 200:
            return
        feed = self._read_feed(result)
        if result.target.address in self.attempts.given_up:
            return
        if feed is None:
            self.frontier.settle(result.target, Outcome.NOT_A_PAGE, "not a feed of comments", status=200)
            return
        self.frontier.settle(result.target, Outcome.COMMENTS, f"{len(feed.entries)} comments of the blog", status=200)
        known = KnownFeed(
            address=result.target.address, role="comments", format=feed.format, title=feed.title,
            entries=len(feed.entries), reason="the newest comments of the blog",
        )  # fmt: skip
        self.profile.feeds.append(known)
        self.comments.add_blog_feed(by_post(feed))

    def _read_feed(self, result: FetchResult) -> Feed | None:
        read = partial(read_feed, result.page.content, result.target.address, result.page.charset)
        return self.attempts.read(result.target.address, read, result.target)


def _learn(lessons: list[Lesson]) -> tuple[LearnedComments, ...]:
    from blogforever.learn.comments.markup import learn_comments  # noqa: PLC0415 - scipy takes longer than most blogs

    return learn_comments(lessons)
