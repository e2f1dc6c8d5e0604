"""Pages that came before in this harvest, from the archive."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from blogforever.crawl.memory import recall_answer
from blogforever.crawl.pages import document_of
from blogforever.crawl.unpacking import page_of_exchange, page_of_rendering
from blogforever.dom.routes import without_route
from blogforever.dom.tree import Document
from blogforever.extract.robots_directives import header_directives
from blogforever.model.page import Page
from blogforever.model.ports import Sink

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest


def recall_page(sink: Sink, address: str) -> Page | None:
    """The page of the address as it was read: as the browser showed it, else as it was captured."""
    exchange = recall_answer(sink, without_route(address))
    rendering = sink.recall_rendering(address)
    if rendering is not None:
        said = header_directives(exchange.response_headers) if exchange else ()
        return replace(page_of_rendering(rendering), robots_directives=said)
    return page_of_exchange(exchange) if exchange is not None and exchange.status == 200 else None


def recall_document(harvest: "Harvest", address: str) -> Document | None:
    """The same as a tree."""
    page = recall_page(harvest.sink, address)
    return harvest.attempt(address, partial(document_of, page)) if page else None
