"""What a harvest fetches next, and what its ledger says in the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.address_pattern import AddressPattern
from blogforever.dom.page_links import PageLinks
from blogforever.frontier import plan as plan_module
from blogforever.frontier.lines import Kind, as_fate, end_of
from blogforever.frontier.plan import Plan
from blogforever.frontier.policy import NewPosts
from blogforever.frontier.scope import Scope
from blogforever.model.ledger import Outcome, Witness
from tests.frontier.addresses import ADDRESSES

B = "https://blog.example"


def make_plan(**wishes):
    plan = Plan(policy=NewPosts(), this_year=2026, **wishes)
    plan.scope = Scope(hosts=frozenset({"blog.example"}))
    return plan


def announce(plan, *paths, witness=Witness.LINK, **more):
    return [plan.announce(path if "://" in path else B + path, witness, **more) for path in paths]


def drain(plan, answer=lambda plan, line: plan.settle(line, Outcome.PAGE)):
    """The addresses in the order in which the plan asks for them."""
    asked = []
    while line := plan.next():
        asked.append(line.address)
        answer(plan, line)
    return [address.removeprefix(B) for address in asked]


def test_an_address_is_asked_once_however_it_is_spelled():
    plan = make_plan()
    spellings = [
        "/rain",
        "/rain/",
        "/rain.html",
        "/rain/index.html",
        "/rain?utm_source=x",
        "http://www.blog.example/rain#a",
    ]
    lines = announce(plan, *spellings)
    assert {line.number for line in lines} == {0}
    assert drain(plan) == ["/rain"]


def test_sources_come_before_posts_before_pages_before_media():
    plan = make_plan()
    plan.pattern = AddressPattern.of([f"{B}/2020/05/rain/", f"{B}/2021/06/snow/"])
    announce(plan, "/i.png", witness=Witness.MEDIA, kind=Kind.MEDIA)
    announce(plan, "/tag/rain/", "/2022/07/wind/")
    announce(plan, "/elsewhere", witness=Witness.FEED)
    announce(plan, "/sitemap.xml", witness=Witness.SITEMAP, kind=Kind.SOURCE)
    assert drain(plan) == ["/sitemap.xml", "/2022/07/wind/", "/elsewhere", "/tag/rain/", "/i.png"]


def test_a_page_that_waits_becomes_a_post_when_a_feed_names_it():
    plan = make_plan()
    announce(plan, "/a", "/b", "/c")
    announce(plan, "/c", witness=Witness.FEED)
    assert drain(plan) == ["/c", "/a", "/b"]


def not_found(plan, line):
    plan.fail(line, "there is nothing", status=404)


def test_another_spelling_is_tried_when_one_is_not_found():
    plan = make_plan()
    (line, *_) = announce(plan, "/rain", "/rain.html")
    assert drain(plan, lambda plan, line: line.address.endswith("html") or not_found(plan, line)) == [
        "/rain",
        "/rain.html",
    ]
    assert line.address == f"{B}/rain.html"


def test_a_spelling_that_comes_after_the_failure_is_tried_too_and_none_twice():
    plan = make_plan()
    (line,) = announce(plan, "/rain")
    assert drain(plan, not_found) == ["/rain"]
    for _ in range(3):
        announce(plan, "/rain/", "/rain")
        assert drain(plan, not_found) in (["/rain/"], [])
    assert line.outcome is Outcome.FAILED
    assert line.tries == 2


def test_spellings_without_end_are_not_all_tried():
    plan = make_plan()
    for number in range(50):
        announce(plan, f"/rain?b=1&a=2{'&' * number}", f"/rain{'/' * number}?a=2&b=1")
        drain(plan, not_found)
    assert plan.lines[0].tries <= 5


def test_what_fails_for_now_is_taken_up_again_at_the_end_and_at_most_twice():
    plan = make_plan()
    announce(plan, "/busy", "/b", "/c")

    def answer(plan, line):
        if "busy" in line.address:
            plan.fail(line, "busy", status=503, for_now=True)
        else:
            plan.settle(line, Outcome.PAGE)

    assert drain(plan, answer) == ["/busy", "/b", "/c", "/busy", "/busy"]
    assert plan.lines[0].outcome is Outcome.FAILED


def test_a_spelling_that_fails_for_now_is_not_given_up_for_another():
    plan = make_plan()
    announce(plan, "/rain", "/rain.php")
    tried = []

    def answer(plan, line):
        tried.append(line.address)
        if line.address.endswith("php"):
            not_found(plan, line)
        elif len(tried) == 1:
            plan.fail(line, "busy", status=503, for_now=True)
        else:
            plan.settle(line, Outcome.PAGE)

    assert drain(plan, answer) == ["/rain", "/rain"]
    assert plan.lines[0].outcome is Outcome.PAGE


def test_a_redirect_to_another_spelling_is_asked_by_that():
    plan = make_plan()
    (line,) = announce(plan, "/rain")
    assert plan.redirect(plan.next(), f"{B}/rain/", status=301) is line
    assert drain(plan) == ["/rain/"]
    assert line.outcome is Outcome.PAGE


@pytest.mark.parametrize("view", ["/rain;jsessionid=4711", "/rain?PHPSESSID=4711", "/rain/amp/"])
def test_a_redirect_to_a_view_of_the_same_page_is_followed(view):
    plan = make_plan()
    (line,) = announce(plan, "/rain")
    plan.redirect(plan.next(), B + view, status=302)
    assert drain(plan) == [view]
    assert line.outcome is Outcome.PAGE


def test_a_spelling_that_led_to_one_that_is_not_found_is_not_asked_again():
    plan = make_plan()
    announce(plan, "/folder")
    answer = lambda plan, line: (  # noqa: E731
        not_found(plan, line) if line.address.endswith("/") else plan.redirect(line, f"{line.address}/", status=301)
    )
    assert drain(plan, answer) == ["/folder", "/folder/"]
    announce(plan, "/folder")
    assert drain(plan, answer) == []


def test_redirects_without_end_end():
    plan = make_plan()
    announce(plan, "/rain")
    turns = drain(
        plan, lambda plan, line: plan.redirect(line, line.address.rstrip("/") + "/"[line.tries % 2 :], status=301)
    )
    assert len(turns) <= 12
    assert (plan.lines[0].outcome, plan.lines[0].reason) == (Outcome.FAILED, "redirects without end")


def test_a_circle_of_redirects_is_walked_once():
    plan = make_plan()
    announce(plan, "/a")
    ways = {"/a": "/b", "/b": "/c", "/c": "/a"}
    moved = lambda plan, line: plan.redirect(line, B + ways[line.address.removeprefix(B)], status=302)  # noqa: E731
    assert drain(plan, moved) == ["/a", "/b", "/c"]
    assert end_of(plan.lines[0], plan.lines) is None


@pytest.mark.parametrize("late", [False, True])
def test_who_names_an_address_names_what_it_leads_to(late):
    plan = make_plan()
    (old,) = announce(plan, "/old", witness=Witness.SITEMAP)
    if not late:
        announce(plan, "/old", witness=Witness.FEED)
    new = plan.redirect(plan.next(), f"{B}/new", status=301)
    newest = plan.redirect(plan.next(), f"{B}/newest", status=301)
    if late:
        announce(plan, "/old", witness=Witness.FEED)
    for line in (old, new, newest):
        assert line.named_by(Witness.FEED)
        assert line.named_by(Witness.SITEMAP)


@pytest.mark.parametrize("late", [False, True])
def test_who_names_a_view_of_a_page_names_the_page(late):
    plan = make_plan()
    announce(plan, "/rain/amp/")
    drain(plan) if late else None
    announce(plan, "/rain/amp/", witness=Witness.FEED)
    assert plan.known(f"{B}/rain").named_by(Witness.FEED)


def test_another_view_is_a_duplicate_that_leads_to_its_page():
    plan = make_plan()
    (view,) = announce(plan, "/rain/?replytocom=5&print=1")
    assert drain(plan) == ["/rain/"]
    fate = as_fate(view, plan.lines)
    assert (fate.outcome, fate.leads_to) == (Outcome.DUPLICATE, f"{B}/rain/")
    assert "of another page" in fate.reason


@pytest.mark.parametrize("address, outcome, reason", [
    ("https://other.example/", Outcome.OUTSIDE, "another host: other.example"),
    ("/cat.jpg", Outcome.NOT_A_PAGE, "a file: .jpg"),
    ("/2031/05/", Outcome.LIMIT, "a calendar: the year 2031"),
])  # fmt: skip
def test_what_is_not_asked_for_says_why(address, outcome, reason):
    plan = make_plan()
    (line,) = announce(plan, address)
    assert (line.outcome, line.reason, plan.next()) == (outcome, reason, None)


def test_glued_slashes_mean_one():
    plan = make_plan()
    announce(plan, "//2010//05/", "/2010/05/")
    assert drain(plan) == ["/2010/05/"]


def test_the_limit_counts_pages_and_leaves_media():
    plan = make_plan(max_pages=2)
    announce(plan, "/a", "/b", "/c")
    announce(plan, "/i.png", witness=Witness.MEDIA, kind=Kind.MEDIA)
    assert drain(plan) == ["/a", "/b", "/i.png"]
    assert plan.bounds.is_full
    assert plan.give_up(Outcome.LIMIT, "enough") == 1
    assert plan.known(f"{B}/c").reason == "enough"


def test_media_are_bounded(monkeypatch):
    monkeypatch.setattr(plan_module, "MOST_MEDIA", 3)
    plan = make_plan()
    lines = announce(plan, *[f"/{n}.png" for n in range(5)], witness=Witness.MEDIA, kind=Kind.MEDIA)
    assert [line.outcome for line in lines] == [Outcome.WAITING] * 3 + [Outcome.LIMIT] * 2
    assert lines[-1].reason == "more than 3 media files"


def test_links_outside_are_bounded(monkeypatch):
    monkeypatch.setattr(plan_module, "MOST_OUTSIDE", 10)
    plan = make_plan()
    (page,) = announce(plan, "/")
    plan.linked(page, PageLinks(links=tuple(f"https://n{n}.example/" for n in range(50))))
    assert len(plan.lines) == 11


def test_pages_of_a_list_are_predicted_when_nothing_else_waits():
    plan = make_plan()
    announce(plan, "/page/2/", "/page/3/", "/page/4/")

    def answer(plan, line):
        if line.address.endswith("/6/"):
            not_found(plan, line)
            return
        plan.linked(line, PageLinks(links=(f"{line.address}new",)))
        plan.settle(line, Outcome.PAGE)

    asked = [path for path in drain(plan, answer) if path.startswith("/page/") and "new" not in path]
    assert asked == ["/page/2/", "/page/3/", "/page/4/", "/page/5/", "/page/6/"]


def test_changes_are_told_once():
    plan = make_plan()
    announce(plan, "/a")
    assert [fate.outcome for fate in plan.changes()] == [Outcome.WAITING]
    assert list(plan.changes()) == []
    drain(plan)
    assert [fate.outcome for fate in plan.changes()] == [Outcome.PAGE]


WEB = [
    "/a", "/a/", "/a.html", "/b", "/b/amp/", "/b?print=1", "/c", "//c", "/2020/05/d", "/page/2", "/page/3", "/page/4",
    "/x.jpg", "https://other.example/", "http://www.blog.example/a", "/c;jsessionid=1",
]  # fmt: skip
PATHS = st.sampled_from(WEB)
WITNESSES = st.sampled_from([w for w in Witness if w is not Witness.MEDIA])
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
    plan = make_plan()
    site = {path if "://" in path else B + path: answer for path, answer in site.items()}
    for path, witness in announced:
        announce(plan, path, witness=witness)
    asked, under_way, turn = [], [], iter(turns)
    while True:
        while len(under_way) < 4 and (line := plan.next()):
            asked.append(line.address)
            under_way.append((line, line.address))
            assert len(asked) < 500
        if not under_way:
            break
        line, address = under_way.pop(next(turn, 0) % len(under_way))
        react(plan, line, *site.get(address, ("404", None)))
    for line in plan.lines:
        assert line.outcome is not Outcome.WAITING
        assert line.outcome not in {Outcome.FAILED, Outcome.OUTSIDE, Outcome.NOT_A_PAGE, Outcome.LIMIT} or line.reason
    again = {address for address, (kind, _) in site.items() if kind in {"503", "redirect"}}
    once = [address for address in asked if address not in again]
    reached_again = {B + to if "://" not in to else to for kind, to in site.values() if kind == "redirect"}
    assert all(once.count(address) == 1 for address in once if address not in reached_again)
    assert plan.next() is None


def react(plan, line, kind, more):
    if kind == "page":
        plan.linked(line, PageLinks(links=tuple(path if "://" in path else B + path for path in more)))
        plan.settle(line, Outcome.PAGE)
    elif kind == "redirect":
        plan.redirect(line, more if "://" in more else B + more, status=302)
    elif kind == "robots":
        plan.settle(line, Outcome.ROBOTS, "forbidden")
    else:
        plan.fail(line, "no", status=int(kind), for_now=kind == "503")


@given(st.lists(ADDRESSES, max_size=20), st.sampled_from(list(Kind)))
def test_any_string_can_be_announced(addresses, kind):
    plan = make_plan()
    for address in addresses:
        line = plan.announce(address, Witness.LINK, kind=kind)
        assert plan.announce(address, Witness.LINK, kind=kind) is line
    drain(plan)
    assert all(line.outcome is not Outcome.WAITING for line in plan.lines)


def test_redirects_that_always_lead_on_are_given_up():
    plan = make_plan()
    announce(plan, "/a")
    asked = drain(plan, lambda plan, line: plan.redirect(line, f"{B}/{'r' * len(plan.lines)}", status=302))
    assert len(asked) < 20
    assert plan.lines[-1].outcome is Outcome.FAILED
    assert plan.lines[-1].reason == "redirects without end"


def test_pages_that_only_name_the_next_of_their_kind_are_a_trap():
    plan = make_plan()
    announce(plan, "/cal/1")

    def lead_on(plan, line):
        plan.linked(line, PageLinks(links=(f"{B}/cal/{int(line.address.rpartition('/')[2]) + 1}",)))
        plan.settle(line, Outcome.PAGE)

    assert len(drain(plan, lead_on)) < 100
    assert plan.lines[-1].outcome is Outcome.LIMIT


def test_posts_that_only_name_the_next_post_are_all_fetched():
    plan = make_plan()
    announce(plan, "/1")

    def lead_on(plan, line):
        number = int(line.address.rpartition("/")[2])
        if number < 300:
            plan.linked(line, PageLinks(links=(f"{B}/{number + 1}",)))
        plan.settle(line, Outcome.POST)
        plan.confirm(line)

    assert len([path for path in drain(plan, lead_on) if path.strip("/").isdecimal()]) == 300
