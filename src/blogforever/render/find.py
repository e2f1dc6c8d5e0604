"""The browser on this machine, and how to get one."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "BLOGFOREVER_BROWSER"
_NAMES = (
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
)
_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/snap/bin/chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_PLAYWRIGHTS = (
    "chromium-*/chrome-*/chrome",
    "chromium-*/chrome-*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-*/chrome.exe",
    "chromium_headless_shell-*/*/headless_shell",
    "chromium_headless_shell-*/*/chrome-headless-shell*",
)
_REVISION = re.compile(r"-(\d+)[/\\]")
_CHROMIUM = re.compile(
    r"^[^\S\n]*+(?:Chromium|(?:Google )?Chrome(?: for Testing)?|HeadlessChrome|Microsoft Edge|Brave|Opera|Vivaldi)\b"
    r"[^\d\n]*(?P<version>\d+(?:\.\d+){1,3})",
    re.MULTILINE,
)
"""What browsers that we can steer say of themselves. Every other program has a version, too."""
_LONGEST = 20
_KIN_OF_DEBIAN = re.compile(r"^ID(?:_LIKE)?=.*\bdebian\b", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBrowser:
    """A program that shows pages."""

    path: str
    version: str
    """As it states it: "150.0.7871.100"."""
    source: str
    """Who named it: "setting", "environment BLOGFOREVER_BROWSER", "Playwright's own" or "system"."""


def find_browser(wanted: str | None = None) -> FoundBrowser | None:
    """The first browser that runs. One that the user named is the only one that counts."""
    named = ((wanted, "setting"), (os.environ.get(VARIABLE), f"environment {VARIABLE}"))
    for name, source in named:
        if name:
            path = shutil.which(name) or name
            version = _version(path)
            return FoundBrowser(path=path, version=version, source=source) if version else None
    for path, source in _candidates():
        if version := _version(path):
            return FoundBrowser(path=path, version=version, source=source)
    return None


def how_to_get_one() -> str:
    """The next step for a user without a browser."""
    if sys.platform == "linux" and _is_debian() and shutil.which("apt-get"):
        return "Install Chromium: apt-get install chromium"
    return f"Install Chromium: playwright install chromium; or name a browser in {VARIABLE}"


def _candidates() -> Iterator[tuple[str, str]]:
    own = [path for pattern in _PLAYWRIGHTS for path in _playwright_folder().glob(pattern) if path.is_file()]
    for path in sorted(own, key=_revision, reverse=True):
        yield str(path), "Playwright's own"
    for name in _NAMES:
        if found := shutil.which(name):
            yield found, "system"
    for place in _APPLICATIONS:
        if Path(place).is_file():
            yield place, "system"


def _playwright_folder() -> Path:
    """Where Playwright keeps the browsers that it installed."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named and named != "0":
        return Path(named)
    homes = {
        "darwin": Path.home() / "Library" / "Caches",
        "win32": Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")),
    }
    return homes.get(sys.platform, Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))) / "ms-playwright"


def _revision(path: Path) -> int:
    found = _REVISION.search(str(path))
    return int(found.group(1)) if found else 0


def _version(path: str) -> str:
    """What the program says of itself, or "" when it is no browser or does not run."""
    try:
        output = subprocess.run(  # noqa: S603 - the user's own browser
            [path, "--version"], capture_output=True, text=True, timeout=_LONGEST, check=False, errors="replace"
        ).stdout
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return ""
    found = _CHROMIUM.search(output)
    return found["version"] if found else ""


def _is_debian() -> bool:
    try:
        answer = Path("/etc/os-release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return _KIN_OF_DEBIAN.search(answer) is not None
