"""The bounds of a harvest, with small figures in place of the large ones."""

import pytest

from blogforever.frontier import limits
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import Kind
from blogforever.frontier.policy import NewPosts
from blogforever.frontier.scope import Scope
from blogforever.model.ledger import DiscoveredVia, Outcome

HOME = "https://blog.example/"


@pytest.fixture
def frontier():
    made = Frontier(policy=NewPosts(), this_year=2026)
    made.scope = Scope.of(HOME)
    return made


def test_addresses_beyond_the_bound_are_counted_and_told(frontier, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 3)
    for number in range(5):
        if frontier.admits(f"{HOME}{number}"):
            frontier.announce(f"{HOME}{number}", DiscoveredVia.SITEMAP)
    assert [target.address for target in frontier.urls] == [f"{HOME}{number}" for number in range(3)]
    assert frontier.admits(f"{HOME}1")
    assert frontier.bounds.notes() == ["2 addresses were left out: a harvest holds at most 3"]


def test_long_addresses_fill_a_harvest_sooner(frontier, monkeypatch):
    monkeypatch.setattr(limits, "MOST_CHARACTERS", 3_000)
    held = 0
    while frontier.admits(f"{HOME}{held:01500d}"):
        frontier.announce(f"{HOME}{held:01500d}", DiscoveredVia.SITEMAP)
        held += 1
    assert held == 2


def test_unique_pages_without_end_have_an_end(frontier, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PAGES", 20)
    frontier.announce(HOME, DiscoveredVia.START)
    asked = 0
    while (target := frontier.next()) is not None:
        asked += 1
        frontier.announce(f"{HOME}{asked}", DiscoveredVia.LINK, referrer=target.number)
        frontier.announce(f"{HOME}again/{asked}", DiscoveredVia.LINK, referrer=target.number)
        frontier.note_text(target, is_new=True)
        frontier.settle(target, Outcome.POST)
    assert asked == 20
    more = "run the same command with --max-pages 200"
    assert frontier.bounds.notes() == [f"the harvest ended after 20 pages; for more, {more}"]


def test_links_are_followed_no_further_when_page_after_page_has_no_text(frontier, monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_DROUGHT", 10)
    frontier.announce(HOME, DiscoveredVia.START)
    for number in range(100):
        frontier.announce(f"{HOME}list/{number}", DiscoveredVia.LINK)
    frontier.announce(f"{HOME}named-by-the-feed", DiscoveredVia.FEED)
    asked = []
    while (target := frontier.next()) is not None:
        asked.append(target)
        frontier.settle(target, Outcome.PAGE)
    assert len(asked) == 10
    assert any(target.named_by(DiscoveredVia.FEED) for target in asked)
    assert frontier.bounds.is_dry


def test_a_site_of_many_texts_may_have_many_pages_without(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_DROUGHT", 10)
    counted = limits.Bounds()
    for _ in range(30):
        counted.note_text()
    for _ in range(59):
        counted.ask_page()
    assert not counted.is_dry


def test_sources_without_end_have_an_end(frontier, monkeypatch):
    monkeypatch.setattr(limits, "MOST_SOURCES", 4)
    urls = [
        frontier.announce(f"{HOME}comments/{number}", DiscoveredVia.COMMENTS, kind=Kind.SOURCE) for number in range(6)
    ]
    assert [target.outcome for target in urls] == [Outcome.WAITING] * 4 + [Outcome.LIMIT] * 2
    assert "left out" in frontier.bounds.notes()[0]


def test_a_shape_whose_pages_only_repeat_others_is_followed_no_more(frontier):
    shown = frontier.announce(f"{HOME}s1a/a-post-of-some-length", DiscoveredVia.LINK)
    for _ in range(100):
        frontier.note_text(shown, is_new=False)
    assert frontier.announce(f"{HOME}s2b/another-post-of-length", DiscoveredVia.LINK).outcome is Outcome.LIMIT
    assert frontier.announce(f"{HOME}s3c/a-post-that-is-named", DiscoveredVia.FEED).outcome is Outcome.WAITING
    frontier.note_text(shown, is_new=True)
    assert frontier.announce(f"{HOME}s4d/a-third-post-of-it", DiscoveredVia.LINK).outcome is Outcome.WAITING
