"""What a harvest fetches next, and what its ledger says in the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.page_links import PageLinks
from blogforever.frontier import frontier as frontier_module
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import Kind, as_ledger_entry, end_of
from blogforever.frontier.policy import NewPosts
from blogforever.frontier.scope import Scope
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.urls.pattern import UrlPattern
from tests.frontier.addresses import ADDRESSES

B = "https://blog.example"


def make_plan(**options):
    frontier = Frontier(policy=NewPosts(), this_year=2026, **options)
    frontier.scope = Scope(hosts=frozenset({"blog.example"}))
    return frontier


def announce(frontier, *paths, via=DiscoveredVia.LINK, **more):
    return [frontier.announce(path if "://" in path else B + path, via, **more) for path in paths]


def drain(frontier, answer=lambda frontier, target: frontier.settle(target, Outcome.PAGE)):
    """The addresses in the order in which the plan asks for them."""
    asked = []
    while target := frontier.next():
        asked.append(target.address)
        answer(frontier, target)
    return [address.removeprefix(B) for address in asked]


def test_an_address_is_asked_once_however_it_is_spelled():
    frontier = make_plan()
    spellings = [
        "/rain",
        "/rain/",
        "/rain.html",
        "/rain/index.html",
        "/rain?utm_source=x",
        "http://www.blog.example/rain#a",
    ]
    urls = announce(frontier, *spellings)
    assert {target.number for target in urls} == {0}
    assert drain(frontier) == ["/rain"]


def test_sources_come_before_posts_before_pages_before_media():
    frontier = make_plan()
    frontier.pattern = UrlPattern.of([f"{B}/2020/05/rain/", f"{B}/2021/06/snow/"])
    announce(frontier, "/i.png", via=DiscoveredVia.MEDIA, kind=Kind.MEDIA)
    announce(frontier, "/tag/rain/", "/2022/07/wind/")
    announce(frontier, "/elsewhere", via=DiscoveredVia.FEED)
    announce(frontier, "/sitemap.xml", via=DiscoveredVia.SITEMAP, kind=Kind.SOURCE)
    assert drain(frontier) == ["/sitemap.xml", "/2022/07/wind/", "/elsewhere", "/tag/rain/", "/i.png"]


def test_a_page_that_waits_becomes_a_post_when_a_feed_names_it():
    frontier = make_plan()
    announce(frontier, "/a", "/b", "/c")
    announce(frontier, "/c", via=DiscoveredVia.FEED)
    assert drain(frontier) == ["/c", "/a", "/b"]


def not_found(frontier, target):
    frontier.fail(target, "there is nothing", status=404)


def test_another_spelling_is_tried_when_one_is_not_found():
    frontier = make_plan()
    (target, *_) = announce(frontier, "/rain", "/rain.html")
    assert drain(frontier, lambda frontier, target: target.address.endswith("html") or not_found(frontier, target)) == [
        "/rain",
        "/rain.html",
    ]
    assert target.address == f"{B}/rain.html"


def test_a_spelling_that_comes_after_the_failure_is_tried_too_and_none_twice():
    frontier = make_plan()
    (target,) = announce(frontier, "/rain")
    assert drain(frontier, not_found) == ["/rain"]
    for _ in range(3):
        announce(frontier, "/rain/", "/rain")
        assert drain(frontier, not_found) in (["/rain/"], [])
    assert target.outcome is Outcome.FAILED
    assert target.tries == 2


def test_spellings_without_end_are_not_all_tried():
    frontier = make_plan()
    for number in range(50):
        announce(frontier, f"/rain?b=1&a=2{'&' * number}", f"/rain{'/' * number}?a=2&b=1")
        drain(frontier, not_found)
    assert frontier.urls[0].tries <= 5


def test_what_fails_for_now_is_taken_up_again_at_the_end_and_at_most_twice():
    frontier = make_plan()
    announce(frontier, "/busy", "/b", "/c")

    def answer(frontier, target):
        if "busy" in target.address:
            frontier.fail(target, "busy", status=503, for_now=True)
        else:
            frontier.settle(target, Outcome.PAGE)

    assert drain(frontier, answer) == ["/busy", "/b", "/c", "/busy", "/busy"]
    assert frontier.urls[0].outcome is Outcome.FAILED


def test_a_spelling_that_fails_for_now_is_not_given_up_for_another():
    frontier = make_plan()
    announce(frontier, "/rain", "/rain.php")
    tried = []

    def answer(frontier, target):
        tried.append(target.address)
        if target.address.endswith("php"):
            not_found(frontier, target)
        elif len(tried) == 1:
            frontier.fail(target, "busy", status=503, for_now=True)
        else:
            frontier.settle(target, Outcome.PAGE)

    assert drain(frontier, answer) == ["/rain", "/rain"]
    assert frontier.urls[0].outcome is Outcome.PAGE


def test_a_redirect_to_another_spelling_is_asked_by_that():
    frontier = make_plan()
    (target,) = announce(frontier, "/rain")
    assert frontier.redirect(frontier.next(), f"{B}/rain/", status=301) is target
    assert drain(frontier) == ["/rain/"]
    assert target.outcome is Outcome.PAGE


@pytest.mark.parametrize("view", ["/rain;jsessionid=4711", "/rain?PHPSESSID=4711", "/rain/amp/"])
def test_a_redirect_to_a_view_of_the_same_page_is_followed(view):
    frontier = make_plan()
    (target,) = announce(frontier, "/rain")
    frontier.redirect(frontier.next(), B + view, status=302)
    assert drain(frontier) == [view]
    assert target.outcome is Outcome.PAGE


def test_a_spelling_that_led_to_one_that_is_not_found_is_not_asked_again():
    frontier = make_plan()
    announce(frontier, "/folder")
    answer = lambda frontier, target: (  # noqa: E731
        not_found(frontier, target)
        if target.address.endswith("/")
        else frontier.redirect(target, f"{target.address}/", status=301)
    )
    assert drain(frontier, answer) == ["/folder", "/folder/"]
    announce(frontier, "/folder")
    assert drain(frontier, answer) == []


def test_redirects_without_end_end():
    frontier = make_plan()
    announce(frontier, "/rain")
    turns = drain(
        frontier,
        lambda frontier, target: frontier.redirect(
            target, target.address.rstrip("/") + "/"[target.tries % 2 :], status=301
        ),
    )
    assert len(turns) <= 12
    assert (frontier.urls[0].outcome, frontier.urls[0].reason) == (Outcome.FAILED, "redirects without end")


def test_a_circle_of_redirects_is_walked_once():
    frontier = make_plan()
    announce(frontier, "/a")
    ways = {"/a": "/b", "/b": "/c", "/c": "/a"}
    moved = lambda frontier, target: frontier.redirect(target, B + ways[target.address.removeprefix(B)], status=302)  # noqa: E731
    assert drain(frontier, moved) == ["/a", "/b", "/c"]
    assert end_of(frontier.urls[0], frontier.urls) is None


@pytest.mark.parametrize("late", [False, True])
def test_who_names_an_address_names_what_it_leads_to(late):
    frontier = make_plan()
    (old,) = announce(frontier, "/old", via=DiscoveredVia.SITEMAP)
    if not late:
        announce(frontier, "/old", via=DiscoveredVia.FEED)
    new = frontier.redirect(frontier.next(), f"{B}/new", status=301)
    newest = frontier.redirect(frontier.next(), f"{B}/newest", status=301)
    if late:
        announce(frontier, "/old", via=DiscoveredVia.FEED)
    for target in (old, new, newest):
        assert target.named_by(DiscoveredVia.FEED)
        assert target.named_by(DiscoveredVia.SITEMAP)


@pytest.mark.parametrize("late", [False, True])
def test_who_names_a_view_of_a_page_names_the_page(late):
    frontier = make_plan()
    announce(frontier, "/rain/amp/")
    drain(frontier) if late else None
    announce(frontier, "/rain/amp/", via=DiscoveredVia.FEED)
    assert frontier.known(f"{B}/rain").named_by(DiscoveredVia.FEED)


def test_another_view_is_a_duplicate_that_leads_to_its_page():
    frontier = make_plan()
    (view,) = announce(frontier, "/rain/?replytocom=5&print=1")
    assert drain(frontier) == ["/rain/"]
    ledger_entry = as_ledger_entry(view, frontier.urls)
    assert (ledger_entry.outcome, ledger_entry.leads_to) == (Outcome.DUPLICATE, f"{B}/rain/")
    assert "of another page" in ledger_entry.reason


@pytest.mark.parametrize("address, outcome, reason", [
    ("https://other.example/", Outcome.OUTSIDE, "another host: other.example"),
    ("/cat.jpg", Outcome.NOT_A_PAGE, "a file: .jpg"),
    ("/2031/05/", Outcome.LIMIT, "a calendar: the year 2031"),
])  # fmt: skip
def test_what_is_not_asked_for_says_why(address, outcome, reason):
    frontier = make_plan()
    (target,) = announce(frontier, address)
    assert (target.outcome, target.reason, frontier.next()) == (outcome, reason, None)


def test_glued_slashes_mean_one():
    frontier = make_plan()
    announce(frontier, "//2010//05/", "/2010/05/")
    assert drain(frontier) == ["/2010/05/"]


def test_the_limit_counts_pages_and_leaves_media():
    frontier = make_plan(max_pages=2)
    announce(frontier, "/a", "/b", "/c")
    announce(frontier, "/i.png", via=DiscoveredVia.MEDIA, kind=Kind.MEDIA)
    assert drain(frontier) == ["/a", "/b", "/i.png"]
    assert frontier.bounds.is_full
    assert frontier.give_up(Outcome.LIMIT, "enough") == 1
    assert frontier.known(f"{B}/c").reason == "enough"


def test_media_are_bounded(monkeypatch):
    monkeypatch.setattr(frontier_module, "MOST_MEDIA", 3)
    frontier = make_plan()
    urls = announce(frontier, *[f"/{n}.png" for n in range(5)], via=DiscoveredVia.MEDIA, kind=Kind.MEDIA)
    assert [target.outcome for target in urls] == [Outcome.WAITING] * 3 + [Outcome.LIMIT] * 2
    assert urls[-1].reason == "more than 3 media files"


def test_links_outside_are_bounded(monkeypatch):
    monkeypatch.setattr(frontier_module, "MOST_OUTSIDE", 10)
    frontier = make_plan()
    (page,) = announce(frontier, "/")
    frontier.linked(page, PageLinks(links=tuple(f"https://n{n}.example/" for n in range(50))))
    assert len(frontier.urls) == 11


def test_pages_of_a_list_are_predicted_when_nothing_else_waits():
    frontier = make_plan()
    announce(frontier, "/page/2/", "/page/3/", "/page/4/")

    def answer(frontier, target):
        if target.address.endswith("/6/"):
            not_found(frontier, target)
            return
        frontier.linked(target, PageLinks(links=(f"{target.address}new",)))
        frontier.settle(target, Outcome.PAGE)

    asked = [path for path in drain(frontier, answer) if path.startswith("/page/") and "new" not in path]
    assert asked == ["/page/2/", "/page/3/", "/page/4/", "/page/5/", "/page/6/"]


def test_changes_are_told_once():
    frontier = make_plan()
    announce(frontier, "/a")
    assert [ledger_entry.outcome for ledger_entry in frontier.changes()] == [Outcome.WAITING]
    assert list(frontier.changes()) == []
    drain(frontier)
    assert [ledger_entry.outcome for ledger_entry in frontier.changes()] == [Outcome.PAGE]


WEB = [
    "/a", "/a/", "/a.html", "/b", "/b/amp/", "/b?print=1", "/c", "//c", "/2020/05/d", "/page/2", "/page/3", "/page/4",
    "/x.jpg", "https://other.example/", "http://www.blog.example/a", "/c;jsessionid=1",
]  # fmt: skip
PATHS = st.sampled_from(WEB)
WITNESSES = st.sampled_from([w for w in DiscoveredVia if w is not DiscoveredVia.MEDIA])
ANSWERS = st.one_of(
    st.tuples(st.just("page"), st.lists(PATHS, max_size=4)),
    st.tuples(st.just("redirect"), PATHS),
    st.tuples(st.just("404"), st.none()),
    st.tuples(st.just("503"), st.none()),
    st.tuples(st.just("robots"), st.none()),
)


@given(
    st.lists(st.tuples(PATHS, WITNESSES), min_size=1, max_size=12),
    st.dictionaries(PATHS, ANSWERS),
    st.lists(st.integers(0, 3), max_size=60),
)
def test_whatever_a_site_answers_the_plan_ends_and_asks_no_address_twice(announced, site, turns):
    """A site always answers an address alike; answers come late and out of order."""
    frontier = make_plan()
    site = {path if "://" in path else B + path: answer for path, answer in site.items()}
    for path, via in announced:
        announce(frontier, path, via=via)
    asked, under_way, turn = [], [], iter(turns)
    while True:
        while len(under_way) < 4 and (target := frontier.next()):
            asked.append(target.address)
            under_way.append((target, target.address))
            assert len(asked) < 500
        if not under_way:
            break
        target, address = under_way.pop(next(turn, 0) % len(under_way))
        react(frontier, target, *site.get(address, ("404", None)))
    for target in frontier.urls:
        assert target.outcome is not Outcome.WAITING
        assert (
            target.outcome not in {Outcome.FAILED, Outcome.OUTSIDE, Outcome.NOT_A_PAGE, Outcome.LIMIT} or target.reason
        )
    again = {address for address, (kind, _) in site.items() if kind in {"503", "redirect"}}
    once = [address for address in asked if address not in again]
    reached_again = {B + to if "://" not in to else to for kind, to in site.values() if kind == "redirect"}
    assert all(once.count(address) == 1 for address in once if address not in reached_again)
    assert frontier.next() is None


def react(frontier, target, kind, more):
    if kind == "page":
        frontier.linked(target, PageLinks(links=tuple(path if "://" in path else B + path for path in more)))
        frontier.settle(target, Outcome.PAGE)
    elif kind == "redirect":
        frontier.redirect(target, more if "://" in more else B + more, status=302)
    elif kind == "robots":
        frontier.settle(target, Outcome.ROBOTS, "forbidden")
    else:
        frontier.fail(target, "no", status=int(kind), for_now=kind == "503")


@given(st.lists(ADDRESSES, max_size=20), st.sampled_from(list(Kind)))
def test_any_string_can_be_announced(addresses, kind):
    frontier = make_plan()
    for address in addresses:
        target = frontier.announce(address, DiscoveredVia.LINK, kind=kind)
        assert frontier.announce(address, DiscoveredVia.LINK, kind=kind) is target
    drain(frontier)
    assert all(target.outcome is not Outcome.WAITING for target in frontier.urls)


def test_redirects_that_always_lead_on_are_given_up():
    frontier = make_plan()
    announce(frontier, "/a")
    asked = drain(
        frontier, lambda frontier, target: frontier.redirect(target, f"{B}/{'r' * len(frontier.urls)}", status=302)
    )
    assert len(asked) < 20
    assert frontier.urls[-1].outcome is Outcome.FAILED
    assert frontier.urls[-1].reason == "redirects without end"


def test_pages_that_only_name_the_next_of_their_kind_are_a_trap():
    frontier = make_plan()
    announce(frontier, "/cal/1")

    def lead_on(frontier, target):
        frontier.linked(target, PageLinks(links=(f"{B}/cal/{int(target.address.rpartition('/')[2]) + 1}",)))
        frontier.settle(target, Outcome.PAGE)

    assert len(drain(frontier, lead_on)) < 100
    assert frontier.urls[-1].outcome is Outcome.LIMIT


def test_posts_that_only_name_the_next_post_are_all_fetched():
    frontier = make_plan()
    announce(frontier, "/1")

    def lead_on(frontier, target):
        number = int(target.address.rpartition("/")[2])
        if number < 300:
            frontier.linked(target, PageLinks(links=(f"{B}/{number + 1}",)))
        frontier.settle(target, Outcome.POST)
        frontier.confirm(target)

    assert len([path for path in drain(frontier, lead_on) if path.strip("/").isdecimal()]) == 300
