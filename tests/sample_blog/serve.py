"""Serve the sample blog on a loopback port, as a real one: `python -m tests.sample_blog.serve` prints its address.

Home and its older pages, tags, authors, months, feed, sitemap, robots.txt, media: everything that links or names posts.
"""

import argparse
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import unquote, urlsplit
from zlib import compress, crc32

from tests.sample_blog.blog import HOME, SampleBlog, make_blog
from tests.sample_blog.feeds import FeedShape
from tests.sample_blog.site import link, name_path
from tests.sample_blog.themes import THEMES
from tests.sample_blog.writing import SamplePost

ON_A_PAGE = 6
THEME, OLD_THEME = "wordpress", "tables"
ROBOTS = "User-agent: *\nDisallow: /private/\nSitemap: {home}sitemap.xml\n"
Answer = tuple[bytes, str]
"""Body and media type."""
Change = Callable[[dict[str, Answer]], dict[str, Answer]]


def make_site(home: str, blog: SampleBlog | None = None) -> dict[str, Answer]:
    """Every path of the blog's site with its answer, as if it lived at `home`."""
    blog = blog or make_blog(theme=THEME, old_theme=OLD_THEME, old_posts=10, posts=30)
    html = {urlsplit(address).path: page for address, page in blog.pages.items() if address != HOME}
    html["/about/"] = html.pop("/about")
    html |= _lists(blog)
    html = {_settled(blog, path.encode()).decode(): _settled(blog, page) for path, page in html.items()}
    site: dict[str, Answer] = {path: (page, "text/html; charset=utf-8") for path, page in html.items()}
    site["/feed/"] = (blog.feed(FeedShape(kind="excerpt")), "application/rss+xml")
    site["/sitemap.xml"] = (_sitemap(blog), "application/xml")
    site["/robots.txt"] = (ROBOTS.format(home=HOME).encode(), "text/plain")
    for path in sorted({path for page in html.values() for path in _media(page)}):
        site[path] = (_picture(path), "image/png") if path.endswith(".jpg") else (b"ID3" + path.encode(), "audio/mpeg")
    return {path: (body.replace(HOME.encode(), home.encode()), kind) for path, (body, kind) in site.items()}


def _settled(blog: SampleBlog, written: bytes) -> bytes:
    """With the addresses of today: posts kept theirs when the theme changed, and old pages link to them."""
    for post in blog.truth.values():
        written = written.replace(f"/{THEMES[OLD_THEME].path(post)}".encode(), f"/{THEMES[THEME].path(post)}".encode())
    return written


def _lists(blog: SampleBlog) -> dict[str, bytes]:
    """Home, its older pages, and the pages of tags, authors and months."""
    posts = list(blog.truth.items())
    pages: dict[str, bytes] = {}
    groups: dict[tuple[str, str], list[tuple[str, SamplePost]]] = {}
    for address, post in posts:
        names = [(f"/tag/{name_path(tag)}/", f"Posts about {tag}") for tag in post.tags]
        names += [(f"/author/{name_path(name)}/", f"Posts by {name}") for name in post.authors]
        names.append((f"/{post.published:%Y/%m}/", f"{post.published:%B %Y}"))
        for name in names:
            groups.setdefault(name, []).append((address, post))
    for (path, title), members in groups.items():
        pages[path] = _list_page(blog, title, members)
    for number, start in enumerate(range(0, len(posts), ON_A_PAGE), 1):
        older = f"/page/{number + 1}/" if start + ON_A_PAGE < len(posts) else None
        path = f"/page/{number}/" if number > 1 else "/"
        pages[path] = _list_page(blog, "Latest posts", posts[start : start + ON_A_PAGE], older)
    return pages


def _list_page(
    blog: SampleBlog, title: str, posts: Sequence[tuple[str, SamplePost]], older: str | None = None
) -> bytes:
    listing = "".join(
        f"<article><h2>{link(address, post.title)}</h2><p>{escape(post.summary)}</p></article>"
        for address, post in posts
    )
    more = f'<nav class="pagination">{link(older, "Older posts", "rel=next")}</nav>' if older else ""
    return THEMES[THEME].other_page(title, listing + more, blog.site).encode()


def _sitemap(blog: SampleBlog) -> bytes:
    """Names the newer half of the posts: older ones are found by links only."""
    named = list(blog.truth)[: len(blog.truth) // 2]
    urls = "".join(f"<url><loc>{escape(address)}</loc></url>" for address in named)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'.encode()


def _media(page: bytes) -> Iterator[str]:
    for part in page.decode().split('"/media/')[1:]:
        yield "/media/" + part.partition('"')[0]
    for part in page.decode().split(' srcset="')[1:]:
        yield part.partition(" ")[0]


def _picture(path: str) -> bytes:
    """A small picture in one colour; no two are alike."""
    colour = crc32(path.encode()).to_bytes(4, "big")[:3]
    rows = b"".join(b"\0" + colour * 16 for _ in range(16))
    parts = ((b"IHDR", b"\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0"), (b"IDAT", compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(body).to_bytes(4, "big") + name + body + crc32(name + body).to_bytes(4, "big") for name, body in parts
    )


class _Handler(BaseHTTPRequestHandler):
    site: ClassVar[dict[str, Answer]]
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet

    def do_GET(self) -> None:
        found = self.site.get(unquote(urlsplit(self.path).path))
        body, kind = found or (b"<title>Nothing here</title>", "text/html")
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is Python's
        """Say nothing."""


def make_server(blog: SampleBlog | None = None, change: Change = dict) -> tuple[ThreadingHTTPServer, str]:
    """A server on a free port that serves nothing yet, and the blog's address there; `change` may change its site."""
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    home = f"http://127.0.0.1:{server.server_port}/"
    handler.site = change(make_site(home, blog))
    return server, home


@contextmanager
def served(blog: SampleBlog | None = None, change: Change = dict) -> Iterator[str]:
    """The address of the blog, which is there until the end."""
    server, home = make_server(blog, change)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield home
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> None:
    """Serve until the process is ended."""
    argparse.ArgumentParser(description="Serve a small made-up blog on a free loopback port.").parse_args()
    server, home = make_server()
    print(home, flush=True)  # noqa: T201 - whoever started us reads it
    server.serve_forever()


if __name__ == "__main__":
    main()
