"""Every run is the same run: property tests draw the same examples wherever and whenever they run."""

import pytest

from blogforever.render.find import find_browser, how_to_get_one
from tests.examples import register_profiles
from tests.needs import absent, apt_install

register_profiles()


@pytest.fixture(scope="session")
def browser_found():
    """The browser to render with, installed where we may."""
    if find_browser() is None:
        apt_install("chromium")
    found = find_browser()
    if found is None:
        absent(f"There is no browser to render with. {how_to_get_one()}")
    return found
