"""Answers that no sane server gives: without end, or unfolding to more than was sent."""

import gzip
from http.server import BaseHTTPRequestHandler

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Answer, address, respond, serving

UNREACHABLE = 4
_MUCH_MEMORY = 600.0


@attack("endless answers", "a home page that never ends", repeats=True)
def endless_home_page(ground: Ground) -> None:
    def endless(handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        while True:
            handler.wfile.write(b"<p>more and more and more</p>" * 10_000)

    with serving({"/": endless}) as server:
        run = ground.harvest(address(server))
    assert run.code == UNREACHABLE
    assert run.peak_mb < _MUCH_MEMORY


@attack("endless answers", "a page that unfolds to a gigabyte")
def gzip_bomb(ground: Ground) -> None:
    bomb = gzip.compress(bytes(1_000_000_000), compresslevel=1)
    with hostile_blog({"/bomb": respond(200, bomb, Content_Encoding="gzip")}) as (home, _):
        run = ground.harvest(home, within=90)
    assert run.code == 0
    assert run.peak_mb < _MUCH_MEMORY


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
_PAGE = b"<title>Odd</title><p>An odd page.</p>"


def _answer(*, head: bytes = _HEAD, headers: bytes = b"", body: bytes = _PAGE) -> bytes:
    return head + headers + b"\r\n" + body


def _sized(body: bytes, headers: bytes = b"") -> bytes:
    return _answer(headers=headers + b"Content-Length: %d\r\n" % len(body), body=body)


ODD_ANSWERS: dict[str, bytes] = {
    "nothing": b"",
    "one byte": b"H",
    "half a status line": b"HTTP/1.1 20",
    "no status": b"HTTP/1.1\r\n\r\n",
    "a status of letters": b"HTTP/1.1 abc OK\r\n\r\n",
    "a status of four digits": b"HTTP/1.1 2000 OK\r\n\r\n",
    "status 0": b"HTTP/1.1 000 OK\r\n\r\n",
    "status 99": b"HTTP/1.1 099 OK\r\n\r\n",
    "status 999": b"HTTP/1.1 999 OK\r\nContent-Length: 0\r\n\r\n",
    "a negative status": b"HTTP/1.1 -200 OK\r\n\r\n",
    "version 9.9": b"HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n",
    "a page without a head": _PAGE,
    "random bytes": bytes(range(256)) * 40,
    "zeros": bytes(10_000),
    "a head without an end": _HEAD + b"X-A: b\r\n",
    "a header without a name": _answer(headers=b": value\r\n"),
    "a header without a colon": _answer(headers=b"nonsense\r\n"),
    "a folded header": _answer(headers=b"X-A: b\r\n  folded\r\n"),
    "a header with a NUL": _answer(headers=b"X-A: a\0b\r\n"),
    "a header in UTF-8": _answer(headers="X-A: Grüße\r\n".encode()),
    "a header of raw bytes": _answer(headers=b"X-A: \xff\xfe\r\n"),
    "line ends of one byte": _answer(head=b"HTTP/1.1 200 OK\nContent-Type: text/html\n", headers=b"X: y\n"),
    "two lengths": _answer(headers=b"Content-Length: 5\r\nContent-Length: 500\r\n"),
    "a negative length": _answer(headers=b"Content-Length: -5\r\n"),
    "a length of letters": _answer(headers=b"Content-Length: many\r\n"),
    "a length beyond all bounds": _answer(headers=b"Content-Length: 99999999999999999999999999\r\n"),
    "a length that is too long": _answer(headers=b"Content-Length: 5000\r\n"),
    "a length that is too short": _answer(headers=b"Content-Length: 5\r\n"),
    "chunks without a size": _answer(headers=b"Transfer-Encoding: chunked\r\n", body=b"\r\nabc\r\n"),
    "chunks with a negative size": _answer(headers=b"Transfer-Encoding: chunked\r\n", body=b"-5\r\nabc\r\n"),
    "a chunk beyond all bounds": _answer(headers=b"Transfer-Encoding: chunked\r\n", body=b"fffffffffffffff\r\nabc\r\n"),
    "chunks that break off": _answer(headers=b"Transfer-Encoding: chunked\r\n", body=b"5\r\nabcde\r\n"),
    "an unknown transfer": _answer(headers=b"Transfer-Encoding: magic\r\n"),
    "both length and chunks": _answer(
        headers=b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", body=b"3\r\nabc\r\n0\r\n\r\n"
    ),
    "an unknown packing": _sized(_PAGE, b"Content-Encoding: magic\r\n"),
    "gzip that is none": _sized(_PAGE, b"Content-Encoding: gzip\r\n"),
    "gzip that breaks off": _sized(gzip.compress(_PAGE)[:-6], b"Content-Encoding: gzip\r\n"),
    "gzip that lies about its sum": _sized(gzip.compress(_PAGE)[:-8] + bytes(8), b"Content-Encoding: gzip\r\n"),
    "packed fifty times": _sized(_PAGE, b"Content-Encoding: " + b",".join([b"gzip"] * 50) + b"\r\n"),
    "an unknown charset": _sized(_PAGE, b"Content-Type: text/html; charset=klingon\r\n"),
    "a charset of an attack": _sized(_PAGE, b"Content-Type: text/html; charset=../../etc/passwd\r\n"),
    "UTF-7": _sized(b"+ADw-script+AD4-alert(1)+ADw-/script+AD4-", b"Content-Type: text/html; charset=utf-7\r\n"),
    "UTF-16 that is none": _sized(_PAGE + b"x", b"Content-Type: text/html; charset=utf-16\r\n"),
    "UTF-32 beyond Unicode": _sized(b"\xff\xff\xff\x7f" * 50, b"Content-Type: text/html; charset=utf-32\r\n"),
    "a media type of rubbish": _sized(_PAGE, b"Content-Type: ;;;=/\r\n"),
    "an image that is a page": _sized(_PAGE, b"Content-Type: image/png\r\n"),
    "a page of zeros": _sized(bytes(50_000)),
    "a page of half surrogates": _sized(b"\xed\xa0\x80" * 5_000),
    "a page of one long word": _sized(b"a" * 500_000),
    "nested frames": _sized(b"<iframe srcdoc='" * 2_000),
    "a redirect without a place": b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
    "a redirect to nothing": b"HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n",
    "a redirect to itself": b"HTTP/1.1 302 Found\r\nLocation: #\r\nContent-Length: 0\r\n\r\n",
    "a redirect with a NUL": b"HTTP/1.1 302 Found\r\nLocation: /a\0b\r\nContent-Length: 0\r\n\r\n",
    "a redirect to a script": b"HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\nContent-Length: 0\r\n\r\n",
    "an endless early hint": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 3_000,
    "status 101": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n" + bytes(100),
    "status 204 with a page": b"HTTP/1.1 204 No Content\r\nContent-Length: 40\r\n\r\n" + _PAGE,
    "status 304 unasked": b"HTTP/1.1 304 Not Modified\r\n\r\n",
    "status 206 unasked": b"HTTP/1.1 206 Part\r\nContent-Range: bytes 0-3/9\r\nContent-Length: 4\r\n\r\nabcd",
    "a password wanted": b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
    "cookies by the thousand": _answer(headers=b"Set-Cookie: a=b\r\n" * 1_500),
    "a refresh without end": _sized(_PAGE, b"Refresh: 0; url=?\r\n"),
    "a link header of rubbish": _sized(_PAGE, b"Link: " + b"<" * 5_000 + b"\r\n"),
    "a date beyond time": _sized(_PAGE, b"Last-Modified: Mon, 99 Foo 99999 99:99:99 GMT\r\nDate: 0\r\n"),
    "an ETag of rubbish": _sized(_PAGE, b'ETag: "\xff\r\n'),
    "two pages in one": _sized(_PAGE) + _sized(_PAGE),
}  # fmt: skip
"""What a server may send in place of an answer, byte by byte."""


def _raw(content: bytes) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(content)
        handler.close_connection = True

    return answer


@attack("odd answers", f"{len(ODD_ANSWERS)} answers that break the rules of HTTP, each in its own way")
def odd_answers(ground: Ground) -> None:
    paths = {f"/odd/{number}": _raw(content) for number, content in enumerate(ODD_ANSWERS.values())}
    with hostile_blog(paths) as (home, server):
        run = ground.harvest(home, "--timeout", 5, within=120)
        assert set(paths) <= set(server.asked)
    assert run.code == 0, run.errors
    assert "Traceback" not in run.errors
    exported = ground.blogforever("export", "--archive", ground.archive).output
    assert exported.count('"type": "post"') >= POSTS
    assert ground.blogforever("verify", "--archive", ground.archive).code == 0
