"""A web in memory: the real crawl without sockets, its answers in any order that chance gives."""

import asyncio
import random
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace

from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from blogforever.crawl.responses import exchange_of
from blogforever.crawl.spider import NewCrawl
from blogforever.harvest.engine import Harvest
from blogforever.model.harvest import HarvestOptions
from blogforever.store.ports.in_memory import InMemoryCaptures, InMemoryRecords

HTML = "text/html; charset=utf-8"
IN_FLIGHT = 6
NOW = datetime(2026, 11, 16, tzinfo=UTC)


@dataclass
class Site:
    """What a site answers: pages by address; everything else is not found."""

    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)

    def page(self, address: str, content: bytes | str, kind: str = HTML) -> None:
        body = content.encode() if isinstance(content, str) else content
        self.answers[address] = (200, {"Content-Type": kind}, body)

    def moved(self, address: str, to: str) -> None:
        self.answers[address] = (301, {"Location": to}, b"")

    def gone(self, address: str) -> None:
        self.answers[address] = (410, {}, b"")


class Archive(InMemoryRecords):
    """Everything in memory, aliases and media too."""

    def __init__(self) -> None:
        super().__init__()
        self.media = {}

    def complete_post(self, key, *, aliases, witnesses):
        kept = self.posts[key]
        names = dict.fromkeys((*kept.post.aliases, *aliases))
        self.posts[key] = replace(kept, witnesses=witnesses, post=replace(kept.post, aliases=tuple(names)))

    def keep_media(self, media):
        self.media[media.address] = media


class Crawled:
    """One harvest of a site, whose answers come in the order of `chance`."""

    def __init__(
        self, site: Site, start: str, *, seed: int | None = None, options: HarvestOptions | None = None
    ) -> None:
        self.asked: list[str] = []
        self.captures = InMemoryCaptures()
        self.archive = Archive()
        self._site = site
        self._chance = random.Random(seed) if seed is not None else None  # noqa: S311 - an order, no secret
        self._in_flight = []
        self.harvest = Harvest(
            start,
            options or HarvestOptions(media=False),
            self.captures,
            self.archive,
            now=datetime(2026, 11, 16, tzinfo=UTC),
        )
        self._spider = NewCrawl(self.harvest)
        engine = SimpleNamespace(download_async=self._download, crawl=self._in_flight.append)
        self._spider.crawler = SimpleNamespace(engine=engine, get_downloader_middleware=lambda _: None)
        asyncio.run(self._run())

    @property
    def posts(self):
        """The kept posts by their addresses."""
        return {kept.post.url: kept.post for kept in self.archive.posts.values()}

    @property
    def ledger_entries(self):
        return {ledger_entry.address: ledger_entry for ledger_entry in self.archive.ledger.values()}

    @property
    def browser_notes(self):
        """What the user is told about the browser."""
        return self._spider.browser.notes()

    @property
    def comments(self):
        """The kept comments of each kept post, by its address."""
        found = self.archive.comments
        return {kept.post.url: found[key].comments for key, kept in self.archive.posts.items() if key in found}

    async def _run(self) -> None:
        async for _ in self._spider.start():
            pass
        if self._spider.failure:
            raise self._spider.failure
        while await self._step():
            pass

    async def _step(self) -> bool:
        """One answer, or the end."""
        while len(self._in_flight) < IN_FLIGHT and (request := self._spider.next_request()) is not None:
            self._in_flight.append(request)
        if self._in_flight:
            place = self._chance.randrange(len(self._in_flight)) if self._chance else 0
            request = self._in_flight.pop(place)
            await request.callback(self._answer(request), **request.cb_kwargs)
            return True
        try:
            self._spider.when_idle()
        except DontCloseSpider:
            return True
        if self._spider.failure:
            raise self._spider.failure
        return False

    async def _download(self, request):
        return self._answer(request)

    def _answer(self, request) -> Response:
        self.asked.append(request.url)
        place = request.url.partition("#")[0]
        status, headers, body = self._site.answers.get(place, (404, {"Content-Type": HTML}, b"nothing"))
        response = Response(request.url, status=status, headers=headers, body=body, request=request)
        self.captures.capture(exchange_of(request, response))
        return response
