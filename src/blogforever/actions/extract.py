"""Read posts out of pages: saved ones, one on standard input, or one that is fetched from the web."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from blogforever.actions._crawl.one_page import fetch_page
from blogforever.actions._files.file_io import read_stream
from blogforever.actions._files.saved_pages import MOST_PAGE_BYTES, PageFile, PageOnWeb, SavedPages
from blogforever.dom.page_kind import other_kind
from blogforever.dom.parsed_page import parse
from blogforever.dom.tree import decode
from blogforever.errors import BlogforeverError, NotHTML
from blogforever.extract import post
from blogforever.extract.fields import Fields, Reader
from blogforever.model.harvest import HarvestOptions
from blogforever.model.page import Page, Problem
from blogforever.model.post import Post
from blogforever.model.rules import RuleSet

STANDARD_INPUT = Path("-")
_SEND_A_PAGE = "Send a page to it: blogforever extract - < page.html"


def collect_pages(
    given: Sequence[PageFile | PageOnWeb],
    standard_input: BinaryIO,
    options: HarvestOptions,
    note: Callable[[str], None],
) -> SavedPages:
    """The pages that were given, in order. What is on the web is fetched now, and standard input is read.

    A page that cannot be fetched is an error in its place. `note` gets what there is to know about those that were.
    """
    pages: list[PageFile | Page | BlogforeverError] = []
    for one in given:
        if isinstance(one, PageOnWeb):
            pages.append(_fetched(one, options, note))
        elif one.file == STANDARD_INPUT:
            content = read_stream(standard_input, "standard input", most=MOST_PAGE_BYTES)
            page = Page(content=content, address=one.address, name="standard input")
            pages.append(page if content.strip() else NotHTML("standard input", "is empty", _SEND_A_PAGE))
        else:
            pages.append(one)
    return SavedPages(pages)


def _fetched(page: PageOnWeb, options: HarvestOptions, note: Callable[[str], None]) -> Page | BlogforeverError:
    try:
        fetched = fetch_page(page.address, options)
    except BlogforeverError as error:
        return error
    for text in fetched.notes:
        note(text)
    return fetched.page


def extract_post(page: Page, rules: RuleSet | None) -> Post:
    """The post on the page, read with the blog's rules or, without rules, by the general extractor.

    Raises NotHTML if it is not a web page.
    """
    if kind := other_kind(decode(page)[0]):
        subject = page.name or page.address or "page"
        next_step = "Give it with --feed, and the pages of its posts." if kind == "a feed" else "Give the page's HTML."
        raise NotHTML(subject, f"is {kind}, not a web page", next_step)
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
