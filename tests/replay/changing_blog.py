"""A blog that changes from harvest to harvest, and knows what it showed at each."""

import hashlib
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.loopback import address, serving
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site

_BLOG = make_blog(posts=6, feed=4)
_HTML = "text/html; charset=utf-8"
_NOTHING = b"<title>Nothing</title>" + b"<p>There is nothing here, and there was nothing before.</p>" * 20
CHANGED, VANISHED, MOVED = "/2018/01/adding-up-the-market-basket/", "/2014/09/brakes-in-a-hard-east-wind/", "/moved/"


@dataclass
class ChangingBlog:
    """Half of its pages and pictures have validators, and are answered with 304 when they did not change."""

    home: str = ""
    turn: int = 1
    """1 for the first harvest."""

    def __post_init__(self):
        self._site = {}

    def shown(self, where, turn):
        """Status, type and body for an address or path at that turn; of a redirect, where it leads too."""
        path = urlsplit(where).path
        body, kind = self._site.get(path, (_NOTHING, _HTML))
        status = 200 if path in self._site else 404
        if path == "/":
            body = body.replace(b"</body>", b'<p><a href="/moved/">An old address of this page.</a></p></body>')
        if path.startswith("/media/") and status == 200:
            body = body[:64] + b"".join(hashlib.sha256(f"{path} {n}".encode()).digest() for n in range(100))
        if path == CHANGED and turn > 1:
            body = body.replace(b"</article>", b"<p>Some words that came later.</p></article>")
            assert b"came later" in body
        if path == VANISHED and turn > 2:
            status, body, kind = 404, _NOTHING, _HTML
        if path == MOVED:
            status, body, kind = 301, b"<p>It is elsewhere.</p>" * 60, _HTML
        return status, kind, body

    def answer(self, handler):
        """What the server says now."""
        status, kind, body = self.shown(handler.path, self.turn)
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"' if len(handler.path) % 2 and status == 200 else None
        if etag and handler.headers["If-None-Match"] == etag:
            handler.send_response(304)
            handler.send_header("ETag", etag)
            handler.send_header("X-Turn", str(self.turn))
            handler.end_headers()
            return
        handler.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), "X-Turn": str(self.turn)}
        headers |= {"ETag": etag} if etag else {}
        headers |= {"Location": "/about/"} if status == 301 else {}
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)


@contextmanager
def changing_blog():
    """The blog on a free loopback port."""
    blog = ChangingBlog()
    with serving({"*": blog.answer}) as server:
        blog.home = address(server)
        blog._site = make_site(blog.home, _BLOG)
        yield blog
