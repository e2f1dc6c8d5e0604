"""What a robots.txt says, and what follows when it cannot be read [RFC 9309]."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from protego import Protego

from blogforever.crawl.responses import REDIRECTS
from blogforever.model.exchange import Exchange
from blogforever.sources.sitemap_locations import robots_sitemaps
from blogforever.urls.origin import site_of

NAME = "blogforever"
"""What a robots.txt calls us."""
LONGEST_DELAY = 60.0
"""Seconds: a Crawl-delay beyond this would keep a blog from ever being harvested."""
MOST_REDIRECTS = 5
"""The RFC's own figure; a robots.txt behind more of them is one that is not there."""
MOST_BYTES = 500_000
_TOO_MANY_REQUESTS = 429


class RobotsRules:
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
class RobotsPolicy:
    """What a robots.txt asks of us."""

    allowed: bool
    """Whether the address in question may be fetched."""
    delay: float | None = None
    """Seconds between two requests."""
    sitemaps: tuple[str, ...] = ()


def read_robots(content: bytes, address: str) -> RobotsRules:
    """The rules in the bytes that came from `address`."""
    return RobotsRules(content[:MOST_BYTES].decode("utf-8-sig", "replace"), address)


def robots_address(address: str) -> str:
    """Where the robots.txt lies that speaks for the address."""
    return f"{site_of(address)}/robots.txt"


def is_unreadable(status: int) -> bool:
    """True for an answer that tells nothing for now; other errors tell that there is no robots.txt."""
    return status >= 500 or status == _TOO_MANY_REQUESTS


def redirect_of(address: str, status: int, location: str | None) -> str | None:
    """Where an answer sends us on to, if it does; "" for what is not an address."""
    if status not in REDIRECTS or not location:
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


def captured_robots(recall: Callable[[str], Exchange | None], address: str) -> RobotsPolicy | None:
    """What the robots.txt that was captured for the address says of it; None when there is none."""
    place = robots_address(address)
    for _ in range(MOST_REDIRECTS + 1):
        answer = recall(place)
        if answer is None:
            return None
        onward = redirect_of(place, answer.status, answer.header("Location"))
        if onward is None:
            rules = read_robots(answer.body, place)
            policy = RobotsPolicy(allowed=rules.allows(address), delay=rules.delay, sitemaps=rules.sitemaps)
            return policy if 200 <= answer.status < 300 else None
        place = onward
    return None


_AGENT = re.compile(r"\s*+(?:user[- ]?agent\s*+:|user(?:-|\s*+)agent\s(?![^#]*:(?:\s|$)))\s*+([^#]*)", re.IGNORECASE)
"""As generous as the parser: the colon may be missing."""
_SOMEONE_ELSE = "User-agent: someone-else"


def only_for(names: Iterable[str], text: str) -> str:
    """The same robots.txt for all that these agents ask of it: other agents share one name."""
    lines = text.splitlines()
    agents = {number: found[1].strip().lower() for number, line in enumerate(lines) if (found := _AGENT.match(line))}
    ours = {_best(name.lower(), set(agents.values())) for name in names}
    for number, agent in agents.items():
        if agent.replace("*", "") not in ours and agent not in ours:
            lines[number] = _SOMEONE_ELSE
    return "\n".join(lines)


def _best(name: str, agents: set[str]) -> str:
    """The agent whose group the name belongs to: the longest that is a word of it, else everyone."""
    plain = {agent.replace("*", "") for agent in agents if len(agent) <= 2 * len(name)}
    fitting = [agent for agent in plain if agent and re.search(rf"(?<![\w-]){re.escape(agent)}", name)]
    return max(fitting, key=len, default="*")
