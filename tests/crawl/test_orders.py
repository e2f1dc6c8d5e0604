"""No order of answers changes what a harvest keeps: on this rests that a harvest can be taken up where it was ended."""

import pytest

from blogforever.crawl.settling import settle
from blogforever.model.ledger import Outcome, Witness
from tests.crawl.small_web import Crawled
from tests.crawl.tangled_site import HOME, plain_site, tangled_site

GUESSES = frozenset({Witness.GUESS, Witness.PAGINATION})


def ending(crawled):
    """All that a harvest found out. Guesses that came to nothing are left out: what is guessed depends on the way."""
    posts = {
        kept.key: (kept.post.url, sorted(kept.post.aliases), kept.witnesses, kept.from_feed, kept.post.title,
                   kept.post.content_text, kept.post.template, crawled.comments.get(kept.post.url))
        for kept in crawled.archive.posts.values()
    }  # fmt: skip
    fates = {
        fate.key: (fate.address, fate.outcome, fate.reason, fate.leads_to, fate.witnesses)
        for fate in crawled.archive.fates.values()
        if fate.outcome is not Outcome.FAILED or not GUESSES.issuperset(fate.witnesses)
    }
    return posts, fates


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


@pytest.mark.parametrize("make_site", [tangled_site, untaught, other_endings, old_theme])
def test_no_order_of_answers_changes_the_end(make_site):
    site, posts = make_site()
    first = Crawled(site, HOME)
    assert sorted(first.posts) == sorted(posts)
    for seed in range(20 if make_site is tangled_site else 4):
        other = Crawled(site, HOME, seed=seed)
        assert ending(other) == ending(first)
        assert len(other.asked) == len(set(other.asked))


@pytest.mark.parametrize("make_site", [tangled_site, untaught, other_endings, old_theme])
def test_settling_again_changes_nothing(make_site):
    crawled = Crawled(make_site()[0], HOME)
    before = ending(crawled)
    settle(crawled.harvest)
    crawled.harvest.save()
    assert ending(crawled) == before
