"""Read posts out of pages."""

from collections.abc import Iterator, Sequence

from blogforever.dom.parsed_page import parse
from blogforever.errors import BlogforeverError
from blogforever.extract import post
from blogforever.extract.fields import Fields, Reader
from blogforever.model.page import Page, Problem
from blogforever.model.post import Post
from blogforever.model.rules import RuleSet


def extract_post(page: Page, rules: RuleSet | None) -> Post:
    """The post on the page, read with the blog's rules or, without rules, by the general extractor.

    Raises NotHTML if it is not a web page.
    """
    return post.extract_post(page, _reader(rules))


def read_fields(page: Page, rules: RuleSet | None) -> Fields:
    """Only title, text, authors, date and tags, which is faster. Raises NotHTML if it is not a web page."""
    return post.read_fields(parse(page), _reader(rules))


def extract_pages(pages: Sequence[Page], rules: RuleSet | None) -> Iterator[Post | Problem]:
    """The post on each page, in order, or what is wrong with the page: one bad page never stops the rest."""
    for place in range(len(pages)):
        try:
            yield extract_post(pages[place], rules)
        except BlogforeverError as error:
            yield Problem(subject=error.subject, message=str(error), error=error)


def _reader(rules: RuleSet | None) -> Reader:
    """A reader for the rules; the last one is cached, because the pages of one blog come one after another."""
    global _last  # noqa: PLW0603 - one pair, replaced whole: two threads at worst make a reader each
    known, reader = _last
    if known is not rules:
        reader = Reader(rules)
        _last = (rules, reader)
    return reader


_last: tuple[RuleSet | None, Reader] = (None, Reader(None))
