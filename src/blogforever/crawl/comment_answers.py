"""Reads again what was captured of a post's comments: feeds, further pages, answers of the platform's API."""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from blogforever.crawl.pages import document_of
from blogforever.crawl.recall import recall_page
from blogforever.errors import BlogforeverError
from blogforever.extract.comments import read_comments
from blogforever.extract.post import Look
from blogforever.feeds.comment_entries import read_comment_feed
from blogforever.feeds.parse import parse_feed
from blogforever.frontier.lines import Line
from blogforever.frontier.rest_comments import read_rest_comments
from blogforever.model.comment import IN_BROWSER, Comment, Discussion
from blogforever.model.feed import Feed
from blogforever.model.page import Page

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest


@dataclass(frozen=True, slots=True)
class Answered:
    """An address that has comments of one post."""

    address: str
    is_feed: bool


Answer = Answered | Discussion
"""What is small is remembered itself: the few comments that a feed of the whole blog has of a post."""


class CommentAnswers:
    """The captured answers of one harvest."""

    def __init__(self, harvest: "Harvest") -> None:
        self._harvest = harvest

    def recall(self, answer: Answer) -> Discussion:
        """The comments in the answer; none if it is not there any more."""
        if isinstance(answer, Discussion):
            return answer
        page = recall_page(self._harvest.sink, answer.address)
        if page is None:
            return Discussion()
        return self._harvest.attempt(answer.address, partial(self._read, page, answer)) or Discussion()

    def on_page(self, line: Line) -> Discussion:
        """The comments on the post's own page."""
        page = recall_page(self._harvest.sink, line.address) if line.number in self._harvest.seen else None
        found = self._harvest.attempt(line.address, partial(self._read_post, page)) if page else None
        return self.as_shown(found, line) if found else Discussion()

    def as_shown(self, found: Discussion, line: Line) -> Discussion:
        """The comments of the line's page; what only a browser shows says so."""
        if line.number not in self._harvest.rendered:
            return found
        told = (replace(comment, read_by=comment.read_by + IN_BROWSER) for comment in found.comments)
        return replace(found, comments=tuple(told))

    def read_page(self, page: Page) -> Discussion | None:
        """The comments on a further page of a post's comments; None for what is no page."""
        document = document_of(page)
        if document is None:
            return None
        reader = self._harvest.reader
        return read_comments(
            document, address=page.address, learned=reader.comment_markups, day_first=reader.day_first,
            captured=page.captured,
        )  # fmt: skip

    def read_rest(self, address: str) -> tuple[tuple[int, Comment], ...]:
        """The comments in an answer of the platform's API, each with the number of its post."""
        page = recall_page(self._harvest.sink, address)
        if page is None:
            return ()
        found = self._harvest.attempt(address, partial(read_rest_comments, page.content, headers=(), address=address))
        return found.comments if found else ()

    def _read(self, page: Page, answer: Answered) -> Discussion | None:
        if not answer.is_feed:
            return self.read_page(page)
        feed = read_feed(page.content, answer.address, page.charset)
        return read_comment_feed(feed) if feed else None

    def _read_post(self, page: Page) -> Discussion | None:
        document = document_of(page)
        if document is None:
            return None
        look = Look(document, page, self._harvest.reader)
        look.read()
        return look.discussion


def read_feed(content: bytes, address: str, charset: str | None) -> Feed | None:
    """The feed; None for what is none."""
    try:
        return parse_feed(content, address=address, charset=charset)
    except BlogforeverError:
        return None
