"""A page decoded and parsed once: a value that many read and nobody changes."""

from dataclasses import dataclass
from datetime import date

from blogforever.dom.tree import Document, decode, parse_text
from blogforever.errors import NotHTML
from blogforever.model.page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedPage:
    """A page with its tree. The tree stays as it was parsed: whoever prunes or mends works on a copy."""

    page: Page
    document: Document
    problems: tuple[str, ...] = ()
    """What was wrong with the page's bytes."""

    @property
    def address(self) -> str | None:
        """Where the page was fetched from; None when that is not known."""
        return self.page.address

    @property
    def captured(self) -> date | None:
        """The day on which the page was fetched, if known."""
        return self.page.captured

    @property
    def header_directives(self) -> tuple[str, ...]:
        """The robots directives of the response's headers."""
        return self.page.robots_directives


def parse(page: Page) -> ParsedPage:
    """The page with its tree. Raises NotHTML for what is not text."""
    html, problems = decode(page)
    return ParsedPage(page=page, document=parse_text(html), problems=problems)


def try_parse(page: Page) -> ParsedPage | None:
    """The page with its tree; None for what is not text."""
    try:
        return parse(page)
    except NotHTML:
        return None
