"""The captures of one page of a blog, over all its harvests, from its WARC files."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from blogforever.model.exchange import Exchange
from blogforever.model.rendering import Rendering
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.tables.harvests import files_of_blog
from blogforever.store.warc.capture_index import CapturePlace
from blogforever.store.warc.captures import WarcCaptures

_FOUND = 200
_NOT_MODIFIED = 304
_TIMESTAMP = "%Y%m%d%H%M%S"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCapture:
    """A page as a harvest saw it."""

    harvest: int
    exchange: Exchange
    rendering: Rendering | None
    """What a browser made of it, where one was needed."""
    seen_at: datetime
    """When the harvest asked for it: later than the capture where the server said that nothing had changed."""


class PageCaptures:
    """All captures of a page, under whichever of its addresses."""

    def __init__(self, database: Database, folder: Path, blog: str, addresses: Collection[str]) -> None:
        """Raises NotInArchive for an unknown blog."""
        with database.transaction() as connection:
            known = files_of_blog(connection, blog_id(connection, blog))
        self._warc = WarcCaptures(folder, known=known, is_read_only=True)
        places = (one for one in self._warc.find_all(addresses) if one.status in {_FOUND, _NOT_MODIFIED})
        self._places = sorted((one for one in places if _moment(one)), key=lambda one: one.at)

    def last_before(self, moment: datetime) -> PageCapture | None:
        """The page as it was seen last at the moment or before."""
        end = f"{moment.astimezone(UTC):{_TIMESTAMP}}"
        before = (place for place in reversed(self._places) if place.at <= end)
        return next(filter(None, map(self._page, before)), None)

    def first_after(self, moment: datetime) -> PageCapture | None:
        """The page as it was seen first after the moment."""
        end = f"{moment.astimezone(UTC):{_TIMESTAMP}}"
        after = (place for place in self._places if place.at > end)
        return next(filter(None, map(self._page, after)), None)

    def file(self, address: str) -> Exchange | None:
        """The newest capture of a file that belongs to pages, such as a style sheet."""
        found = self._warc.find_newest(address)
        return found if found is not None and found.status == _FOUND else None

    def _page(self, place: CapturePlace) -> PageCapture | None:
        exchange, seen_at = self._warc.read(self._answer(place)), _moment(place)
        if exchange is None or exchange.status != _FOUND or seen_at is None:
            return None
        return PageCapture(
            harvest=place.harvest,
            exchange=exchange,
            rendering=self._warc.find_rendering(place.key, harvest=place.harvest),
            seen_at=seen_at,
        )

    def _answer(self, place: CapturePlace) -> CapturePlace:
        """The capture itself; where the server said that nothing had changed, the one that it spoke of."""
        if place.status == _FOUND:
            return place
        same = (one for one in self._places if one.status == _FOUND and one.key == place.key and one.at <= place.at)
        return max(same, key=lambda one: one.at, default=place)


def _moment(place: CapturePlace) -> datetime | None:
    """When it was captured; None in a damaged index."""
    try:
        return datetime.strptime(place.at, _TIMESTAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
