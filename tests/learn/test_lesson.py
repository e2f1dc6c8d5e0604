"""Rules from a feed and any number of pages."""

import pytest

from blogforever.dom.parsed_page import parse
from blogforever.errors import NothingToLearnFrom
from blogforever.learn.lesson import learn
from blogforever.model.page import Page
from blogforever.sources.feeds.parse import parse_feed
from tests.learn.blogs import FEED
from tests.sample_blog.blog import make_blog

PADDING = b"<!--" + b"x" * 900_000 + b"-->"
"""Five pages with this are more than the trees of all may be held of."""


def pages_of(blog, padding=b""):
    return (parse(Page(content=blog.pages[address] + padding, address=address)) for address in sorted(blog.pages))


def feed_of(blog):
    return parse_feed(blog.feed(), address=FEED)


def test_pages_may_come_one_by_one():
    blog = make_blog()
    assert learn(feed_of(blog), pages_of(blog)) == learn(feed_of(blog), list(pages_of(blog)))


def test_pages_too_large_to_be_held_teach_the_same():
    blog = make_blog()
    rules = learn(feed_of(blog), pages_of(blog))
    assert rules.templates
    assert learn(feed_of(blog), pages_of(blog, PADDING)) == rules


def test_pages_of_another_blog_teach_nothing():
    with pytest.raises(NothingToLearnFrom, match=r"none of its \d+ entries has its page among the 1 pages"):
        learn(feed_of(make_blog()), [parse(Page(content=b"<p>Rain", address="https://far.example/rain"))])
