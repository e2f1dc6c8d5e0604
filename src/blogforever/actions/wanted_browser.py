"""The browser that a user asks for must be there before a harvest begins; one that may be needed need not."""

import os

from blogforever.errors import NoBrowser
from blogforever.model.harvest import Render, Wishes
from blogforever.render.find import VARIABLE, find_browser, how_to_get_one


def check_browser(wishes: Wishes) -> None:
    """Raises NoBrowser when a browser was named that does not run, or is needed for every page and there is none."""
    if wishes.offline or (wishes.render is Render.NEVER and not wishes.screenshots):
        return
    named = wishes.browser or os.environ.get(VARIABLE)
    needed = named or wishes.render is Render.ALWAYS or wishes.screenshots
    if needed and find_browser(wishes.browser) is None:
        if named:
            raise misnamed(named)
        raise NoBrowser("browser", "none was found, and every page needs one", how_to_get_one())


def misnamed(named: str) -> NoBrowser:
    """What was named as a browser is none."""
    return NoBrowser(
        named, "does not run as a browser", f"Name Chromium or Chrome with --browser or {VARIABLE}, or leave both out."
    )
