"""The bounds of a harvest, with small figures in place of the large ones."""

import pytest

from blogforever.frontier import bounds
from blogforever.frontier.lines import Kind
from blogforever.frontier.plan import Plan
from blogforever.frontier.policy import NewPosts
from blogforever.frontier.scope import Scope
from blogforever.model.ledger import Outcome, Witness

HOME = "https://blog.example/"


@pytest.fixture
def plan():
    made = Plan(policy=NewPosts(), this_year=2026)
    made.scope = Scope.of(HOME)
    return made


def test_addresses_beyond_the_bound_are_counted_and_told(plan, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_ADDRESSES", 3)
    for number in range(5):
        if plan.admits(f"{HOME}{number}"):
            plan.announce(f"{HOME}{number}", Witness.SITEMAP)
    assert [line.address for line in plan.lines] == [f"{HOME}{number}" for number in range(3)]
    assert plan.admits(f"{HOME}1")
    assert plan.bounds.notes() == ["2 addresses were left out: a harvest holds at most 3"]


def test_long_addresses_fill_a_harvest_sooner(plan, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_CHARACTERS", 3_000)
    held = 0
    while plan.admits(f"{HOME}{held:01500d}"):
        plan.announce(f"{HOME}{held:01500d}", Witness.SITEMAP)
        held += 1
    assert held == 2


def test_unique_pages_without_end_have_an_end(plan, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_PAGES", 20)
    plan.announce(HOME, Witness.START)
    asked = 0
    while (line := plan.next()) is not None:
        asked += 1
        plan.announce(f"{HOME}{asked}", Witness.LINK, referrer=line.number)
        plan.announce(f"{HOME}again/{asked}", Witness.LINK, referrer=line.number)
        plan.hear_text(line, is_new=True)
        plan.settle(line, Outcome.POST)
    assert asked == 20
    assert plan.bounds.notes() == ["the harvest ended after 20 pages: --max-pages may name more"]


def test_links_are_followed_no_further_when_page_after_page_has_no_text(plan, monkeypatch):
    monkeypatch.setattr(bounds, "LONGEST_DROUGHT", 10)
    plan.announce(HOME, Witness.START)
    for number in range(100):
        plan.announce(f"{HOME}list/{number}", Witness.LINK)
    plan.announce(f"{HOME}named-by-the-feed", Witness.FEED)
    asked = []
    while (line := plan.next()) is not None:
        asked.append(line)
        plan.settle(line, Outcome.PAGE)
    assert len(asked) == 10
    assert any(line.named_by(Witness.FEED) for line in asked)
    assert plan.bounds.is_dry


def test_a_site_of_many_texts_may_have_many_pages_without(monkeypatch):
    monkeypatch.setattr(bounds, "LONGEST_DROUGHT", 10)
    counted = bounds.Bounds()
    for _ in range(30):
        counted.hear_text()
    for _ in range(59):
        counted.ask_page()
    assert not counted.is_dry


def test_sources_without_end_have_an_end(plan, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_SOURCES", 4)
    lines = [plan.announce(f"{HOME}comments/{number}", Witness.COMMENTS, kind=Kind.SOURCE) for number in range(6)]
    assert [line.outcome for line in lines] == [Outcome.WAITING] * 4 + [Outcome.LIMIT] * 2
    assert "left out" in plan.bounds.notes()[0]


def test_a_shape_whose_pages_only_repeat_others_is_followed_no_more(plan):
    shown = plan.announce(f"{HOME}s1a/a-post-of-some-length", Witness.LINK)
    for _ in range(100):
        plan.hear_text(shown, is_new=False)
    assert plan.announce(f"{HOME}s2b/another-post-of-length", Witness.LINK).outcome is Outcome.LIMIT
    assert plan.announce(f"{HOME}s3c/a-post-that-is-named", Witness.FEED).outcome is Outcome.WAITING
    plan.hear_text(shown, is_new=True)
    assert plan.announce(f"{HOME}s4d/a-third-post-of-it", Witness.LINK).outcome is Outcome.WAITING
