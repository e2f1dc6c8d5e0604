"""A real Chromium for the tests of this ring, and one event loop in which it lives."""

import asyncio

import pytest

from tests.render.small_site import SmallSite, new_browser


@pytest.fixture(scope="session")
def loop():
    """One event loop for all tests, so that they can share a browser."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def _shared(browser_found, loop):
    """A browser that most tests share: it asks whichever site is the present one."""
    sites = []

    async def fetch(request):
        return await sites[-1].fetch(request)

    browser = new_browser(fetch, browser_found)
    yield browser, sites
    loop.run(browser.close())


@pytest.fixture
def site(_shared, loop):
    """An empty site whose pages can be shown."""
    browser, sites = _shared
    sites.append(SmallSite(browser, loop))
    yield sites[-1]
    sites.pop()
