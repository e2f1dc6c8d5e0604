"""Reads a page again that was captured before."""

from blogforever.crawl.harvest import HOPELESS, Harvest
from blogforever.crawl.unpacking import page_of_exchange
from blogforever.dom.tree import Document, decode, parse_text
from blogforever.errors import BlogforeverError
from blogforever.extract.post import Look, extract_post
from blogforever.frontier.lines import Line
from blogforever.model.ledger import Outcome
from blogforever.model.page import Page
from blogforever.model.ports import Sink
from blogforever.model.post import Post

_UNCHANGED = 304


def recall_page(sink: Sink, address: str) -> Page | None:
    """The page that was captured for the address."""
    exchange = sink.recall(address)
    if exchange is not None and exchange.status == _UNCHANGED:
        exchange = sink.recall_older(address)
    return page_of_exchange(exchange) if exchange is not None and exchange.status == 200 else None


def recall_document(sink: Sink, address: str) -> Document | None:
    """The same as a tree."""
    page = recall_page(sink, address)
    try:
        return parse_text(decode(page)[0]) if page else None
    except BlogforeverError:
        return None


def read_anew(harvest: Harvest, line: Line) -> None:
    """The page of the line goes through the harvest's hands once more."""
    page = recall_page(harvest.sink, line.address)
    if page is None:
        return
    try:
        written, problems = decode(page)
    except BlogforeverError:
        return
    harvest.read(line, Look(parse_text(written), page, harvest.reader), problems)


def read_named_late(harvest: Harvest) -> None:
    """Articles of hopeless pages that a feed named only after they had come: then nobody read them."""
    for number, seen in harvest.seen.items():
        line = harvest.plan.lines[number]
        if seen.fit <= HOPELESS and not seen.kept and line.outcome is Outcome.PAGE and harvest.in_feed(line):
            read_anew(harvest, line)


def reread(harvest: Harvest, line: Line) -> Post | None:
    """The post on the page of the line, by the rules of now."""
    page = recall_page(harvest.sink, line.address)
    try:
        return extract_post(page, harvest.reader) if page else None
    except BlogforeverError:
        return None
