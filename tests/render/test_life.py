"""The browser comes, dies, comes again and goes, and leaves nothing behind."""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest

from blogforever.errors import BrowserFailed, NoBrowser
from blogforever.render.find import FoundBrowser
from blogforever.render.processes import is_alive
from tests.render.small_site import HOME, SHORT, given, new_browser, page

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="needs a system that tells of its processes in /proc"
)

_PATIENCE = 60
"""Seconds after which what a test waits for will not come."""
SLOW_PAGE = page("<p id=x></p><script>fetch('/slow').then(r => r.text()).then(t => { x.textContent = t; })</script>")


class SlowSite:
    """Answers after a while; before, it may do something to the browser."""

    def __init__(self, deeds=()):
        self.deeds = list(deeds)
        self.browser = None

    async def fetch(self, _request_key):
        await asyncio.sleep(0.3)
        if self.deeds:
            self.deeds.pop(0)(self.browser)
            await asyncio.sleep(0.3)
        return given("Came at last", "text/plain")


def kill_all(browser):
    for pid in browser.pids():
        os.kill(pid, signal.SIGKILL)


def kill_renderers(browser):
    for pid in browser.pids():
        if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)


def kill_driver(browser):
    parent = int(Path(f"/proc/{browser.pids()[0]}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(parent, signal.SIGKILL)


def children():
    """Our living child processes."""
    answer = subprocess.run(
        ["/bin/ps", "--ppid", str(os.getpid()), "-o", "pid=,args="], check=False, stdout=-1, text=True
    )
    return [line for line in answer.stdout.splitlines() if "node" in line or "chrom" in line]


@pytest.fixture
def started(browser_found, loop):
    """Makes a browser for a slow site, and watches that it goes."""
    made = []
    before = children()

    def make(deeds=(), **limits):
        slow = SlowSite(deeds)
        slow.browser = new_browser(slow.fetch, browser_found, limits=replace(SHORT, **limits))
        made.append(slow.browser)
        return slow.browser

    yield make
    for browser in made:
        pids = browser.pids()
        loop.run(browser.close())
        assert browser.pids() == ()
        assert not any(map(is_alive, pids))
    assert children() == before


@pytest.mark.parametrize(
    "deed",
    [
        kill_all,
        pytest.param(kill_renderers, marks=pytest.mark.slow),
        pytest.param(kill_driver, marks=pytest.mark.slow),
    ],
)
def test_a_browser_that_dies_is_started_again_and_the_page_is_the_same(started, loop, deed):
    browser = started([deed])
    shown = loop.run(browser.render(HOME, SLOW_PAGE))
    assert '<p id="x">Came at last</p>' in shown.html
    assert (browser.rendered, browser.restarts) == (1, 1)


@pytest.mark.slow
def test_a_page_over_which_the_browser_dies_twice_is_given_up_and_the_next_is_shown(started, loop):
    browser = started([kill_all, kill_all])
    with pytest.raises(BrowserFailed, match=r"blog\.example"):
        loop.run(browser.render(HOME, SLOW_PAGE))
    assert "Came at last" in loop.run(browser.render(HOME, SLOW_PAGE)).html


@pytest.mark.slow
def test_two_pages_at_once_survive_the_death_of_their_browser(started, loop):
    browser = started([kill_all])

    async def both():
        return await asyncio.gather(*(browser.render(HOME + name, SLOW_PAGE) for name in "abcd"))

    shown = loop.run(both())
    assert [("Came at last" in one.html, one.address) for one in shown] == [(True, HOME + name) for name in "abcd"]
    assert (browser.rendered, browser.restarts) == (4, 1)


@pytest.mark.slow
def test_an_old_browser_makes_room_for_a_new_one_between_pages(started, loop):
    browser = started(recycle_after=2)
    seen = []
    for _ in range(5):
        loop.run(browser.render(HOME, page("<p>Text</p>")))
        seen.append(browser.pids()[0])
    assert seen[0] == seen[1] != seen[2] == seen[3] != seen[4]
    assert not any(map(is_alive, seen[:4]))
    assert (browser.rendered, browser.restarts) == (5, 0)


def test_no_process_runs_before_the_first_page_and_after_the_end(started, loop):
    browser = started()
    assert (browser.pids(), browser.memory()) == ((), 0)
    loop.run(browser.render(HOME, page("<p>Text</p>")))
    pids = browser.pids()
    assert len(pids) > 2
    assert browser.memory() > 50_000_000
    loop.run(browser.close())
    loop.run(browser.close())
    assert not any(map(is_alive, pids))
    with pytest.raises(BrowserFailed, match="closed"):
        loop.run(browser.render(HOME, page("")))


@pytest.mark.slow
def test_closing_while_a_page_is_shown_ends_both(started, loop):
    browser = started()

    async def close_soon():
        showing = asyncio.create_task(browser.render(HOME, SLOW_PAGE))
        await asyncio.sleep(1.2)
        await browser.close()
        await asyncio.wait_for(showing, _PATIENCE)

    with pytest.raises(BrowserFailed):
        loop.run(close_soon())


@pytest.mark.slow
def test_a_rendering_that_is_no_longer_wanted_leaves_no_page_open(started, loop):
    browser = started()

    async def cancel_soon():
        await browser.render(HOME, page("<p>Text</p>"))
        showing = asyncio.create_task(browser.render(HOME, SLOW_PAGE))
        await asyncio.sleep(0.3)
        showing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await showing
        return [len(running.chromium.contexts) for running in browser._running]

    assert loop.run(cancel_soon()) == [0]


def test_a_browser_that_does_not_start_says_so(loop):
    found = FoundBrowser(path="/bin/false", version="1.0", source="setting")
    with pytest.raises(NoBrowser, match=r"/bin/false: does not start: .*Install Chromium"):
        loop.run(new_browser(SlowSite().fetch, found).render(HOME, page("")))


@pytest.mark.slow
def test_when_the_program_itself_is_killed_the_browser_ends_too(browser_found):
    program = f"""if True:
        import asyncio
        from blogforever.render.browser import Browser
        from blogforever.render.find import FoundBrowser
        from blogforever.render.browser_request import BrowserResponse
        async def fetch(request): await asyncio.sleep(60)
        async def main():
            browser = Browser(found={browser_found!r}, user_agent="x")
            await browser.render("http://blog.example/", BrowserResponse(status=200, body=b"<p>Text</p>"), fetch=fetch)
            print(*browser.pids(), flush=True)
            await asyncio.sleep(60)
        asyncio.run(main())
    """
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        pids = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    assert len(pids) > 2
    ends = monotonic() + _PATIENCE
    while any(map(is_alive, pids)) and monotonic() < ends:
        sleep(0.1)
    assert not any(map(is_alive, pids))


@pytest.mark.slow
def test_sixty_pages_do_not_make_the_browser_grow(started, loop):
    browser = started(recycle_after=1000)
    heavy = page(f"<script>window.kept = new Array(2e6).fill(1)</script>{'<p>Some words</p>' * 100}")

    async def show(count):
        await asyncio.gather(*(browser.render(f"{HOME}{number}", heavy) for number in range(count)))
        await asyncio.sleep(1)
        return browser.memory()

    first = loop.run(show(10))
    assert loop.run(show(60)) < first * 1.3
