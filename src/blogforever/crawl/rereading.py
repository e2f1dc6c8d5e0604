"""Reads a page again that was captured before."""

from blogforever.crawl.harvest import HOPELESS, Harvest
from blogforever.crawl.memory import recall_answer
from blogforever.crawl.unpacking import page_of_exchange
from blogforever.dom.tree import Document, decode, parse_text
from blogforever.errors import BlogforeverError
from blogforever.extract.post import Look
from blogforever.frontier.lines import Line
from blogforever.model.ledger import Outcome
from blogforever.model.page import Page
from blogforever.model.ports import Sink
from blogforever.model.post import Post


def recall_page(sink: Sink, address: str) -> Page | None:
    """The page that was captured for the address."""
    exchange = recall_answer(sink, address)
    return page_of_exchange(exchange) if exchange is not None and exchange.status == 200 else None


def recall_document(sink: Sink, address: str) -> Document | None:
    """The same as a tree."""
    page = recall_page(sink, address)
    try:
        return parse_text(decode(page)[0]) if page else None
    except BlogforeverError:
        return None


def look_again(harvest: Harvest, line: Line) -> tuple[Look, tuple[str, ...]] | None:
    """A look at the page of the line by the rules of now, and what is wrong with the page."""
    page = recall_page(harvest.sink, line.address)
    try:
        written, problems = decode(page) if page else ("", ())
    except BlogforeverError:
        return None
    return (Look(parse_text(written), page, harvest.reader), problems) if page else None


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


def reread(harvest: Harvest, line: Line) -> Post | None:
    """The post on the page of the line, by the rules of now."""
    again = look_again(harvest, line)
    return again[0].read(again[1]) if again else None
