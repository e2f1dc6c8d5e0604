"""What a robots.txt says, and what follows when nothing can be heard from it [RFC 9309]."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from protego import Protego
from scrapy.exceptions import IgnoreRequest

from blogforever.crawl.robots_groups import only_for
from blogforever.crawl.sites import site_of
from blogforever.frontier.sitemap_names import robots_sitemaps
from blogforever.model.exchange import Exchange

NAME = "blogforever"
"""What a robots.txt calls us."""
LONGEST_DELAY = 60.0
"""Seconds: a Crawl-delay beyond this would keep a blog from ever being harvested."""
MOST_REDIRECTS = 5
"""The RFC's own figure; a robots.txt behind more of them is one that is not there."""
MOST_BYTES = 500_000
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TOO_MANY_REQUESTS = 429


class Forbidden(IgnoreRequest):
    """robots.txt forbids the address."""


class RobotsUnreadable(Forbidden):
    """The server fails to say what its robots.txt forbids, so for now everything counts as forbidden."""


class Rules:
    """The robots.txt of one site."""

    def __init__(self, text: str = "", address: str = "") -> None:
        self.size = len(text)
        self.sitemaps = robots_sitemaps(text, address=address) if text else ()
        self._rules = Protego.parse(only_for((NAME,), text)) if text else None

    @property
    def delay(self) -> float | None:
        """Seconds between two requests, if it names any."""
        asked = self._rules.crawl_delay(NAME) if self._rules else None
        return min(float(asked), LONGEST_DELAY) if asked else None

    def allows(self, address: str) -> bool:
        """Whether the address may be fetched."""
        return self._rules is None or bool(self._rules.can_fetch(address, NAME))


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What a robots.txt asks of us."""

    allowed: bool
    """Whether the address in question may be fetched."""
    delay: float | None = None
    """Seconds between two requests."""
    sitemaps: tuple[str, ...] = ()


def read_robots(content: bytes, address: str) -> Rules:
    """The rules in the bytes that came from `address`."""
    return Rules(content[:MOST_BYTES].decode("utf-8-sig", "replace"), address)


def robots_address(address: str) -> str:
    """Where the robots.txt lies that speaks for the address."""
    return f"{site_of(address)}/robots.txt"


def is_unreadable(status: int) -> bool:
    """True for an answer that tells nothing for now; other errors tell that there is no robots.txt."""
    return status >= 500 or status == _TOO_MANY_REQUESTS


def redirect_of(address: str, status: int, location: str | None) -> str | None:
    """Where an answer sends us on to, if it does; "" for what is not an address."""
    if status not in _REDIRECTS or not location:
        return None
    try:
        return urljoin(address, location.strip())
    except ValueError:
        return ""


def is_of_the_web(address: str) -> bool:
    """True for http and https."""
    try:
        return urlsplit(address).scheme in {"http", "https"}
    except ValueError:
        return False


def captured_manners(recall: Callable[[str], Exchange | None], address: str) -> Manners | None:
    """What the robots.txt that was captured for the address says of it; None when there is none."""
    place = robots_address(address)
    for _ in range(MOST_REDIRECTS + 1):
        answer = recall(place)
        if answer is None:
            return None
        onward = redirect_of(place, answer.status, answer.header("Location"))
        if onward is None:
            rules = read_robots(answer.body, place)
            said = Manners(allowed=rules.allows(address), delay=rules.delay, sitemaps=rules.sitemaps)
            return said if 200 <= answer.status < 300 else None
        place = onward
    return None
