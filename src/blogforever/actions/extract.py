"""Read posts out of pages."""

from collections.abc import Iterator, Sequence

from blogforever.dom.tree import parse_page
from blogforever.errors import BlogforeverError
from blogforever.extract import post
from blogforever.extract.fields import Fields, Reader
from blogforever.model.page import Page
from blogforever.model.post import Post
from blogforever.model.problem import Problem
from blogforever.model.rules import RuleSet


def extract_post(page: Page, rules: RuleSet | None) -> Post:
    """The post that the page shows, by the blog's rules or, without any, by the general extractor.

    Raises NotHTML for what is no page.
    """
    return post.extract_post(page, _reader(rules))


def read_fields(page: Page, rules: RuleSet | None) -> Fields:
    """Title, text, authors, date and tags alone: the fast way. Raises NotHTML for what is no page."""
    return _reader(rules).read(parse_page(page), page.address, page.captured)


def extract_pages(pages: Sequence[Page], rules: RuleSet | None) -> Iterator[Post | Problem]:
    """For each page in order its post, or what is wrong with it: one bad page never stops the rest."""
    for place in range(len(pages)):
        try:
            yield extract_post(pages[place], rules)
        except BlogforeverError as error:
            yield Problem(subject=error.subject, message=str(error), error=error)


def _reader(rules: RuleSet | None) -> Reader:
    """The rules made ready; the last set is kept ready, because pages of one blog come one after another."""
    global _last  # noqa: PLW0603 - one pair, replaced whole: two threads at worst make a reader each
    known, reader = _last
    if known is not rules:
        reader = Reader(rules)
        _last = (rules, reader)
    return reader


_last: tuple[RuleSet | None, Reader] = (None, Reader(None))
