"""Reads a page again by the rules of now."""

from blogforever.crawl.harvest import HOPELESS, Harvest
from blogforever.crawl.recall import recall_page
from blogforever.dom.tree import decode, parse_text
from blogforever.errors import BlogforeverError
from blogforever.extract.post import Look
from blogforever.frontier.lines import Line
from blogforever.model.ledger import Outcome


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


def keep_again(harvest: Harvest, line: Line) -> bool:
    """The post on the page of the line is kept as the rules of now read it; False when the page is not there."""
    again = look_again(harvest, line)
    if again is None:
        return False
    look, problems = again
    harvest.keep(line, look, look.read(problems))
    return True
