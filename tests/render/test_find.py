"""A browser is looked for where the user says, then where browsers are."""

import pytest

from blogforever.render import find
from blogforever.render.find import FoundBrowser, find_browser, how_to_get_one


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with nothing on it; `add` puts a program there."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.delenv("BLOGFOREVER_BROWSER", raising=False)
    monkeypatch.setattr(find, "_APPLICATIONS", ())

    def add(name, says="Chromium 150.0.1 built on Debian"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\necho '{says}'\n")
        path.chmod(0o755)
        return str(path)

    return add


def test_a_machine_without_a_browser_has_none(machine):
    assert find_browser() is None
    machine("bin/chromium", says="no such thing")
    assert find_browser() is None


def test_setting_environment_playwright_and_system_in_this_order(machine, monkeypatch):
    system = machine("bin/google-chrome", "Google Chrome 151.0.2")
    assert find_browser() == FoundBrowser(path=system, version="151.0.2", source="system")
    machine("playwright/chromium-1000/chrome-linux/chrome")
    newer = machine("playwright/chromium-1254/chrome-linux64/chrome", "Chromium 150.0.1")
    assert find_browser() == FoundBrowser(path=newer, version="150.0.1", source="Playwright's own")
    named = machine("elsewhere/mine", "Chromium 149.1")
    monkeypatch.setenv("BLOGFOREVER_BROWSER", named)
    assert find_browser() == FoundBrowser(path=named, version="149.1", source="environment BLOGFOREVER_BROWSER")
    assert find_browser("google-chrome") == FoundBrowser(path=system, version="151.0.2", source="setting")


def test_a_browser_that_the_user_named_and_that_does_not_run_is_not_replaced(machine):
    machine("bin/chromium")
    assert find_browser("/nowhere/chrome") is None


@pytest.mark.parametrize(
    "says",
    [
        "Chromium 150.0.7871.100 built on Debian GNU/Linux 12 (bookworm)",
        "Google Chrome 150.0.7871.100 ",
        "Google Chrome for Testing 150.0.7871.100",
        "Chrome 150.0.7871.100",
        "HeadlessChrome/150.0.7871.100",
        "Microsoft Edge 150.0.7871.100",
        "Brave Browser 150.0.7871.100",
        "Opera 150.0.7871.100",
        "Vivaldi 150.0.7871.100 stable",
        "a word of the script that starts it\nChromium 150.0.7871.100 snap",
    ],
)
def test_a_browser_is_known_by_what_it_calls_itself(machine, says):
    path = machine("elsewhere/mine", says)
    assert find_browser(path) == FoundBrowser(path=path, version="150.0.7871.100", source="setting")


@pytest.mark.parametrize(
    "says",
    [
        "ls (GNU coreutils) 9.1",
        "false (GNU coreutils) 9.1",
        "ChromeDriver 150.0.7871.100",
        "Mozilla Firefox 150.0",
        "150.0.7871.100",
        "A player for the Opera 9.1",
        "Chromium",
    ],
)
def test_other_programs_are_no_browsers_whatever_their_version(machine, says):
    assert find_browser(machine("elsewhere/mine", says)) is None
    machine("bin/chromium", says)
    assert find_browser() is None


def test_the_next_step_is_one_command():
    assert how_to_get_one().startswith("Install Chromium: ")
