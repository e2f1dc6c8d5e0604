"""From a sample blog to what was read of it, through the doors that the product uses."""

from dataclasses import dataclass

from blogforever.dom.parsed_page import ParsedPage, parse
from blogforever.extract.fields import Fields, Reader
from blogforever.extract.post import read_fields
from blogforever.learn.ruleset import learn_rules
from blogforever.model.page import Page
from blogforever.sources.feeds.parse import parse_feed
from blogforever.text.words import fold, token_f1, words
from tests.sample_blog.blog import SampleBlog
from tests.sample_blog.feeds import FeedShape
from tests.sample_blog.writing import SamplePost

FEED = "https://tidewater.example/feed"


def parsed(content, address=None):
    return parse(Page(content=content, address=address)).document


def read(document, reader, address=None, captured=None):
    """The fields of a page of which there is only the tree."""
    page = Page(content=b"", address=address, captured=captured)
    return read_fields(ParsedPage(page=page, document=document), reader)


def learn(blog: SampleBlog, shape: FeedShape = FeedShape(), feed: bytes | None = None):  # noqa: B008 - frozen
    """The rules that the blog's feed and the pages of its entries teach."""
    pages = [(address, parsed(blog.pages[address], address)) for address in map(blog.address_of, blog.in_feed)]
    return learn_rules(parse_feed(blog.feed(shape) if feed is None else feed, address=FEED), pages)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A post, and what was read from its page."""

    post: SamplePost
    read: Fields

    @property
    def text_f1(self) -> float:
        return token_f1(words(self.read.text), words(self.post.text))

    @property
    def title(self) -> bool:
        return self.read.title == self.post.title

    @property
    def authors(self) -> bool:
        return set(words(" ".join(self.read.authors))) - {"and"} == set(words(" ".join(self.post.authors)))

    @property
    def date(self) -> bool:
        return self.read.published is not None and self.read.published.day == f"{self.post.published:%Y-%m-%d}"

    @property
    def tags(self) -> bool:
        return {fold(tag).lstrip("#") for tag in self.read.tags} == set(map(fold, self.post.tags))


def read_all(blog: SampleBlog, rules) -> list[Outcome]:
    """Every post of the blog, those outside the feed too."""
    reader = Reader(rules)
    return [Outcome(post, read(parsed(blog.pages[at], at), reader, at)) for at, post in blog.truth.items()]
