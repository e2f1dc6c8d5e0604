"""What a harvest does about pages that need a browser, as far as that can be seen without one."""

import asyncio

import pytest
from scrapy.http import Response

from blogforever.crawl.browsing import Browsing
from blogforever.crawl.forgetful import Notebook
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.render_policy import ALWAYS, COMMENTS, SHELL, SHORT, RenderPolicy
from blogforever.dom.tree import parse_text
from blogforever.feeds.parse import parse_feed
from blogforever.frontier.lines import Kind, Line
from blogforever.model.harvest import Render, Wishes
from blogforever.model.ledger import Outcome
from blogforever.render.question import Question
from tests.crawl.small_web import Crawled, Site
from tests.crawl.test_discussions import HOME, POSTS, address_of, blog

WITHOUT_BROWSER = Wishes(media=False, browser="/no/such/browser")
SHELL_PAGE = '<!doctype html><title>Tide</title><div id="app"></div><script src="/app.js"></script>'
FIRST = address_of(0)
SERVICE = '<div id="disqus_thread"></div><script src="https://tide.disqus.com/embed.js"></script>'


def line_of(address):
    return Line(0, address.removeprefix("http://").rstrip("/"), address, Kind.POST)


def why(policy, html, address=FIRST):
    return policy.why(line_of(address), parse_text(html), may_be_post=True)


def article(number):
    return f"<!doctype html><article><h1>{POSTS[number].title}</h1>{POSTS[number].html}</article>"


def test_only_pages_that_need_it_are_shown_to_the_browser():
    policy = RenderPolicy(Render.AUTO)
    assert why(policy, article(0)) == ""
    assert why(policy, SHELL_PAGE).startswith(SHELL)
    assert why(policy, article(0) + SERVICE) == f"{COMMENTS}Disqus"
    assert {why(RenderPolicy(Render.NEVER), page) for page in (article(0), SHELL_PAGE)} == {""}
    assert {why(RenderPolicy(Render.ALWAYS), page) for page in (article(0), SHELL_PAGE)} == {ALWAYS}


def test_a_page_that_shows_less_than_its_feed_entry_is_one_of_them():
    policy = RenderPolicy(Render.AUTO)
    policy.expect(parse_feed(blog((0, 0, 0)).answers[f"{HOME}feed/"][2], address=f"{HOME}feed/"))
    teaser = "<!doctype html><article><h1>A title</h1><p>Two words, and more with a click.</p></article>"
    assert why(policy, article(1), address_of(1)) == ""
    assert why(policy, teaser, address_of(1)) == SHORT
    assert why(policy, teaser, address_of(9)) == "", "of older posts nobody knows yet"
    policy.learn(SHORT, gained=True, lost=False)
    assert why(policy, teaser, address_of(9)) == SHORT


def test_a_reason_that_brings_nothing_three_times_is_given_up():
    policy = RenderPolicy(Render.AUTO)
    for _ in range(3):
        assert why(policy, article(0) + SERVICE)
        policy.learn(f"{COMMENTS}Disqus", gained=False, lost=True)
    assert why(policy, article(0) + SERVICE) == ""
    assert why(policy, SHELL_PAGE), "another reason is another matter"
    assert policy.given_up() == [f"{COMMENTS}Disqus"]


def test_a_service_that_answers_is_asked_on_however_few_comments_it_has():
    policy = RenderPolicy(Render.AUTO)
    for _ in range(50):
        policy.learn(f"{COMMENTS}Isso", gained=False, lost=False)
    assert policy.given_up() == []


def test_without_a_browser_shells_are_kept_as_the_feed_tells_them_and_the_user_is_told():
    site = blog((0,) * 6)
    for number in range(6):
        site.page(address_of(number), SHELL_PAGE)
    crawled = Crawled(site, HOME, wishes=WITHOUT_BROWSER)
    assert sorted(crawled.posts) == [address_of(number) for number in range(6)]
    fate = crawled.fates[address_of(2)]
    assert fate.outcome is Outcome.FEED_ONLY
    assert "only a browser" in fate.reason
    assert crawled.posts[address_of(2)].title == POSTS[2].title
    (note,) = crawled.browser_notes
    assert note.startswith("6 pages were read without a browser (empty shell on 6): none was found.")


@pytest.mark.parametrize("render", [Render.AUTO, Render.NEVER])
def test_comments_left_to_a_service_that_nobody_heard_are_incomplete(render):
    site = blog((0,) * 4)
    for number in range(4):
        _, _, body = site.answers[address_of(number)]
        site.page(address_of(number), body.replace(b"</article>", b"</article>" + SERVICE.encode()))
    wishes = Wishes(media=False, browser="/no/such/browser", render=render)
    crawled = Crawled(site, HOME, wishes=wishes)
    assert [kept.complete for kept in crawled.archive.comments.values()] == [False] * 4


def test_a_page_behind_a_route_is_asked_for_once_and_is_a_copy_where_no_script_tells_them_apart():
    site = Site()
    links = "".join(f'<a href="#/part-{number}">{number}</a>' for number in range(5))
    site.page(HOME, f"<!doctype html><title>One page</title><article><h1>All</h1>{POSTS[0].html}{links}</article>")
    crawled = Crawled(site, HOME, wishes=WITHOUT_BROWSER)
    copies = [fate for fate in crawled.fates.values() if "#/part-" in fate.address]
    assert len(copies) == 5
    assert {fate.outcome for fate in copies} == {Outcome.DUPLICATE}


@pytest.mark.parametrize(
    "method, address, is_asked",
    [
        ("GET", "http://192.168.1.5:8080/api", True),
        ("POST", "http://192.168.1.5/api", True),
        ("GET", "https://comments.example/api", True),
        ("DELETE", "http://192.168.1.5/api", False),
        ("PUT", "https://comments.example/api", False),
        ("GET", "http://192.168.1.1/admin", False),
        ("GET", "http://169.254.169.254/latest", False),
        ("GET", "http://localhost/", False),
    ],
)
def test_scripts_of_a_page_may_ask_as_a_reader_would_and_in_a_private_network_only_the_blog(method, address, is_asked):
    asked = []

    async def download(request):
        asked.append((request.method, request.url))
        return Response(request.url, status=200, body=b"ok")

    harvest = Harvest("http://192.168.1.5/", Wishes(), Notebook(), this_year=2026)
    browsing = Browsing(harvest, download, lambda: False)
    given = asyncio.run(browsing._answer(Question(address=address, method=method)))
    assert (given is not None) == is_asked
    assert asked == [(method, address)] * is_asked


def test_redirects_of_a_question_are_followed_as_a_browser_would():
    asked = []

    async def download(request):
        asked.append((request.method, request.url, request.body))
        codes = {"/a": (307, "/b"), "/b": (302, "/c")}
        status, to = codes.get(request.url.removeprefix("https://comments.example"), (200, ""))
        return Response(request.url, status=status, headers={"Location": to} if to else {}, body=b"ok")

    browsing = Browsing(Harvest(HOME, Wishes(), Notebook(), this_year=2026), download, lambda: False)
    question = Question(address="https://comments.example/a", method="POST", body=b"x")
    assert asyncio.run(browsing._answer(question)).status == 200
    assert [(method, body) for method, _, body in asked] == [("POST", b"x"), ("POST", b"x"), ("GET", b"")]
