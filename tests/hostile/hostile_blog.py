"""A sane little blog on loopback with hostile addresses in it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.loopback import Answer, Quiet, address, respond, serving
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site

POSTS = 6
"""How many posts the blog has: so many a harvest must keep, whatever else it meets."""
_ARTICLE = b'<div class="entry-content">'
_BLOG = make_blog(posts=POSTS, feed=4)
PICTURES = tuple(path for path, (_, kind) in make_site("http://blog.example/", _BLOG).items() if kind == "image/png")
"""Paths of the pictures in its posts."""


@contextmanager
def hostile_blog(
    hostile: Mapping[str, Answer],
    *,
    links: bool = True,
    in_posts: str = "",
    more: str = "",
    host: str = "127.0.0.1",
    name: str = "",
) -> Iterator[tuple[str, Quiet]]:
    """The blog's home address and its server; the hostile answers replace or join the sane ones.

    `in_posts` is HTML that every article begins with. With `links` the home page links to every hostile path that the
    sane blog does not have, and ends with `more`. The server listens at `host`; with a `name` it does so on port 80,
    and the name is the blog's address.
    """
    site: dict[str, Answer] = {}
    with serving(site, host=host, port=80 if name else 0) as server:
        home = f"http://{name}/" if name else address(server)
        sane = {path: (_with(body, in_posts), kind) for path, (body, kind) in make_site(home, _BLOG).items()}
        site.update({path: respond(200, body, Content_Type=kind) for path, (body, kind) in sane.items()})
        site.update(hostile)
        new = [path for path in hostile if path not in sane and path != "*"]
        if links and "/" not in hostile:
            named = "".join(f"<p><a href='{path}'>{path}</a></p>" for path in new) + more
            site["/"] = respond(200, sane["/"][0].replace(b"</body>", named.encode() + b"</body>"))
        yield home, server


def _with(body: bytes, html: str) -> bytes:
    return body.replace(_ARTICLE, _ARTICLE + html.encode())
