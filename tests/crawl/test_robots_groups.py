"""What is left of a robots.txt for other agents."""

import pytest
from protego import Protego

from blogforever.crawl.robots_rules import only_for

FILES = {
    "everyone": "User-agent: *\nDisallow: /a\n",
    "us": "User-agent: blogforever\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n",
    "us among others": "User-agent: other\nUser-agent: BlogForever\nDisallow: /a\nCrawl-delay: 3\n",
    "us in other words": "useragent blogforever\nDisallow: /a\nUser  agent: *\nDisallow: /\n",
    "us without a colon": "user agent blogforever\nDisallow: /a\nuser\tagent *\nDisallow: /\n",
    "what names no agent": "User-agent: *\nDisallow: /a\nuser agent x: y\nDisallow: /\n",
    "us with a star": "User-agent: blogforever*\nDisallow: /a\nUser-agent: *\nDisallow: /\n",
    "us by our kind": "User-agent: archiver\nDisallow: /a\nUser-agent: *\nDisallow: /\n",
    "others": "User-agent: other\nDisallow: /\nUser-agent: another\nDisallow: /a\n",
    "others after everyone": "User-agent: *\nDisallow: /a\nUser-agent: other\nDisallow: /\n",
    "part of our name": "User-agent: forever\nDisallow: /\nUser-agent: *\nDisallow: /a\n",
    "comments": "User-agent: * # all\nDisallow: /a # this\n",
    "nothing": "",
    "no agent": "Disallow: /\nSitemap: http://blog.example/s.xml\n",
}
NAMES = ("blogforever", "blogforever/1.0 (blog archiver; contact: anna@blog.example)")


@pytest.mark.parametrize("name", FILES)
def test_what_it_asks_of_us_stays(name):
    whole, ours = Protego.parse(FILES[name]), Protego.parse(only_for(NAMES, FILES[name]))
    for agent in NAMES:
        for address in ("http://blog.example/", "http://blog.example/a", "http://blog.example/b"):
            assert ours.can_fetch(address, agent) == whole.can_fetch(address, agent)
        assert ours.crawl_delay(agent) == whole.crawl_delay(agent)
    assert list(ours.sitemaps) == list(whole.sitemaps)


def test_many_agents_before_many_rules_are_one():
    agents = "".join(f"User-agent: agent{number}\n" for number in range(1_000))
    left = only_for(NAMES, agents + "Disallow: /a\n")
    assert {line for line in left.splitlines() if "agent" in line} == {"User-agent: someone-else"}
