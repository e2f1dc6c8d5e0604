"""What a harvest knows of one post's comments, and the captured answers that hold them."""

from dataclasses import dataclass, field, replace
from functools import partial

from blogforever.dom.parsed_page import ParsedPage, try_parse
from blogforever.errors import BlogforeverError
from blogforever.extract.comments.read import read_comments
from blogforever.extract.post import extract, look_at
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.recall import PageRecall
from blogforever.harvest.state import PageTable, RuleBook
from blogforever.model.comment import IN_BROWSER, Comment, CommentSource, Discussion
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.sources.comments.feed_entries import read_comment_feed
from blogforever.sources.comments.wordpress import read_rest_comments
from blogforever.sources.feeds.parse import parse_feed


@dataclass(frozen=True, slots=True)
class CapturedAnswer:
    """An address that has comments of one post: a comment feed, or a further page of its comments."""

    address: str
    is_feed: bool


Answer = CapturedAnswer | Discussion
"""What is small is remembered itself: the few comments that a feed of the whole blog has of a post."""


@dataclass(slots=True)
class KnownComments:
    """What is known of one post's comments, besides the comments themselves."""

    on_page: int = 0
    kept: int = 0
    kept_with_text: int = 0
    declared_count: int | None = None
    """How many there are according to the page, or to a feed of posts."""
    feeds: tuple[str, ...] = ()
    asked: dict[str, bool] = field(default_factory=dict)
    """Addresses of feeds and further pages with comments of this post, and whether they answered."""
    answers: list[Answer] = field(default_factory=list)
    """What came for them."""
    merged: int = 0
    """How many answers the kept comments were made of, besides the page."""
    feed_asked: bool = False
    in_feed: int = 0
    feed_is_cut: bool = False
    """The feed has fewer than there are."""
    page_read: bool = False
    """The page was read in this harvest."""
    limited: bool = False
    """A limit of ours cut the page or its further pages off."""
    hidden: bool = False
    """The page leaves its comments to a service, and no browser showed them."""

    @property
    def is_complete(self) -> bool:
        """True unless comments are known to be missing."""
        enough = self.declared_count is None or self.kept >= self.declared_count
        overflows = self.feed_is_cut and self.on_page < self.in_feed
        return enough and not overflows and not self.hidden and self.pages_read

    @property
    def pages_read(self) -> bool:
        """True when the page and all its further pages were read to their end."""
        return self.page_read and not self.limited and all(self.asked.values())

    def declare(self, count: int | None) -> None:
        """A page or a feed says how many comments there are."""
        if count is not None:
            self.declared_count = max(count, self.declared_count or 0)

    def add(self, other: "KnownComments") -> None:
        """The same of another address of the post."""
        self.declare(other.declared_count)
        self.feeds = tuple(dict.fromkeys([*self.feeds, *other.feeds]))
        self.asked = other.asked | self.asked
        self.answers += [answer for answer in other.answers if answer not in self.answers]


class CapturedComments:
    """Reads comments again out of what was captured: feeds, pages, answers of the platform's API."""

    def __init__(self, recall: PageRecall, attempts: Attempts, rules: RuleBook, pages: PageTable) -> None:
        self._recall = recall
        self._attempts = attempts
        self._rules = rules
        self._pages = pages

    def of_answer(self, answer: Answer) -> Discussion:
        """The comments in the answer; none if it is not there any more."""
        if isinstance(answer, Discussion):
            return answer
        page = self._recall.page(answer.address)
        if page is None:
            return Discussion()
        read = partial(self._read_feed if answer.is_feed else self.read_further_page, page)
        return self._attempts.read(answer.address, read) or Discussion()

    def on_page(self, target: FrontierUrl) -> Discussion:
        """The comments on the post's own page."""
        page = self._recall.page(target.address) if target.number in self._pages.rows else None
        discussion = self._attempts.read(target.address, partial(self._read_post, page)) if page else None
        return self.mark_rendered(discussion, target) if discussion else Discussion()

    def mark_rendered(self, discussion: Discussion, target: FrontierUrl) -> Discussion:
        """The comments of the target's page; those that only a browser shows are marked."""
        if target.number not in self._pages.rendered:
            return discussion
        marked = (
            replace(comment, source=CommentSource.BROWSER, read_by=comment.read_by + IN_BROWSER)
            for comment in discussion.comments
        )
        return replace(discussion, comments=tuple(marked))

    def read_further_page(self, page: Page) -> Discussion | None:
        """The comments on a further page of a post's comments; None for what is not a page."""
        parsed = try_parse(page)
        if parsed is None:
            return None
        reader = self._rules.reader
        return read_comments(
            parsed.document, address=page.address, learned=reader.comment_markups, day_first=reader.day_first,
            captured=page.captured,
        )  # fmt: skip

    def of_platform(self, address: str) -> tuple[tuple[int, Comment], ...]:
        """The comments in an answer of the platform's API, each with the number of its post."""
        page = self._recall.page(address)
        if page is None:
            return ()
        read = partial(read_rest_comments, page.content, headers=(), address=address)
        answer = self._attempts.read(address, read)
        return answer.comments if answer else ()

    def _read_feed(self, page: Page) -> Discussion | None:
        feed = read_feed(page.content, page.address or "", page.charset)
        return read_comment_feed(feed) if feed else None

    def _read_post(self, page: Page) -> Discussion | None:
        parsed: ParsedPage | None = try_parse(page)
        return extract(look_at(parsed, self._rules.reader)).discussion if parsed else None


def read_feed(content: bytes, address: str, charset: str | None) -> Feed | None:
    """The feed; None for what is not one."""
    try:
        return parse_feed(content, address=address, charset=charset)
    except BlogforeverError:
        return None
