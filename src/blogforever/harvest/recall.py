"""Pages that came before in this harvest, from the archive, and read again by the rules of now."""

from functools import partial

from blogforever.dom.parsed_page import ParsedPage, try_parse
from blogforever.extract.post import FirstLook, look_at
from blogforever.extract.robots_directives import header_directives
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.state import RuleBook
from blogforever.model.exchange import Exchange
from blogforever.model.page import LARGEST_PAGE, Page
from blogforever.model.ports import Captures
from blogforever.model.rendering import Rendering
from blogforever.sources.decompress import decompress
from blogforever.text.charsets import charset_of
from blogforever.urls.hash_routes import without_route

NOT_MODIFIED = 304


def recall_answer(captures: Captures, key: str) -> Exchange | None:
    """What this harvest captured for the key; where the server said that nothing changed, the older answer."""
    captured = captures.recall(key)
    return captures.recall_older(key) if captured is not None and captured.status == NOT_MODIFIED else captured


def page_of_exchange(exchange: Exchange) -> Page:
    """The page in the answer."""
    return Page(
        content=decompress(exchange.body, exchange.header("Content-Encoding") or "", LARGEST_PAGE),
        address=exchange.address,
        charset=charset_of(exchange.header("Content-Type") or ""),
        captured=exchange.at.date(),
        robots_directives=header_directives(exchange.response_headers),
    )


def page_of_rendering(rendering: Rendering, robots_directives: tuple[str, ...]) -> Page:
    """The page as the browser showed it; the directives are those of the headers that it came with."""
    return Page(
        content=rendering.html.encode("utf-8", "replace"),
        address=rendering.address,
        charset="utf-8",
        captured=rendering.at.date(),
        robots_directives=robots_directives,
    )


def recall_page(captures: Captures, address: str) -> Page | None:
    """The page of the address as it was read: as the browser showed it, else as it was captured."""
    exchange = recall_answer(captures, without_route(address))
    rendering = captures.recall_rendering(address)
    if rendering is not None:
        directives = header_directives(exchange.response_headers) if exchange else ()
        return page_of_rendering(rendering, directives)
    return page_of_exchange(exchange) if exchange is not None and exchange.status == 200 else None


class PageRecall:
    """Gets captured pages back, limited in time as every reading is."""

    def __init__(self, captures: Captures, attempts: Attempts, rules: RuleBook) -> None:
        self._captures = captures
        self._attempts = attempts
        self._rules = rules

    def page(self, address: str) -> Page | None:
        """The page of the address, if it was captured."""
        return recall_page(self._captures, address)

    def parsed(self, address: str, target: FrontierUrl | None = None) -> ParsedPage | None:
        """The same with its tree."""
        page = self.page(address)
        return self._attempts.read(address, partial(try_parse, page), target) if page else None

    def look(self, target: FrontierUrl) -> FirstLook | None:
        """A first look at the target's page by the rules of now."""
        parsed = self.parsed(target.address, target)
        if parsed is None:
            return None
        return self._attempts.read(target.address, partial(look_at, parsed, self._rules.reader), target)
