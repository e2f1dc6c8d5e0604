"""The platform's own list of all comments, asked page by page: WordPress has one."""

from collections.abc import Mapping
from functools import lru_cache, partial

from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, end_of
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.known import CapturedComments
from blogforever.harvest.source_queue import SourceQueue
from blogforever.model.comment import Comment
from blogforever.model.exchange import Headers
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.sources.comments.wordpress import comments_query, read_rest_comments

MOST_REST_PAGES = 5_000


class PlatformComments:
    """Asks for the list, and knows which of its answers hold comments of which post."""

    def __init__(
        self, queue: SourceQueue, frontier: Frontier, attempts: Attempts, captured: CapturedComments
    ) -> None:  # fmt: skip
        self._queue = queue
        self._frontier = frontier
        self._attempts = attempts
        self._named: dict[int, int] = {}
        """For the platform's number of a post, the number of its address in the frontier."""
        self._claimed: dict[int, int] = {}
        """The same according to pages, which counts where the platform does not say."""
        self._answers: dict[int, list[str]] = {}
        """For the platform's number of a post, the answers that hold comments of it."""
        self._pending = 0
        """Answers that are still to come; while there are some, or one was lost, comment feeds are asked too."""
        self._read = 0
        self._last_ids: frozenset[str] = frozenset()
        self._last_target: FrontierUrl | None = None
        self._works = False
        self._comments_at = lru_cache(maxsize=8)(captured.of_platform)  # the list is in the order of posts

    @property
    def is_done(self) -> bool:
        """True when the whole list was read."""
        return self._works and not self._pending

    @property
    def is_lost(self) -> bool:
        """True when the API failed; one that is closed has nothing to say."""
        last = self._last_target
        return last is not None and last.outcome is Outcome.FAILED and (last.status is None or last.status >= 500)

    def name_post(self, post: int, target: FrontierUrl) -> None:
        """The platform's number of a post, by its list of posts."""
        self._named[post] = target.number

    def claim_post(self, post: int, target: FrontierUrl) -> None:
        """The platform's number of a post, by the post's page; of several pages always the same is believed."""
        urls = self._frontier.urls
        known = self._claimed.get(post, target.number)
        self._claimed[post] = min(known, target.number, key=lambda number: urls[number].address)

    def posts_by_target(self) -> Mapping[int, list[int]]:
        """For each address that is a post's, the platform's numbers under which comments of it came."""
        urls = self._frontier.urls
        posts: dict[int, list[int]] = {}
        for post, number in (self._claimed | self._named).items():
            end = end_of(urls[number], urls)
            if end is not None and post in self._answers:
                posts.setdefault(end.number, []).append(post)
        return posts

    def answers_of(self, posts: list[int]) -> list[tuple[int, str]]:
        """The answers that hold comments of these posts, each with the post's number."""
        return [(post, address) for post in posts for address in self._answers[post]]

    def comments_in(self, answers: list[tuple[int, str]]) -> tuple[Comment, ...]:
        """The comments in these answers."""
        return tuple(
            comment for post, address in answers for owner, comment in self._comments_at(address) if owner == post
        )

    def ask(self, root: str, page: int = 1) -> None:
        """A page of the list is to be fetched."""
        read = partial(self._read_page, root=root, page=page)
        target = self._queue.ask(comments_query(root, page), DiscoveredVia.COMMENTS, read)
        if target.outcome is Outcome.WAITING:
            self._pending += 1
            self._last_target = target

    def _read_page(
        self, target: FrontierUrl, content: bytes, status: int, headers: Headers, *, root: str, page: int
    ) -> None:
        read = partial(read_rest_comments, content, headers=headers, address=target.address)
        answer = self._attempts.read(target.address, read, target)
        if answer is None:
            return
        self._pending -= 1
        if not answer.comments:
            reason = f"not a list of comments: {answer.reason}"
            self._frontier.settle(target, Outcome.NOT_A_PAGE, reason, status=status)
            self._works = self._works or answer.total == 0
            return
        for post, _ in answer.comments:
            addresses = self._answers.setdefault(post, [])
            if target.address not in addresses:
                addresses.append(target.address)
        count = f"{len(answer.comments)} of {answer.total or 'unknown'} comments"
        self._frontier.settle(target, Outcome.COMMENTS, f"the platform's list of comments: {count}", status=status)
        self._works = True
        self._read += len(answer.comments)
        ids = frozenset(comment.id for _, comment in answer.comments)
        there_is_more = (answer.total is None or self._read < answer.total) and ids != self._last_ids
        self._last_ids = ids
        if answer.pages and there_is_more and page < min(answer.pages, MOST_REST_PAGES):
            self.ask(root, page + 1)
