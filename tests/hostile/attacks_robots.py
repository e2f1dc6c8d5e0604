"""robots.txt that hides behind redirects, fails, hangs or never ends; and hosts that ask to be left alone."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import NOTHING, Answer, Quiet, address, respond, serving

UNREACHABLE = 4
_FORBIDDEN = [f"/private/{number}" for number in range(5)]
_PAGE = respond(200, "<title>A secret</title><p>Nobody was to fetch this.</p>")


@contextmanager
def _redirected_rules() -> Iterator[tuple[str, Quiet]]:
    """A blog whose rules lie behind three redirects, the last to another host and port."""
    rules = respond(200, "User-agent: *\nDisallow: /private/\nCrawl-delay: 3\n", Content_Type="text/plain")
    with serving({"/robots.txt": rules}) as other:
        third = respond(302, Location=address(other, "/robots.txt").replace("127.0.0.1", "localhost"))
        hostile = {
            "/robots.txt": respond(301, Location="/r1"),
            "/r1": respond(307, Location="/r2"),
            "/r2": third,
        }
        with hostile_blog(hostile | dict.fromkeys(_FORBIDDEN, _PAGE)) as blog:
            yield blog


@attack("robots.txt", "rules behind redirects over another host and port")
def redirected_rules(ground: Ground) -> None:
    with _redirected_rules() as (home, server):
        run = ground.harvest(home)
    assert run.code == 0
    assert f"{POSTS} posts" in run.output
    assert not set(server.asked) & set(_FORBIDDEN)


@attack("robots.txt", "a Crawl-delay behind redirects", slow=True)
def redirected_delay(ground: Ground) -> None:
    with _redirected_rules() as (home, server):
        ground.blogforever("harvest", home, "--archive", ground.archive, "--max-time", 30)
    after_rules = [path for path in server.asked if path not in {"/robots.txt", "/r1", "/r2"}]
    assert 2 <= len(after_rules) <= 11, "every three seconds one"


@attack("robots.txt", "redirects without end before the rules", repeats=True)
def endless_redirects(ground: Ground) -> None:
    def onward(handler: BaseHTTPRequestHandler) -> None:
        respond(302, Location=f"/robots.txt?{time.monotonic_ns()}")(handler)

    with hostile_blog({"/robots.txt": onward, "*": _onward_or_nothing(onward)}, links=False) as (home, server):
        run = ground.harvest(home)
        asked = [path for path in server.asked if path.startswith("/robots.txt")]
    assert run.code == 0
    assert len(asked) == 6


def _onward_or_nothing(onward: Answer) -> Answer:
    return lambda handler: (onward if handler.path.startswith("/robots.txt") else NOTHING)(handler)


def _reset(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser")
    handler.close_connection = True


def _hang(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.flush()
    time.sleep(30)


def _endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"# more and more and more\n" * 10_000)


def _unreadable(name: str, rules: Answer) -> Callable[[Ground], None]:
    @attack("robots.txt", f"the blog's own {name}")
    def own(ground: Ground) -> None:
        with hostile_blog({"/robots.txt": rules}) as (home, server):
            run = ground.harvest(home, "--timeout", 2, within=90)
            asked = set(server.asked)
        assert run.code == UNREACHABLE
        assert asked == {"/robots.txt"}
        assert "its robots.txt cannot be read" in run.errors
        assert "ry again later" in run.errors

    return own


own_reset = _unreadable("robots.txt breaks off", _reset)
own_hang = _unreadable("robots.txt hangs", _hang)
own_endless = _unreadable("robots.txt never ends", _endless)
own_is_file = _unreadable("robots.txt redirects to a local file", respond(302, Location="file:///etc/passwd"))


@attack("robots.txt", "the blog's own robots.txt is a server error", slow=True)
def own_error(ground: Ground) -> None:
    with hostile_blog({"/robots.txt": respond(500)}) as (home, server):
        run = ground.harvest(home, within=90)
    assert run.code == UNREACHABLE
    assert set(server.asked) == {"/robots.txt"}


@attack("robots.txt", "a media host whose robots.txt cannot be read")
def media_host_without_rules(ground: Ground) -> None:
    picture = respond(200, b"GIF89a", Content_Type="image/gif")
    with serving({"/robots.txt": _reset, "*": picture}) as media:
        picture_there = f"<p><img src='{address(media, '/a.gif')}'></p>"
        with hostile_blog({}, in_posts=picture_there) as (home, _):
            run = ground.harvest(home)
        asked = set(media.asked)
    assert run.code == 0
    assert asked == {"/robots.txt"}
    assert "its robots.txt cannot be read" in run.output + run.errors
    assert f"{POSTS} posts" in run.output


@attack("robots.txt", "rules at the end of more than a megabyte that ends", repeats=True)
def long_rules(ground: Ground) -> None:
    rules = "User-agent: *\nDisallow: /private/\n" + "# nothing\n" * 150_000 + "Disallow: /\n"
    hostile = {"/robots.txt": respond(200, rules, Content_Type="text/plain"), **dict.fromkeys(_FORBIDDEN, _PAGE)}
    with hostile_blog(hostile) as (home, server):
        run = ground.harvest(home)
        asked = set(server.asked)
    assert run.code == 0
    assert not asked & set(_FORBIDDEN)
