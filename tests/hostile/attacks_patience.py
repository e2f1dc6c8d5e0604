"""Hosts that reset, hang, drip or want to be left alone: neither given up too soon nor waited for too long."""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Answer, address, respond, serving

STOPPED_BY_A_LIMIT = 5
UNREACHABLE = 4
_KEPT = f"{POSTS} posts"
_MINUTE = 55.0
"""Whoever waits for the answer, or for the delay, is not done by then."""


def _reset(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def _hang(_handler: BaseHTTPRequestHandler) -> None:
    time.sleep(60)


def _drip(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    for _ in range(600):
        handler.wfile.write(b"x")
        time.sleep(0.1)


@contextmanager
def _silent_host() -> Iterator[int]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        kept: list[socket.socket] = []

        def take() -> None:
            while True:
                try:
                    kept.append(listening.accept()[0])
                except OSError:
                    return

        taking = threading.Thread(target=take, daemon=True)
        taking.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        taking.join()
        for one in kept:
            one.close()


@attack("patience", "ten addresses of a sane blog that reset the connection")
def resetting_addresses(ground: Ground) -> None:
    with hostile_blog({f"/broken/{number}": _reset for number in range(10)}) as (home, _):
        run = ground.harvest(home)
    assert run.code == 0, run.errors
    assert _KEPT in run.output


@attack("patience", "pictures on a host that takes connections and never speaks", repeats=True)
def silent_media_host(ground: Ground) -> None:
    with _silent_host() as port:
        pictures = "".join(f"<p><img src='http://127.0.0.1:{port}/{number}.jpg'></p>" for number in range(6))
        with hostile_blog({}, in_posts=pictures) as (home, _):
            run = ground.harvest(home, "--timeout", 2, "--ignore-robots", within=_MINUTE)
    assert run.code == 0
    assert _KEPT in run.output


@attack("patience", "pictures that hang on a host whose robots.txt answers")
def hanging_pictures(ground: Ground) -> None:
    with serving({"/robots.txt": respond(404), "*": _hang}) as media:
        pictures = "".join(f"<p><img src='{address(media, f'/{number}.jpg')}'></p>" for number in range(6))
        with hostile_blog({}, in_posts=pictures) as (home, _):
            run = ground.harvest(home, "--timeout", 2, within=_MINUTE)
    assert run.code == 0
    assert _KEPT in run.output


@attack("patience", "a media file that falls silent in the middle", slow=True)
def silent_body(ground: Ground) -> None:
    def begins(handler: BaseHTTPRequestHandler) -> None:
        respond(200, b"ID3", Content_Length="1000000", Content_Type="audio/mpeg")(handler)
        time.sleep(60)

    media = "<p><audio src='/a.mp3'></audio></p>"
    with hostile_blog({"/a.mp3": begins}, links=False, in_posts=media) as (home, _):
        run = ground.harvest(home, "--timeout", 2, within=_MINUTE)
    assert run.code == 0


@attack("patience", "a Retry-After of one hour on a page of the blog", slow=True)
def wait_an_hour(ground: Ground) -> None:
    wanted = respond(429, "enough", Retry_After="3600")
    with hostile_blog({"/tired": wanted}) as (home, server):
        run = ground.harvest(home)
        assert run.code == STOPPED_BY_A_LIMIT, run.errors
        assert "asked to be left alone until" in run.output + run.errors
        asked = list(server.asked)
        assert asked[-1] == "/tired" or asked[-2] == "/tired"
        again = ground.harvest(home)
        assert again.code == UNREACHABLE
        assert "asked to be left alone until" in again.errors
        assert server.asked == asked


def _in_time(name: str, answer: Answer, *, media: bool = False) -> None:
    @attack("time limit", name, slow=True)
    def run_out(ground: Ground) -> None:
        picture = "<p><img src='/slow'></p>" if media else ""
        with hostile_blog({"/slow": answer}, links=not media, in_posts=picture) as (home, _):
            run = ground.harvest(home, "--max-time", 12, within=_MINUTE)
        assert run.code == STOPPED_BY_A_LIMIT, run.errors
        assert "posts" in run.output


_in_time("a page that hangs", _hang)
_in_time("a page that drips", _drip)
_in_time("a picture that drips", _drip, media=True)
_in_time("a Retry-After of four minutes", respond(503, Retry_After="240"))


@attack("time limit", "a Crawl-delay of a minute")
def long_delay(ground: Ground) -> None:
    rules = respond(200, "User-agent: *\nCrawl-delay: 60\n", Content_Type="text/plain")
    with hostile_blog({"/robots.txt": rules}) as (home, _):
        run = ground.blogforever("harvest", home, "--archive", ground.archive, "--max-time", 4, within=_MINUTE)
    assert run.code == STOPPED_BY_A_LIMIT


@attack("redirects", "ten thousand redirects to ever new addresses")
def endless_redirects(ground: Ground) -> None:
    def onward(handler: BaseHTTPRequestHandler) -> None:
        respond(302, Location=f"/on/{time.monotonic_ns()}")(handler)

    site: dict[str, Answer] = {"/on/": onward}
    with hostile_blog(site) as (home, server):
        ways = server.RequestHandlerClass.site
        ways["*"] = lambda handler: (onward if handler.path.startswith("/on/") else respond(404))(handler)
        run = ground.harvest(home)
        steps = sum(path.startswith("/on/") for path in server.asked)
    assert run.code == 0
    assert _KEPT in run.output
    assert steps < 30


@attack("redirects", "two addresses that redirect to each other", repeats=True)
def redirect_loop(ground: Ground) -> None:
    with hostile_blog({"/one": respond(301, Location="/two"), "/two": respond(301, Location="/one")}) as (
        home,
        _,
    ):
        run = ground.harvest(home)
    assert run.code == 0
    assert _KEPT in run.output


@attack("broken answers", "a page that says it is longer than it is")
def too_short(ground: Ground) -> None:
    with hostile_blog({"/short": respond(200, "<p>only this</p>", Content_Length="5000")}) as (home, _):
        run = ground.harvest(home)
    assert run.code == 0
    assert _KEPT in run.output


@attack("broken answers", "a page that says it is shorter than it is", repeats=True)
def too_long(ground: Ground) -> None:
    with hostile_blog({"/long": respond(200, "<p>only this and more</p>", Content_Length="7")}) as (home, _):
        run = ground.harvest(home)
    assert run.code == 0
    assert _KEPT in run.output


@attack("patience", "a storm of answers 429 without Retry-After", slow=True)
def storm(ground: Ground) -> None:
    with hostile_blog({f"/busy/{number}": respond(429) for number in range(3)}) as (home, _):
        run = ground.harvest(home, within=400)
    assert run.code == 0
    assert _KEPT in run.output
