"""What the end of a harvest makes of its pages."""

import pytest

from blogforever.errors import NotABlog, Unreachable
from blogforever.model.harvest import HarvestOptions, State
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.post import Source
from tests.harvest.small_web import Crawled, Site
from tests.harvest.tangled_site import HOME, STUB, plain_site

CANONICAL = '<link rel="canonical" href="{}">'


def link_from_home(site, *addresses):
    change(site, HOME, "</body>", "".join(f'<a href="{address}">more</a>' for address in addresses) + "</body>")


def change(site, address, old, new):
    status, headers, body = site.answers[address]
    assert old.encode() in body
    site.answers[address] = (status, headers, body.replace(old.encode(), new.encode()))


def without_canonical(site, address):
    status, headers, body = site.answers[address]
    head, mark, rest = body.partition(b'<link rel="canonical"')
    site.answers[address] = (status, headers, head + rest.partition(b">")[2] if mark else body)


def test_the_same_bytes_are_kept_once_under_the_address_that_the_page_calls_its_own():
    site, posts = plain_site()
    copy = f"{HOME}c/"  # shorter, and met first
    without_canonical(site, posts[12])
    change(site, posts[12], "</head>", CANONICAL.format(posts[12]) + "</head>")
    site.page(copy, site.answers[posts[12]][2])
    link_from_home(site, copy)
    crawled = Crawled(site, HOME)
    assert sorted(crawled.posts) == sorted(posts)
    assert copy in crawled.posts[posts[12]].aliases
    ledger_entry = crawled.ledger_entries[copy]
    assert (ledger_entry.outcome, ledger_entry.reason, ledger_entry.leads_to) == (
        Outcome.DUPLICATE,
        "the same bytes",
        posts[12],
    )


def test_without_such_a_word_the_address_of_the_feed_is_kept():
    site, posts = plain_site()
    copy = f"{HOME}c/"
    without_canonical(site, posts[2])
    site.page(copy, site.answers[posts[2]][2])
    link_from_home(site, copy)
    crawled = Crawled(site, HOME)
    assert copy not in crawled.posts
    assert copy in crawled.posts[posts[2]].aliases


def test_the_same_text_in_other_surroundings_is_one_post():
    site, posts = plain_site()
    again = f"{HOME}again/and/again/"
    without_canonical(site, posts[12])
    site.page(again, site.answers[posts[12]][2].replace(b"</body>", b"<p>by the way</p></body>"))
    link_from_home(site, again)
    crawled = Crawled(site, HOME)
    assert again in crawled.posts[posts[12]].aliases
    assert (crawled.ledger_entries[again].reason, crawled.ledger_entries[again].leads_to) == (
        "the same post",
        posts[12],
    )


def test_pages_that_call_each_other_the_original_are_kept_once():
    site, posts = plain_site()
    again = f"{HOME}2008/01/again/"
    without_canonical(site, posts[12])
    site.page(again, site.answers[posts[12]][2])
    change(site, again, "</head>", CANONICAL.format(posts[12]) + "</head>")
    change(site, posts[12], "</head>", CANONICAL.format(again) + "</head>")
    link_from_home(site, again)
    crawled = Crawled(site, HOME)
    assert len(crawled.posts) == len(posts)


def test_a_theme_that_calls_every_page_by_one_address_loses_no_post():
    site, posts = plain_site()
    for address in posts:
        without_canonical(site, address)
        change(site, address, "</head>", CANONICAL.format(posts[-1]) + "</head>")
    assert sorted(Crawled(site, HOME).posts) == sorted(posts)


def test_redirects_and_stubs_become_aliases():
    site, posts = plain_site()
    site.moved(f"{HOME}?p=5", f"{HOME}short/5/")
    site.moved(f"{HOME}short/5/", posts[5])
    for path in ("stub/", "other-stub/"):
        site.page(HOME + path, STUB.format(to=posts[5]))
    link_from_home(site, f"{HOME}?p=5", f"{HOME}stub/", f"{HOME}other-stub/")
    crawled = Crawled(site, HOME)
    aliases = {f"{HOME}?p=5", f"{HOME}short/5/", f"{HOME}stub/", f"{HOME}other-stub/"}
    assert aliases <= set(crawled.posts[posts[5]].aliases)
    assert {crawled.ledger_entries[alias].outcome for alias in aliases} == {Outcome.REDIRECT}


def test_a_page_that_reloads_itself_in_another_spelling_is_read():
    site, posts = plain_site()
    change(site, posts[5], "</head>", f'<meta http-equiv="refresh" content="5; url={posts[5]}index.html"></head>')
    site.answers[f"{posts[5]}index.html"] = site.answers[posts[5]]
    crawled = Crawled(site, HOME)
    assert len(crawled.posts) == len(posts)
    assert sum(posts[5] in address for address in crawled.asked) == 2


def test_a_stub_that_leads_to_its_own_other_spelling_is_followed():
    site, posts = plain_site()
    secure = posts[5].replace("http:", "https:")
    site.answers[secure] = site.answers[posts[5]]
    site.page(posts[5], STUB.format(to=secure))
    assert secure in Crawled(site, HOME).posts


def test_a_post_that_sends_its_readers_to_another_site_is_kept_as_it_stands_here():
    site, posts = plain_site()
    far = "https://elsewhere.example/rain/"
    for address in posts[5:7]:
        change(site, address, "</head>", f'<meta http-equiv="refresh" content="0; url={far}"></head>')
    change(site, posts[6], "</head>", CANONICAL.format(far) + "</head>")
    crawled = Crawled(site, HOME)
    assert sorted(crawled.posts) == sorted(posts)
    assert far not in crawled.asked


def test_an_entry_whose_page_is_gone_is_kept_from_the_feed():
    site, posts = plain_site()
    site.gone(posts[2])
    crawled = Crawled(site, HOME)
    (kept,) = [kept for kept in crawled.archive.posts.values() if kept.from_feed]
    assert (kept.post.url, kept.status_code) == (posts[2], 410)
    assert {one.value_from for one in kept.post.evidence.values()} == {Source.FEED}
    assert crawled.ledger_entries[posts[2]].outcome is Outcome.FEED_ONLY
    assert crawled.ledger_entries[posts[2]].reason.startswith("only the feed has it: ")


@pytest.mark.parametrize("where", ["gone/", "https://elsewhere.example/", "round/"])
def test_so_is_one_whose_address_only_leads_to_nothing(where):
    site, posts = plain_site()
    site.moved(posts[2], where if "://" in where else HOME + where)
    site.moved(f"{HOME}round/", posts[2])
    crawled = Crawled(site, HOME)
    assert [kept.post.url for kept in crawled.archive.posts.values() if kept.from_feed] == [posts[2]]


def test_a_post_that_was_kept_for_now_and_is_none_is_dropped():
    site, posts = plain_site()
    change(site, f"{HOME}feed/", f"<link>{posts[2]}</link>", f"<link>{HOME}</link>")
    crawled = Crawled(site, HOME)
    assert crawled.ledger_entries[HOME].outcome in {Outcome.LIST, Outcome.PAGE}
    assert DiscoveredVia.FEED in crawled.ledger_entries[HOME].witnesses
    assert sorted(crawled.posts) == sorted(posts)


def test_posts_of_an_old_theme_have_a_template_of_their_own():
    site, posts = plain_site(posts=24, old_theme="tables", old_posts=10)
    kept = Crawled(site, HOME).posts
    new, old = ({kept[post].template for post in some} for some in (posts[:14], posts[14:]))
    assert len(kept) == 24
    assert None not in new | old
    assert new.isdisjoint(old)


def test_a_blog_without_a_feed_is_read_by_what_its_pages_share():
    site, posts = plain_site()
    del site.answers[f"{HOME}feed/"]
    crawled = Crawled(site, HOME)
    assert sorted(crawled.posts) == sorted(posts)
    assert "no feed teaches rules: they were learned from pages that look alike" in crawled.harvest.profile.notes


def test_a_feed_that_names_its_posts_by_other_addresses_still_teaches():
    site, posts = plain_site()
    for post in posts:
        if post.encode() in site.answers[f"{HOME}feed/"][2]:
            change(site, f"{HOME}feed/", post, post.rstrip("/") + ".php")
    crawled = Crawled(site, HOME)
    assert sorted(crawled.posts) == sorted(posts)
    assert "the feed names its posts by other addresses than the pages" in crawled.harvest.profile.notes
    assert {post.template for post in crawled.posts.values()} == {crawled.archive.rules.templates[0].name}


def test_a_blog_can_be_named_by_its_feed():
    site, posts = plain_site()
    crawled = Crawled(site, f"{HOME}feed/")
    assert sorted(crawled.posts) == sorted(posts)
    assert crawled.ledger_entries[f"{HOME}feed/"].outcome is Outcome.FEED
    assert DiscoveredVia.START in crawled.ledger_entries[HOME].witnesses


def test_a_sitemap_that_moved_is_still_a_sitemap():
    site, posts = plain_site()
    site.answers[f"{HOME}hidden/map.xml"] = site.answers[f"{HOME}sitemap.xml"]
    site.moved(f"{HOME}sitemap.xml", f"{HOME}hidden/map.xml")
    crawled = Crawled(site, HOME)
    assert crawled.ledger_entries[f"{HOME}hidden/map.xml"].outcome is Outcome.SITEMAP
    assert DiscoveredVia.SITEMAP in crawled.ledger_entries[posts[0]].witnesses


def test_media_of_posts_are_kept_and_those_of_no_posts_are_not():
    site, _ = plain_site()
    change(site, f"{HOME}about/", "<p>", '<p><img src="/media/shed.png">')
    site.page(f"{HOME}media/shed.png", b"\x89PNG", "image/png")
    crawled = Crawled(site, HOME, options=HarvestOptions())
    assert crawled.archive.media
    assert f"{HOME}media/shed.png" not in crawled.archive.media
    assert {
        ledger_entry.outcome
        for ledger_entry in crawled.ledger_entries.values()
        if DiscoveredVia.MEDIA in ledger_entry.witnesses
    } == {Outcome.MEDIA}


def test_the_report_says_who_knew_of_the_posts_and_what_is_missing():
    site, posts = plain_site()
    site.gone(posts[10])
    harvest = Crawled(site, HOME).harvest
    end = harvest.report(State.DONE, 1.234)
    assert (end.posts, end.from_feed, end.seconds) == (15, 0, 1.23)
    assert end.known_by[DiscoveredVia.FEED] == 8
    assert [missing.address for missing in end.missing] == [posts[10]]
    assert harvest.close(end) is None


def test_a_site_without_posts_is_refused_with_what_was_tried():
    site = Site()
    site.page(HOME, "<title>Shop</title><p>Buy <a href='/bread/'>bread</a>.</p>")
    site.page(f"{HOME}bread/", "<title>Bread</title><p>3 euros</p>")
    harvest = Crawled(site, HOME).harvest
    error = harvest.close(harvest.report(State.DONE, 1))
    assert isinstance(error, NotABlog)
    assert "no feed was found" in str(error)


@pytest.mark.parametrize("home, problem", [
    ((404, {"Content-Type": "text/html"}, b"nothing"), "404"),
    ((301, {"Location": HOME}, b""), "redirects without end"),
    ((200, {"Content-Type": "text/html"}, b"<p>Password <input type='password'>"), "login form"),
])  # fmt: skip
def test_a_home_page_that_cannot_be_read_says_why(home, problem):
    site = Site({HOME: home})
    with pytest.raises(Unreachable, match=problem):
        Crawled(site, HOME)
