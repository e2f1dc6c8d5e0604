"""Learns from the comment feeds of training pages how this blog marks up its comments [BF 3.5]."""

from dataclasses import replace
from functools import partial

from blogforever.crawl.comment_answers import read_feed
from blogforever.crawl.fetching import Answer, Fetch
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.pages import document_of
from blogforever.dom.tree import Document
from blogforever.extract.comments import read_comments
from blogforever.feeds.comment_entries import by_post, read_comment_feed
from blogforever.feeds.comment_feeds import site_comment_feeds
from blogforever.frontier.feed_pages import longest_page
from blogforever.frontier.lines import Kind
from blogforever.model.comment import Discussion
from blogforever.model.feed import Feed
from blogforever.model.ledger import Outcome, Witness
from blogforever.model.rules import LearnedComments

_MOST_FEEDS = 5
"""Comment feeds of training pages: a request each."""
_WITHOUT_SIGN = 2
"""Feeds that are asked although neither page nor feed speak of comments: they may know more than the page shows."""

Lesson = tuple[str, Document, Discussion]
"""A page's address, the page, and what its comment feed says."""


async def learn_from_comments(harvest: Harvest, training: list[Answer], home: Answer, fetch: Fetch) -> None:
    """Ask a few comment feeds, and use what they teach."""
    pages = [(answer, document) for answer in training if (document := _document(harvest, answer)) is not None]
    await _hear_site(harvest, home, fetch)
    lessons: list[Lesson] = []
    asked = 0
    for answer, document, on_page in _likeliest(harvest, pages):
        is_sure = bool(on_page.comments) or harvest.discussions.stated_of(answer.line) > 0
        named = partial(harvest.discussions.feed_of, answer.line, document)
        address = harvest.attempt(answer.line.address, named, answer.line)
        if address is None or asked >= (_MOST_FEEDS if is_sure else _WITHOUT_SIGN):
            continue
        asked += 1
        feed = await _fetch_feed(harvest, address, answer, fetch)
        said = harvest.attempt(address, partial(read_comment_feed, feed)) if feed else None
        if said is not None and said.comments:
            lessons.append((answer.line.address, document, said))
            harvest.discussions.feeds_tell_more |= len(said.comments) > len(on_page.comments)
    if lessons and harvest.rules is not None:
        comments = harvest.attempt_learning("learning the markup of comments", partial(_learn, lessons))
        if comments is not None:
            harvest.use_rules(replace(harvest.rules, comments=comments))


def _learn(lessons: list[Lesson]) -> tuple[LearnedComments, ...]:
    from blogforever.learn.comments import learn_comments  # noqa: PLC0415 - scipy takes longer to load than most blogs

    return learn_comments(lessons)


def _likeliest(
    harvest: Harvest, pages: list[tuple[Answer, Document]]
) -> list[tuple[Answer, Document, Discussion]]:  # fmt: skip
    """The pages with the most comments first, as far as they or the feed tell."""
    read = [(answer, document, found) for answer, document in pages if (found := _comments(harvest, answer, document))]
    return sorted(read, key=lambda one: -max(len(one[2].comments), harvest.discussions.stated_of(one[0].line)))


async def _fetch_feed(harvest: Harvest, address: str, post: Answer, fetch: Fetch) -> Feed | None:
    answer = await fetch(address, Witness.COMMENTS, Kind.SOURCE)
    feed = _feed(harvest, answer) if answer else None
    if answer is None or answer.status != 200:
        if answer is None or answer.status >= 500:
            harvest.discussions.miss_feed(post.line, address)
        return None
    if answer.line.address in harvest.given_up:
        return None
    if feed is None:
        harvest.plan.settle(answer.line, Outcome.NOT_A_PAGE, "no feed of comments", status=answer.status)
        return None
    harvest.discussions.hear_feed(feed, answer.line, post.line)
    return feed


async def _hear_site(harvest: Harvest, home: Answer, fetch: Fetch) -> None:
    """The newest comments of the whole blog, for the posts that they belong to."""
    document = _document(harvest, home)
    named = site_comment_feeds(document, address=home.line.address, platform=harvest.blog.platform) if document else ()
    answer = await fetch(longest_page(named[0]), Witness.COMMENTS, Kind.SOURCE) if named else None
    if answer is None or answer.status != 200:
        return
    feed = _feed(harvest, answer)
    if answer.line.address in harvest.given_up:
        return
    said = f"{len(feed.entries)} comments of the blog" if feed else "no feed of comments"
    harvest.plan.settle(answer.line, Outcome.COMMENTS if feed else Outcome.NOT_A_PAGE, said, status=200)
    if feed is not None:
        harvest.discussions.hear_site(by_post(feed))


def _document(harvest: Harvest, answer: Answer) -> Document | None:
    return harvest.attempt(answer.line.address, partial(document_of, answer.page), answer.line)


def _feed(harvest: Harvest, answer: Answer) -> Feed | None:
    read = partial(read_feed, answer.page.content, answer.line.address, answer.page.charset)
    return harvest.attempt(answer.line.address, read, answer.line)


def _comments(harvest: Harvest, answer: Answer, document: Document) -> Discussion | None:
    address = answer.line.address
    return harvest.attempt(address, partial(read_comments, document, address=address), answer.line)
