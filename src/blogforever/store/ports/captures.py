"""The captures of one harvest: the WARC files of an archive as the port `Captures` (model/ports.py)."""

from blogforever.model.exchange import Exchange
from blogforever.model.rendering import Rendering
from blogforever.store.warc.captures import WarcCaptures


class ArchiveCaptures:
    """What a harvest asks of the network goes to its own WARC files, and is recalled from there."""

    def __init__(self, warc: WarcCaptures, *, harvest: int) -> None:
        self._warc = warc
        self._harvest = harvest

    def recall(self, key: str) -> Exchange | None:
        """What this harvest captured for the key already."""
        return self._warc.find(key, harvest=self._harvest)

    def recall_older(self, key: str) -> Exchange | None:
        """The newest answer with a body that earlier harvests captured for the key."""
        return self._warc.find_older(key, before=self._harvest)

    def capture(self, exchange: Exchange) -> None:
        """Keep the exchange as it went over the wire."""
        self._warc.write(exchange, harvest=self._harvest)

    def keep_rendering(self, rendering: Rendering) -> None:
        """Keep the page as a browser showed it, beside the captured original."""
        self._warc.write_rendering(rendering, harvest=self._harvest)

    def recall_rendering(self, address: str) -> Rendering | None:
        """What this harvest kept as the rendering of the address."""
        return self._warc.find_rendering(address, harvest=self._harvest)

    def shortfalls(self) -> tuple[str, ...]:
        """Nothing is known to be: `verify` checks the archive's own files."""
        return ()
