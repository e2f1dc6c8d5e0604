"""The comments of a harvest's posts: from their pages, further pages of comments, comment feeds, the platform's API.

A page's comments are kept as soon as the page is read. What else tells of them is remembered by its address alone, and
read together when all is there: so no order of answers changes what is kept.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from blogforever.crawl.comment_answers import Answered, CommentAnswers, read_feed
from blogforever.crawl.known_comments import KnownComments
from blogforever.crawl.pages import charset_of
from blogforever.dom.tree import Document, was_cut
from blogforever.extract.comment_services import comment_service
from blogforever.extract.merge_comments import merge_discussions
from blogforever.extract.post import Look
from blogforever.feeds.comment_entries import is_cut
from blogforever.feeds.comment_feeds import find_comment_feeds
from blogforever.frontier.comment_pages import older_comments
from blogforever.frontier.feed_pages import longest_page
from blogforever.frontier.lines import Line, end_of
from blogforever.frontier.rest_comments import comments_query, read_rest_comments
from blogforever.model.comment import Comment, Discussion, Teller
from blogforever.model.exchange import Headers
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.harvest import KeptComments
from blogforever.model.ledger import Outcome, Witness
from blogforever.model.page import Page

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest

MOST_PAGES_OF_A_POST = 300
"""Further pages and feed pages with comments of one post."""
MOST_REST_PAGES = 5_000
_POSTS = frozenset({Outcome.POST, Outcome.FEED_ONLY})


class Discussions:
    """All comments of one harvest."""

    def __init__(self, harvest: "Harvest") -> None:
        self._harvest = harvest
        self._answers = CommentAnswers(harvest)
        self._known: dict[int, KnownComments] = {}
        """By the number of the post's line."""
        self._numbers: dict[int, int] = {}
        """For the platform's number of a post, the number of its line."""
        self._claimed: dict[int, int] = {}
        """The same by the word of pages, which counts where the platform has none."""
        self._rest: dict[int, list[str]] = {}
        """For the platform's number of a post, the answers of the API that hold comments of it."""
        self._rest_left = 0
        """Answers of the API that are still to come; while there are some, or one was lost, feeds are asked too."""
        self._rest_heard = 0
        self._rest_last: frozenset[str] = frozenset()
        self._rest_line: Line | None = None
        """The last answer of the API that was asked for."""
        self._rest_works = False
        self._rest_page = lru_cache(maxsize=8)(self._answers.read_rest)  # the list is in the order of posts
        self.feeds_tell_more = False
        """Comment feeds of training pages had comments that the pages do not show."""

    @property
    def count(self) -> int:
        """Comments with words of all posts that are kept so far."""
        lines = self._harvest.plan.lines
        return sum(known.said for number, known in self._known.items() if lines[number].outcome in _POSTS)

    def hear_entry(self, line: Line, entry: FeedEntry) -> None:
        """A feed of posts tells where a post's comments are, and how many."""
        if entry.comments_feed or entry.comment_count:
            known = self._of(line)
            known.state(entry.comment_count)
            if entry.comments_feed:
                known.feeds = tuple(dict.fromkeys([entry.comments_feed, *known.feeds]))

    def name_post(self, number: int, line: Line) -> None:
        """The platform's number of a post, by its list of posts."""
        self._numbers[number] = line.number

    def claim_number(self, number: int, line: Line) -> None:
        """The platform's number of a post, by the post's page; of several pages always the same is believed."""
        lines = self._harvest.plan.lines
        known = self._claimed.get(number, line.number)
        self._claimed[number] = min(known, line.number, key=lambda one: lines[one].address)

    def keep(self, line: Line, look: Look, *, at: datetime, problems: tuple[str, ...] = ()) -> None:
        """The page of a post was read: its comments are kept, and the other pages of them are asked for."""
        found = self._answers.as_shown(look.discussion, line)
        known = self._of(line)
        known.shown, known.merged, known.is_read = len(found.comments), 0, True
        known.limited = found.cut or was_cut(problems)
        known.state(found.stated)
        is_heard = line.number in self._harvest.heard or found.comments
        known.hidden = not is_heard and comment_service(look.document) is not None
        platform = self._harvest.blog.platform
        named = find_comment_feeds(look.document, address=line.address, platform=platform)
        known.feeds = tuple(dict.fromkeys([*known.feeds, *named]))
        for address in found.more:
            self._ask_page(line, address)
        self._keep(line, known, found.comments, at)

    def feed_of(self, line: Line, document: Document) -> str | None:
        """Where the post's comment feed is, as far as its page and the feeds of posts tell."""
        platform = self._harvest.blog.platform
        named = (*self._of(line).feeds, *find_comment_feeds(document, address=line.address, platform=platform))
        return longest_page(named[0]) if named else None

    def stated_of(self, line: Line) -> int:
        """How many comments the post has by the word of feeds; 0 when they do not tell."""
        return self._of(line).stated or 0

    def miss_feed(self, post: Line, address: str) -> None:
        """A comment feed of the post should be there, and did not answer."""
        self._of(post).asked[address] = False

    def hear_feed(
        self, feed: Feed, line: Line, post: Line, *, before: tuple[str, ...] = (), asked: str = ""
    ) -> None:  # fmt: skip
        """A comment feed of the post came, or an older page of it: it may go on, or have fewer than there are."""
        known = self._of(post)
        known.feed_asked = True
        known.fed += len(feed.entries)
        self._hear(line, post, len(feed.entries), asked or line.address, is_feed=True)
        fetched = (*before, line.address)
        platform = self._harvest.blog.platform
        older = older_comments(feed, fetched=fetched, new_comments=len(feed.entries), platform=platform)
        if older is not None:
            self._ask(post, older.address, partial(self._take_feed, before=fetched))
        known.cut = older is None and is_cut(feed, found=known.fed, stated=known.stated)

    def hear_site(self, by_post: dict[str, Discussion]) -> None:
        """A feed has comments of many posts, by the addresses of these."""
        for address, discussion in by_post.items():
            if not self._harvest.plan.admits(address):
                continue
            line = self._harvest.plan.announce(address, Witness.COMMENTS)
            self._of(line).answers.append(discussion)

    def ask_rest(self, root: str, page: int = 1) -> None:
        """A page of the platform's list of all comments is to be fetched."""
        take = partial(self._take_rest, root=root, page=page)
        line = self._harvest.sources.ask(comments_query(root, page), Witness.COMMENTS, take)
        if line.outcome is Outcome.WAITING:
            self._rest_left += 1
            self._rest_line = line

    def settle(self) -> None:
        """All that came so far is put together; feeds are asked where comments are missing."""
        lines = self._harvest.plan.lines
        numbers = self._gather_twins()
        for number in sorted(self._known):
            line, known = lines[number], self._known[number]
            if line.outcome in _POSTS:
                with self._harvest.limit.document(line.address):
                    self._merge(line, known, numbers.get(number, []))
                if self._needs_feed(known):
                    self._ask_feed(line, known)

    def _of(self, line: Line) -> KnownComments:
        return self._known.setdefault(line.number, KnownComments())

    def _gather_twins(self) -> dict[int, list[int]]:
        """What was said of an address that leads to a post was said of the post; the platform's numbers of each."""
        lines = self._harvest.plan.lines
        for number, known in list(self._known.items()):
            end = end_of(lines[number], lines)
            if end is not None and end.number != number and end.outcome in _POSTS:
                self._of(end).hear(known)
        numbers: dict[int, list[int]] = {}
        for post, named in (self._claimed | self._numbers).items():
            end = end_of(lines[named], lines)
            if end is not None and post in self._rest:
                self._of(end)
                numbers.setdefault(end.number, []).append(post)
        return numbers

    def _merge(self, line: Line, known: KnownComments, numbers: list[int]) -> None:
        """The post's comments from all sources, unless they were put together before."""
        rest = [(number, address) for number in numbers for address in self._rest[number]]
        if len(known.answers) + len(rest) == known.merged:
            return
        known.merged = len(known.answers) + len(rest)
        found = [self._answers.recall(answer) for answer in known.answers]
        api = [comment for number, address in rest for post, comment in self._rest_page(address) if post == number]
        found.append(Discussion(comments=tuple(api), read_by="platform API"))
        for discussion in found:
            known.state(discussion.stated)
        seen = self._harvest.seen.get(line.number)
        at = datetime.fromtimestamp(seen.at, UTC) if seen else datetime.now(UTC)
        self._keep(line, known, merge_discussions([self._answers.on_page(line), *found]), at)

    def _heard(self, line: Line, known: KnownComments) -> frozenset[Teller]:
        """Who told all they have of the post's comments. Feeds never do: they have the newest."""
        heard = {Teller.API} if self._is_rest_done else set()
        if known.is_heard:
            heard.add(Teller.PAGE)
        if known.is_heard and line.number in self._harvest.heard:
            heard.add(Teller.BROWSER)
        return frozenset(heard)

    @property
    def _is_rest_lost(self) -> bool:
        """True when the API failed; one that is closed has nothing to say."""
        line = self._rest_line
        return line is not None and line.outcome is Outcome.FAILED and (line.status is None or line.status >= 500)

    @property
    def _is_rest_done(self) -> bool:
        return self._rest_works and not self._rest_left

    def _needs_feed(self, known: KnownComments) -> bool:
        if self._is_rest_done or known.feed_asked or not known.feeds:
            return False
        if known.stated is None:
            return not known.kept and (self.feeds_tell_more or known.hidden)
        return known.kept < known.stated

    def _ask_feed(self, line: Line, known: KnownComments) -> None:
        known.feed_asked = True
        self._ask(line, longest_page(known.feeds[0]), partial(self._take_feed, before=()))

    def _ask_page(self, line: Line, address: str) -> None:
        self._ask(line, address, self._take_page)

    def _ask(self, post: Line, address: str, take: Callable[..., None]) -> None:
        known = self._of(post)
        if address in known.asked:
            return
        if len(known.asked) >= MOST_PAGES_OF_A_POST or not self._is_of_blog(address):
            known.limited = True
            return
        known.asked[address] = False
        self._harvest.sources.ask(
            address, Witness.COMMENTS, partial(take, post=post, asked=address), referrer=post.number
        )

    def _is_of_blog(self, address: str) -> bool:
        scope = self._harvest.plan.scope
        return scope is None or scope.contains(address)

    def _take_feed(  # noqa: PLR0913 - an answer, and whom it was asked for
        self, line: Line, content: bytes, status: int, headers: Headers, *,
        post: Line, asked: str, before: tuple[str, ...],
    ) -> None:  # fmt: skip
        read = partial(read_feed, content, line.address, charset_of(headers))
        feed = self._harvest.attempt(line.address, read, line)
        if line.address in self._harvest.given_up:
            return
        if feed is None:
            self._harvest.plan.settle(line, Outcome.NOT_A_PAGE, "no feed of comments", status=status)
            return
        self.hear_feed(feed, line, post, before=before, asked=asked)

    def _take_page(self, line: Line, content: bytes, status: int, headers: Headers, *, post: Line, asked: str) -> None:
        page = Page(content=content, address=line.address, charset=charset_of(headers))
        found = self._harvest.attempt(line.address, partial(self._answers.read_page, page), line)
        if line.address in self._harvest.given_up:
            return
        if found is None:
            self._harvest.plan.settle(line, Outcome.NOT_A_PAGE, "no page of comments", status=status)
            return
        self._of(post).limited |= found.cut
        self._hear(line, post, len(found.comments), asked, is_feed=False)
        for address in found.more:
            self._ask_page(post, address)

    def _hear(self, line: Line, post: Line, count: int, asked: str, *, is_feed: bool) -> None:
        self._of(post).asked[asked] = True
        self._of(post).answers.append(Answered(line.address, is_feed=is_feed))
        self._harvest.plan.settle(line, Outcome.COMMENTS, f"{count} comments of a post", status=200)

    def _take_rest(
        self, line: Line, content: bytes, status: int, headers: Headers, *, root: str, page: int
    ) -> None:  # fmt: skip
        read = partial(read_rest_comments, content, headers=headers, address=line.address)
        found = self._harvest.attempt(line.address, read, line)
        if found is None:
            return
        self._rest_left -= 1
        plan = self._harvest.plan
        if not found.comments:
            plan.settle(line, Outcome.NOT_A_PAGE, f"no list of comments: {found.reason}", status=status)
            self._rest_works = self._rest_works or found.total == 0
            return
        for post, _ in found.comments:
            addresses = self._rest.setdefault(post, [])
            if line.address not in addresses:
                addresses.append(line.address)
        said = f"{len(found.comments)} of {found.total or 'unknown'} comments"
        plan.settle(line, Outcome.COMMENTS, f"the platform's list of comments: {said}", status=status)
        self._rest_works = True
        self._rest_heard += len(found.comments)
        ids = frozenset(comment.id for _, comment in found.comments)
        there_is_more = (found.total is None or self._rest_heard < found.total) and ids != self._rest_last
        self._rest_last = ids
        if found.pages and there_is_more and page < min(found.pages, MOST_REST_PAGES):
            self.ask_rest(root, page + 1)

    def _keep(self, line: Line, known: KnownComments, comments: tuple[Comment, ...], at: datetime) -> None:
        known.kept = len(comments)
        known.said = sum(bool(comment.content_text) for comment in comments)
        kept = KeptComments(
            key=line.key, comments=comments, captured_at=at, stated=known.stated,
            complete=known.is_complete and not self._is_rest_lost, heard=self._heard(line, known),
        )  # fmt: skip
        self._harvest.sink.keep_comments(kept)
