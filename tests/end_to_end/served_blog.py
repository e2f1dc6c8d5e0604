"""The sample blog as a site on loopback: pages, lists, feed, pictures, robots.txt."""

import hashlib
import re
from urllib.parse import quote, urlsplit

from tests.end_to_end.loopback import Answer, LoopbackServer
from tests.sample_blog.blog import HOME, SampleBlog, make_blog

PICTURE = re.compile(rb"/media/[\w-]+\.(?:jpg|mp3)")


class ServedBlog:
    """What the blog answers to each path; `special` takes precedence."""

    def __init__(self, blog: SampleBlog | None = None, *, robots: str = ""):
        self.blog = blog or make_blog(posts=12, feed=6)
        self.robots = robots
        self.special = {}
        self.server = LoopbackServer(self.answer)

    @property
    def home(self):
        return f"{self.server.origin}/"

    @property
    def post_paths(self):
        return [quote(urlsplit(address).path) for address in self.blog.truth]

    @property
    def media_paths(self):
        """Pictures and sounds of the posts, of each picture the largest."""
        found = {path.decode() for page in self.blog.pages.values() for path in PICTURE.findall(page)}
        return sorted(path for path in found if path.replace(".jpg", "-2x.jpg") not in found)

    def answer(self, path, headers):
        if path in self.special:
            return self.special[path](headers)
        body, kind = self._content(path)
        if body is None:
            return Answer(b"not found", 404, {"Content-Type": "text/plain"})
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        told = {"Content-Type": kind, "ETag": tag}
        if headers.get("if-none-match") == tag:
            return Answer(b"", 304, told)
        return Answer(body, 200, told)

    def _content(self, path):
        if path == "/robots.txt":
            return (self.robots.encode(), "text/plain") if self.robots else (None, "")
        if path == "/feed/":
            return self._here(self.blog.feed()), "application/rss+xml"
        if path in self.media_paths:
            kind = "image/jpeg" if path.endswith("jpg") else "audio/mpeg"
            return b"\xff\xd8\xff\xe0 this is " + path.encode(), kind
        page = self.blog.pages.get(HOME.rstrip("/") + path)
        return (None, "") if page is None else (self._here(page), "text/html; charset=utf-8")

    def _here(self, content):
        return content.replace(HOME.rstrip("/").encode(), self.server.origin.encode())
