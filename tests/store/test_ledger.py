import pytest

from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.store.queries.ledger import summarise, why
from tests.store.archive import BLOG, post

FEED, SITEMAP, LINK = DiscoveredVia.FEED, DiscoveredVia.SITEMAP, DiscoveredVia.LINK


def ledger_entry(path, outcome=Outcome.POST, *witnesses, **more):
    return LedgerEntry(
        key=f"blog.example/{path}", address=f"https://blog.example/{path}", outcome=outcome, witnesses=witnesses, **more
    )


def test_why_tells_the_fate_of_an_address_in_all_its_spellings(archive):
    told = ledger_entry(
        "a", Outcome.ROBOTS, LINK, reason="Disallow: /a", status=None, leads_to=None, referrer=BLOG, hops=2
    )
    with archive.harvest() as records:
        records.write_ledger([told])
    with archive.reading() as database:
        (found,) = why(database, "http://www.blog.example/a/?utm_source=x#more")
        assert why(database, "https://blog.example/b") == ()
    assert (found.ledger_entry, found.blog, found.harvest, found.post) == (told, BLOG, records.harvest, None)


def test_why_names_the_post_that_is_kept_under_the_address_or_has_it_as_an_alias(archive):
    with archive.harvest() as records:
        records.keep_post(post(aliases=("https://blog.example/?p=1",)))
        records.write_ledger(
            [ledger_entry("a"), ledger_entry("?p=1", Outcome.REDIRECT, leads_to="https://blog.example/a")]
        )
    with archive.harvest("https://other.example/") as records:
        records.write_ledger([ledger_entry("a", Outcome.OUTSIDE)])
    with archive.reading() as database:
        here, there = why(database, "https://blog.example/a")
        (alias,) = why(database, "https://blog.example/?p=1")
    assert (here.post.key, here.is_alias, there.ledger_entry.outcome, there.post) == (
        "blog.example/a",
        False,
        Outcome.OUTSIDE,
        None,
    )
    assert (alias.post, alias.is_alias) == (here.post, True)


def test_why_knows_an_alias_that_no_ledger_names(archive):
    with archive.harvest() as records:
        records.keep_post(post(aliases=("https://blog.example/?p=1",)))
    with archive.reading() as database:
        (found,) = why(database, "https://blog.example/?p=1")
    assert (found.ledger_entry, found.is_alias, found.post.key) == (None, True, "blog.example/a")


def test_the_summary_counts_what_each_source_knows(archive):
    with archive.harvest() as records:
        records.write_ledger(
            [
                ledger_entry("1", Outcome.POST, FEED, SITEMAP),
                ledger_entry("2", Outcome.POST, SITEMAP, FEED),
                ledger_entry("3", Outcome.FEED_ONLY, FEED),
                ledger_entry("4", Outcome.POST, SITEMAP, LINK),
                ledger_entry("5", Outcome.LIST, LINK),
            ]
        )
    with archive.reading() as database:
        summary = summarise(database, BLOG)
    assert summary.outcomes == {Outcome.POST: 3, Outcome.FEED_ONLY: 1, Outcome.LIST: 1}
    assert summary.known_by == {FEED: 3, SITEMAP: 3, LINK: 1}
    assert summary.only_by == {FEED: 1}
    assert summary.overlap == {(FEED, SITEMAP): 2, (SITEMAP, LINK): 1}


@pytest.mark.parametrize(
    "days, months, undated",
    [
        (["2023-11-05", "2024-01-01", "2024-01-02T01:00:00Z"], [("2023-11", 1), ("2023-12", 0), ("2024-01", 2)], 0),
        (["2024-01-01", None, "2024", "2024-99-01"], [("2024-01", 1)], 3),
        (["0001-01-01", "9999-12-31"], [("0001-01", 1), ("9999-12", 1)], 0),
        ([], [], 0),
    ],
)
def test_the_summary_shows_months_without_posts(archive, days, months, undated):
    with archive.harvest() as records:
        for number, day in enumerate(days):
            records.keep_post(post(f"blog.example/{number}", published=day))
    with archive.reading() as database:
        summary = summarise(database, BLOG)
    assert (list(summary.months), summary.undated) == (months, undated)
