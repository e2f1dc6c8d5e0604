"""One browser process with the driver that steers it: started, watched, and ended without leftovers."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex

from playwright.async_api import Browser as Chromium
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from blogforever.errors import NoBrowser
from blogforever.render.find import FoundBrowser, how_to_get_one
from blogforever.render.processes import browser_processes, end, family_of, is_alive, memory_of, parent_of

_ARGUMENTS = (
    # Whatever is not intercepted goes to a proxy where nobody listens, by names that nobody resolves.
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # its older name
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
    # Nothing that a browser does for itself.
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--mute-audio",
)
_SANDBOX = "Allow user namespaces on this machine, or install the browser's sandbox (on Debian chromium-sandbox)."
_TO_CLOSE = 10.0
_TO_VANISH = 5.0
_TICK = 0.05
_LOOK_EVERY = 0.1
_LOOKS_AT_THE_SAME = 10
"""Looking for new processes takes longer than looking at those that are known."""


class RunningBrowser:
    """A browser that runs. `pages` counts those that it showed, `open_pages` those that it shows now."""

    def __init__(self, driver: Playwright, chromium: Chromium, mark: str) -> None:
        self.chromium = chromium
        self.pages = 0
        self.open_pages = 0
        self.retired = False
        """It takes no more pages, and ends after those that it shows."""
        self.died = asyncio.Event()
        self._driver = driver
        pids = browser_processes(mark)
        self._first = pids[0] if pids else 0
        self._driver_pid = parent_of(self._first) if pids else 0
        self._closing: asyncio.Task[None] | None = None
        chromium.on("disconnected", lambda _: self.died.set())

    @property
    def is_alive(self) -> bool:
        """False when it is closed or crashed."""
        return self._closing is None and self.chromium.is_connected()

    def pids(self) -> tuple[int, ...]:
        """Its processes, where the system tells."""
        if not self._first:
            return ()
        alive = (self._first,) if is_alive(self._first) else ()
        return (*alive, *family_of(self._first))

    def memory(self) -> int:
        """Bytes that its processes hold, 0 where unknown."""
        return memory_of(self.pids())

    async def outgrows(self, most: int) -> None:
        """Returns when its processes hold more than so many bytes. A script can take a gigabyte in a second."""
        while True:
            pids = self.pids()
            for _ in range(_LOOKS_AT_THE_SAME):
                if memory_of(pids) > most:
                    return
                await asyncio.sleep(_LOOK_EVERY)

    def kill(self) -> None:
        """End its processes at once; it still has to be closed."""
        end(self.pids())

    async def close(self) -> None:
        """End it, gently if it lets itself; calling this again waits for the same end."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await _within(_TO_CLOSE, self.chromium.close)
        await _within(_TO_CLOSE, self._driver.stop)
        # Crash reporters leave the family of the browser, but not its group; they go a moment after it.
        for _ in range(int(_TO_VANISH / _TICK)):
            if not self.pids():
                break
            await asyncio.sleep(_TICK)
        end(self.pids())
        if self._driver_pid and self._driver_pid != os.getpid() and is_alive(self._driver_pid):
            end((self._driver_pid,))


async def start(found: FoundBrowser, seconds: float) -> RunningBrowser:
    """Start the browser. Raises NoBrowser when it does not."""
    mark = f"--blogforever={token_hex(8)}"
    try:
        driver = await asyncio.wait_for(async_playwright().start(), seconds)
    except (PlaywrightError, TimeoutError, OSError) as error:
        raise NoBrowser("Playwright", f"does not start: {error}", "Install playwright anew.") from error
    try:
        chromium = await driver.chromium.launch(
            executable_path=found.path,
            args=[*_ARGUMENTS, mark],
            # The sandbox does not work for root.
            chromium_sandbox=hasattr(os, "geteuid") and os.geteuid() != 0,
            # Our own program says what happens at the end of a process.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=seconds * 1000,
        )
    except PlaywrightError as error:
        await _within(_TO_CLOSE, driver.stop)
        raise _does_not_start(found, error.message) from error
    except BaseException:
        await _within(_TO_CLOSE, driver.stop)
        raise
    return RunningBrowser(driver, chromium, mark)


def _does_not_start(found: FoundBrowser, output: str) -> NoBrowser:
    if "usable sandbox" in output:
        return NoBrowser(found.path, "does not start without its sandbox", _SANDBOX)
    return NoBrowser(found.path, f"does not start: {output.strip().partition(chr(10))[0]}", how_to_get_one())


async def _within(seconds: float, close: Callable[[], Awaitable[None]]) -> None:
    """Close something that may be dead already."""
    with suppress(PlaywrightError, TimeoutError, OSError):
        await asyncio.wait_for(close(), seconds)
