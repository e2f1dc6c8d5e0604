"""Answers whose head never ends, or whose chunks bring more wrapping than body."""

from itertools import count

from tests.hostile.archive_search import ledger_entries, posts
from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import PICTURES, POSTS, hostile_blog
from tests.loopback import Answer, respond

_MUCH_MEMORY = 300.0
_LINE = b"X-More: " + b"x" * 1_000 + b"\r\n"
_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def _endless(head: bytes, more: bytes) -> Answer:
    def answer(handler) -> None:
        handler.wfile.write(head)
        for _ in count():
            handler.wfile.write(more)

    return answer


@attack("endless answers", "heads without end: lines, one line, 1xx answers, chunk extensions, trailers")
def endless_heads(ground: Ground) -> None:
    chunked = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
    heads = {
        "/lines": _endless(_OK, _LINE * 60),
        "/short-lines": _endless(_OK, b"a:\r\n" * 10_000),
        "/folded": _endless(_OK + b"X-Folded: 1\r\n", b" more of the same\r\n" * 4_000),
        "/one-line": _endless(_OK + b"X-Long: ", b"x" * 60_000),
        "/status-line": _endless(b"HTTP/1.1 200 ", b"x" * 60_000),
        "/before": _endless(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 1_000),
    }
    bodies = {
        "/extension": _endless(chunked + b"5;", b"x" * 60_000),
        "/trailers": _endless(chunked + b"5\r\nhello\r\n0\r\n", _LINE * 60),
        "/malformed": _endless(chunked, b"zz\r\n" * 1_000),
    }
    with hostile_blog({**heads, **bodies}) as (home, _):
        run = ground.harvest(home, "--timeout", 20)
    assert run.code == 0, run.errors
    assert run.peak_mb < _MUCH_MEMORY
    assert "Traceback" not in run.errors
    assert posts(ground.archive) == POSTS
    told = ledger_entries(ground.archive)
    for path in heads:
        assert told[home.rstrip("/") + path] == "failed: the head of the answer has no end"
    for path in bodies:
        assert told[home.rstrip("/") + path] == "failed: the answer is malformed"


@attack("hostile redirects", "redirects to what no address is")
def odd_redirects(ground: Ground) -> None:
    places = {
        "bad-ipv6": b"http://[::bad",
        "bad-ipv6-too": b"http://[127.0.0.1]/",
        "long": b"/" + b"a" * 100_000,
        "control": b"/a\x01\x02\x00b",
        "no-host": b"http:///path",
        "no-host-too": b"http://",
        "port": b"http://127.0.0.1:99999999/",
        "port-too": b"http://127.0.0.1:port/",
        "space": b"http://a b/",
        "user": b"http://user:password@/",
        "empty": b"",
        "utf-8": "/ümlaut".encode(),
        "latin-1": "/ümlaut-2".encode("latin-1"),
        "surrogate": b"/\xed\xa0\x80\xff",
    }
    hostile = {f"/to-{name}": _to(place) for name, place in places.items()}
    hostile["/%C3%BCmlaut"] = respond(200, "<title>Umlaut</title><p>It was found by its name</p>")
    with hostile_blog(hostile) as (home, server):
        run = ground.harvest(home)
    assert run.code == 0, run.errors
    assert run.errors == ""
    assert posts(ground.archive) == POSTS
    told = ledger_entries(ground.archive)
    for name in ("bad-ipv6", "bad-ipv6-too", "no-host", "no-host-too", "port-too", "space", "user"):
        assert "which is not an address of the web" in told[f"{home}to-{name}"], name
    assert told[f"{home}to-empty"] == "failed: the server answers with an error (status 302)"
    assert len(told[f"{home}to-long"]) < 500
    assert "/%C3%BCmlaut" in server.asked


@attack("endless answers", "a picture beyond the limit of media", slow=True)
def huge_picture(ground: Ground) -> None:
    hostile = dict.fromkeys(PICTURES, _endless(_OK + b"\r\n", b"x" * 1_000_000))
    with hostile_blog(hostile) as (home, _):
        run = ground.harvest(home, within=300)
    assert run.code == 0
    failed = [
        ledger_entry for address, ledger_entry in ledger_entries(ground.archive).items() if address.endswith(PICTURES)
    ]
    assert set(failed) == {"failed: the answer is larger than 100 MB"}


def _to(place: bytes) -> Answer:
    def answer(handler) -> None:
        handler.wfile.write(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + place + b"\r\n\r\n")

    return answer
