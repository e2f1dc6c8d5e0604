"""Scrapy's downloader, with the manners that a host can count on."""

import asyncio
from typing import Any

from scrapy import Request
from scrapy.core.downloader import Downloader
from scrapy.http import Response
from scrapy.utils.asyncio import call_later


class PoliteDownloader(Downloader):
    """Never more connections to a host than were asked for, none while it wants a pause, and its own delay."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def _enqueue_request(self, request: Request) -> Response:
        # Scrapy counts a connection only once it runs: of several requests that wait it starts all at once.
        turn = self._turns.setdefault(self.get_slot_key(request), asyncio.Semaphore(self.domain_concurrency))
        async with turn:
            return await super()._enqueue_request(request)

    def pause(self, host: str, seconds: float) -> None:
        """What waits for the host already is not sent before the time is over."""
        slot = self.slots.get(host)
        if slot is None:
            return
        if slot.latercall:
            slot.latercall.cancel()
        slot.latercall = call_later(seconds, self._latercall, slot)

    def slow_down(self, host: str, delay: float) -> None:
        """At least so many seconds lie between requests to the host, from now on."""
        wanted = max(delay, self.settings.getfloat("DOWNLOAD_DELAY"))
        self.per_slot_settings[host] = {"delay": wanted}  # for the slot that Scrapy makes when this one was idle
        if host in self.slots:
            self.slots[host].delay = wanted
