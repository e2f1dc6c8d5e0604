"""Fetch one page of the web in the same way as a harvest does, and keep nothing.

Its robots.txt is obeyed, private networks are closed to it, its size and time are limited, and a page that needs its
scripts is shown to a browser.
"""

from dataclasses import dataclass, replace
from typing import Any

from blogforever.actions._crawl.contact import contact
from blogforever.actions._crawl.subprocess_runner import Send
from blogforever.actions._crawl.supervisor import Stop, Stopped, Supervised, Supervisor, Task, signals_to
from blogforever.errors import BadAddress
from blogforever.model.harvest import HarvestOptions
from blogforever.model.page import Page
from blogforever.store.ports.in_memory import InMemoryCaptures, InMemoryRecords
from blogforever.urls.normalize import absolute


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """A page that was fetched just now."""

    page: Page
    """With the address at the end of its redirects."""
    notes: tuple[str, ...] = ()
    """What to know about it: that it would have needed a browser."""


def fetch_page(written: str, options: HarvestOptions, *, stop: Stop | None = None) -> FetchedPage:
    """The page at this address. Raises BadAddress and Unreachable; KeyboardInterrupt once `stop` is requested."""
    address = absolute(written.strip(), None)
    if address is None:
        raise BadAddress(written, "is not a web address", "Write it like https://blog.example.org/a-post.")
    stop = stop or Stop()
    arguments = {"start": address, "options": replace(options, contact=contact(options.contact), media=False)}
    try:
        with signals_to(stop):
            fetched: FetchedPage = Supervisor(
                Task(address=address, work=_fetch, arguments=arguments), stop=stop, watch=None
            ).run()
    except Stopped as stopped:
        raise KeyboardInterrupt from stopped
    return fetched


def _fetch(start: str, options: HarvestOptions, supervised: Supervised, send: Send) -> FetchedPage:
    from blogforever.crawl.run import crawl_page  # noqa: PLC0415 - only the child loads Scrapy

    arguments: dict[str, Any] = {"captures": InMemoryCaptures(), "records": InMemoryRecords()}
    ports = "blogforever.store.ports.in_memory.open_ports"
    page, notes = crawl_page(start, options, ports=ports, arguments=arguments, supervision=supervised.supervision(send))
    return FetchedPage(page=page, notes=notes)
