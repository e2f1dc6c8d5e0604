"""Reads a page again by the rules of now."""

from functools import partial

from blogforever.crawl.harvest import HOPELESS, Harvest
from blogforever.crawl.recall import recall_page
from blogforever.dom.tree import decode, parse_text
from blogforever.errors import BlogforeverError
from blogforever.extract.post import Look
from blogforever.frontier.lines import Line
from blogforever.model.ledger import Outcome
from blogforever.model.page import Page


def look_again(harvest: Harvest, line: Line) -> tuple[Look, tuple[str, ...]] | None:
    """A look at the page of the line by the rules of now, and what is wrong with the page."""
    page = recall_page(harvest.sink, line.address)
    try:
        return harvest.attempt(line.address, partial(_look, harvest, page), line) if page else None
    except BlogforeverError:
        return None


def _look(harvest: Harvest, page: Page) -> tuple[Look, tuple[str, ...]]:
    written, problems = decode(page)
    return Look(parse_text(written), page, harvest.reader), problems


def read_anew(harvest: Harvest, line: Line) -> None:
    """The page of the line goes through the harvest's hands once more."""
    if again := look_again(harvest, line):
        harvest.read(line, *again)


def read_named_late(harvest: Harvest) -> None:
    """Articles of hopeless pages that a feed named only after they had come: then nobody read them."""
    for number, seen in harvest.seen.items():
        line = harvest.plan.lines[number]
        if seen.fit <= HOPELESS and not seen.kept and line.outcome is Outcome.PAGE and line.is_named_as_post:
            read_anew(harvest, line)


def keep_again(harvest: Harvest, line: Line) -> bool:
    """The post on the page of the line is kept as the rules of now read it; False when it cannot be read."""
    again = look_again(harvest, line)
    if again is None:
        return False
    look, problems = again
    post = harvest.attempt(line.address, partial(look.read, problems), line)
    if post is not None:
        harvest.keep(line, look, post)
    return post is not None
