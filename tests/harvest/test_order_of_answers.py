"""No order of answers changes what a harvest keeps: on this rests that a harvest can be taken up where it was ended."""

import pytest

from blogforever.model.ledger import DiscoveredVia, Outcome
from tests.harvest.small_web import Crawled
from tests.harvest.tangled_site import HOME, plain_site, tangled_site

GUESSES = frozenset({DiscoveredVia.GUESS, DiscoveredVia.PAGINATION})


def ending(crawled):
    """All that a harvest found out. Guesses that came to nothing are left out: what is guessed depends on the way."""
    posts = {
        kept.key: (kept.post.url, sorted(kept.post.aliases), kept.witnesses, kept.from_feed, kept.post.title,
                   kept.post.content_text, kept.post.template, crawled.comments.get(kept.post.url))
        for kept in crawled.archive.posts.values()
    }  # fmt: skip
    ledger_entries = {
        ledger_entry.key: (
            ledger_entry.address,
            ledger_entry.outcome,
            ledger_entry.reason,
            ledger_entry.leads_to,
            ledger_entry.witnesses,
        )
        for ledger_entry in crawled.archive.ledger.values()
        if ledger_entry.outcome is not Outcome.FAILED or not GUESSES.issuperset(ledger_entry.witnesses)
    }
    return posts, ledger_entries


def untaught():
    """No feed: every rule comes from the pages themselves."""
    site, posts = plain_site()
    for address in [address for address in site.answers if "feed" in address or "sitemap" in address]:
        del site.answers[address]
    return site, posts


def other_endings():
    """A feed that names the posts by other endings than their pages have."""
    site, posts = plain_site()
    _, headers, feed = site.answers[f"{HOME}feed/"]
    for post in posts:
        feed = feed.replace(post.encode(), post.rstrip("/").encode() + b".php")
    site.answers[f"{HOME}feed/"] = (200, headers, feed)
    return site, posts


def old_theme():
    return plain_site(posts=24, old_theme="tables", old_posts=10)


@pytest.mark.parametrize(
    "make_site, orders",
    [
        (tangled_site, 5),
        (untaught, 2),
        (other_endings, 2),
        (old_theme, 2),
        pytest.param(tangled_site, 20, marks=pytest.mark.slow),
    ],
)
def test_no_order_of_answers_changes_the_end(make_site, orders):
    site, posts = make_site()
    first = Crawled(site, HOME)
    assert sorted(first.posts) == sorted(posts)
    for seed in range(orders):
        other = Crawled(site, HOME, seed=seed)
        assert ending(other) == ending(first)
        assert len(other.asked) == len(set(other.asked))


@pytest.mark.parametrize("make_site", [tangled_site, untaught, other_endings, old_theme])
def test_settling_again_changes_nothing(make_site):
    crawled = Crawled(make_site()[0], HOME)
    before = ending(crawled)
    crawled.harvest.finalize()
    assert ending(crawled) == before
