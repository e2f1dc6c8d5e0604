"""What a harvest does about pages that need a browser, as far as that can be seen without one."""

import asyncio
from datetime import UTC, datetime

import pytest
from scrapy.http import Response

from blogforever.crawl.browser_bridge import BrowserBridge
from blogforever.crawl.middlewares.private_networks import OF_SCRIPT
from blogforever.crawl.page_requests import PageRequests
from blogforever.dom.tree import parse_text
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.harvest.engine import Harvest
from blogforever.harvest.render_policy import Need, RenderPolicy, RenderReason
from blogforever.model.harvest import HarvestOptions, Render
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.rendering import MISSING_ANSWERS, Rendering
from blogforever.render.browser_request import BrowserRequest
from blogforever.sources.feeds.parse import parse_feed
from blogforever.store.ports.in_memory import InMemoryCaptures, InMemoryRecords
from tests.harvest.commented_blog import HOME, POSTS, address_of, blog, comment_html
from tests.harvest.small_web import Crawled, Site

WITHOUT_BROWSER = HarvestOptions(media=False, browser="/no/such/browser")
SHELL_PAGE = '<!doctype html><title>Tide</title><div id="app"></div><script src="/app.js"></script>'
FIRST = address_of(0)
SERVICE = '<div id="disqus_thread"></div><script src="https://tide.disqus.com/embed.js"></script>'


def line_of(address):
    return FrontierUrl(0, address.removeprefix("http://").rstrip("/"), address, Kind.POST)


def why(policy, html, address=FIRST):
    reason = policy.why(line_of(address), parse_text(html), may_be_post=True)
    return str(reason) if reason else ""


def article(number):
    return f"<!doctype html><article><h1>{POSTS[number].title}</h1>{POSTS[number].html}</article>"


def test_only_pages_that_need_it_are_shown_to_the_browser():
    policy = RenderPolicy(Render.AUTO)
    assert why(policy, article(0)) == ""
    assert why(policy, SHELL_PAGE).startswith(Need.SHELL)
    assert why(policy, article(0) + SERVICE) == "comments by Disqus"
    assert {why(RenderPolicy(Render.NEVER), page) for page in (article(0), SHELL_PAGE)} == {""}
    assert {why(RenderPolicy(Render.ALWAYS), page) for page in (article(0), SHELL_PAGE)} == {Need.ALWAYS}


def test_a_page_that_shows_less_than_its_feed_entry_is_one_of_them():
    policy = RenderPolicy(Render.AUTO)
    policy.expect(parse_feed(blog((0, 0, 0)).answers[f"{HOME}feed/"][2], address=f"{HOME}feed/"))
    teaser = "<!doctype html><article><h1>A title</h1><p>Two words, and more with a click.</p></article>"
    assert why(policy, article(1), address_of(1)) == ""
    assert why(policy, teaser, address_of(1)) == Need.SHORT
    assert why(policy, teaser, address_of(9)) == "", "of older posts nobody knows yet"
    policy.learn(RenderReason(Need.SHORT), gained=True, lost=False)
    assert why(policy, teaser, address_of(9)) == Need.SHORT


def test_a_reason_that_brings_nothing_three_times_is_given_up():
    policy = RenderPolicy(Render.AUTO)
    for _ in range(3):
        assert why(policy, article(0) + SERVICE)
        policy.learn(RenderReason(Need.COMMENTS, "Disqus"), gained=False, lost=True)
    assert why(policy, article(0) + SERVICE) == ""
    assert why(policy, SHELL_PAGE), "another reason is another matter"
    assert policy.given_up() == ["comments by Disqus"]


def test_a_service_that_answers_is_asked_on_however_few_comments_it_has():
    policy = RenderPolicy(Render.AUTO)
    for _ in range(50):
        policy.learn(RenderReason(Need.COMMENTS, "Isso"), gained=False, lost=False)
    assert policy.given_up() == []


def test_without_a_browser_shells_are_kept_as_the_feed_tells_them_and_the_user_is_told():
    site = blog((0,) * 6)
    for number in range(6):
        site.page(address_of(number), SHELL_PAGE)
    crawled = Crawled(site, HOME, options=WITHOUT_BROWSER)
    assert sorted(crawled.posts) == [address_of(number) for number in range(6)]
    ledger_entry = crawled.ledger_entries[address_of(2)]
    assert ledger_entry.outcome is Outcome.FEED_ONLY
    assert "only a browser" in ledger_entry.reason
    assert crawled.posts[address_of(2)].title == POSTS[2].title
    (note,) = crawled.browser_notes
    assert note.startswith("6 pages were read without a browser (empty shell on 6): none was found.")


@pytest.mark.parametrize("render", [Render.AUTO, Render.NEVER])
def test_comments_left_to_a_service_that_nobody_heard_are_incomplete(render):
    site = blog((0,) * 4)
    for number in range(4):
        _, _, body = site.answers[address_of(number)]
        site.page(address_of(number), body.replace(b"</article>", b"</article>" + SERVICE.encode()))
    options = HarvestOptions(media=False, browser="/no/such/browser", render=render)
    crawled = Crawled(site, HOME, options=options)
    assert [kept.complete for kept in crawled.archive.comments.values()] == [False] * 4


def test_a_page_behind_a_route_is_asked_for_once_and_is_a_copy_where_no_script_tells_them_apart():
    site = Site()
    links = "".join(f'<a href="#/part-{number}">{number}</a>' for number in range(5))
    site.page(HOME, f"<!doctype html><title>One page</title><article><h1>All</h1>{POSTS[0].html}{links}</article>")
    crawled = Crawled(site, HOME, options=WITHOUT_BROWSER)
    copies = [ledger_entry for ledger_entry in crawled.ledger_entries.values() if "#/part-" in ledger_entry.address]
    assert len(copies) == 5
    assert {ledger_entry.outcome for ledger_entry in copies} == {Outcome.DUPLICATE}


@pytest.mark.parametrize(
    "method, address, is_asked",
    [
        ("POST", "http://192.168.1.5/api", True),
        ("GET", "https://comments.example/api", True),
        ("DELETE", "http://192.168.1.5/api", False),
        ("PUT", "https://comments.example/api", False),
    ],
)
def test_scripts_of_a_page_may_ask_as_a_reader_would_and_the_gate_knows_who_asks(method, address, is_asked):
    asked = []

    async def download(request):
        asked.append((request.method, request.url, request.meta[OF_SCRIPT]))
        return Response(request.url, status=200, body=b"ok")

    given = asyncio.run(PageRequests(download).answer(BrowserRequest(address=address, method=method)))
    assert (given is not None) == is_asked
    assert asked == [(method, address, True)] * is_asked


def test_redirects_of_a_question_are_followed_as_a_browser_would():
    asked = []

    async def download(request):
        asked.append((request.method, request.url, request.body))
        codes = {"/a": (307, "/b"), "/b": (302, "/c")}
        status, to = codes.get(request.url.removeprefix("https://comments.example"), (200, ""))
        return Response(request.url, status=status, headers={"Location": to} if to else {}, body=b"ok")

    question = BrowserRequest(address="https://comments.example/a", method="POST", body=b"x")
    assert asyncio.run(PageRequests(download).answer(question)).status == 200
    assert [(method, body) for method, _, body in asked] == [("POST", b"x"), ("POST", b"x"), ("GET", b"")]


@pytest.mark.parametrize("to", ["file:///etc/passwd", "http://[::bad", "http://", "/" + 9_000 * "a", "data:,x"])
def test_a_redirect_off_the_web_is_a_broken_answer(to):
    async def download(request):
        return Response(request.url, status=302, headers={"Location": to})

    assert asyncio.run(PageRequests(download).answer(BrowserRequest(address="https://comments.example/a"))) is None


ALLOWED = {"Access-Control-Allow-Origin": "https://blog.example"}
JSON = (("content-type", "application/json"),)


@pytest.mark.parametrize(
    "headers, is_given",
    [
        ({}, False),
        (ALLOWED, True),
        ({"Access-Control-Allow-Origin": "*"}, True),
        ({"Access-Control-Allow-Origin": "https://other.example"}, False),
        ({"Access-Control-Allow-Origin": "https://blog.example, *"}, False),
    ],
)
def test_a_script_reads_of_other_sites_what_they_let_it_read(headers, is_given):
    async def download(request):
        return Response(request.url, headers=headers, body=b"ok")

    question = BrowserRequest(address="https://comments.example/a", origin="https://blog.example")
    assert (asyncio.run(PageRequests(download).answer(question)) is not None) == is_given
    own = BrowserRequest(address="https://blog.example:443/a", origin="https://blog.example")
    opaque = BrowserRequest(address="https://comments.example/a", kind="script")
    assert asyncio.run(PageRequests(download).answer(own)) is not None
    assert asyncio.run(PageRequests(download).answer(opaque)) is not None


def test_a_redirect_to_another_site_is_read_only_if_that_site_lets_us():
    async def download(request):
        to = "https://secret.example/" if "blog.example" in request.url else ""
        return Response(request.url, status=302 if to else 200, headers={"Location": to} if to else {}, body=b"secret")

    question = BrowserRequest(address="https://blog.example/a", origin="https://blog.example", kind="fetch")
    assert asyncio.run(PageRequests(download).answer(question)) is None


@pytest.mark.parametrize(
    "granted, is_given",
    [
        ({}, False),
        (ALLOWED, False),
        ({**ALLOWED, "Access-Control-Allow-Headers": "Content-Type"}, True),
        ({**ALLOWED, "Access-Control-Allow-Headers": "*"}, True),
        ({"Access-Control-Allow-Headers": "*"}, False),
    ],
)
def test_what_a_browser_asks_leave_for_is_asked_of_the_server_first(granted, is_given):
    asked = []

    async def download(request):
        asked.append(request.method)
        return Response(request.url, headers=granted if request.method == "OPTIONS" else ALLOWED, body=b"ok")

    question = BrowserRequest(
        address="https://comments.example/a", method="POST", body=b"{}", headers=JSON, origin="https://blog.example"
    )
    assert (asyncio.run(PageRequests(download).answer(question)) is not None) == is_given
    assert asked == ["OPTIONS", "POST"][: 1 + is_given]


class TwoAtOnce:
    """Stands in for the browser: it shows two pages at the same time, and each asks for what `wants` names."""

    def __init__(self, wants):
        self._wants = wants
        self._both = asyncio.Barrier(2)

    async def render(self, address, original, *, fetch, reason):
        await self._both.wait()
        for wanted in self._wants[address]:
            await fetch(BrowserRequest(address=wanted))
        await self._both.wait()
        html = original.body.decode() + comment_html(0, 0) * (address != FIRST)
        return Rendering(address=address, at=datetime.now(UTC), html=html, reason=reason)


def test_a_page_is_not_blamed_for_what_its_neighbour_in_the_browser_could_not_get():
    whole, lacking = address_of(1), FIRST
    wants = {whole: ["https://comments.example/of-1"], lacking: ["https://comments.example/lost"]}

    async def download(request):
        return Response(request.url, status=503 if "lost" in request.url else 200, body=b"ok")

    harvest = Harvest(
        HOME, HarvestOptions(), InMemoryCaptures(), InMemoryRecords(), now=datetime(2026, 11, 16, tzinfo=UTC)
    )
    bridge = BrowserBridge(harvest, download, lambda: False)
    bridge._looked_for_browser, bridge._browser = True, TwoAtOnce(wants)
    targets = {address: harvest.frontier.announce(address, DiscoveredVia.FEED) for address in wants}

    async def show(address):
        body = (article(0) + SERVICE).encode()
        headers = {"Content-Type": "text/html"}
        return await bridge.show(targets[address], Response(address, status=200, headers=headers, body=body))

    async def show_both():
        await asyncio.gather(*map(show, wants))

    asyncio.run(show_both())
    assert harvest.pages.fully_loaded == {targets[whole].number}
    assert MISSING_ANSWERS not in harvest.captures.recall_rendering(whole).notes
