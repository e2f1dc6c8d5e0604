"""Sites that make up addresses without end: a harvest ends all the same, and keeps the posts of the sane blog."""

import itertools
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import hostile_blog
from tests.loopback import NOTHING, respond

_WORDS = "The harbour lay quiet and the boats came in one by one with the evening tide, as they always do here. " * 8
_MUCH_MEMORY = 900.0
Page = Callable[[str, int], str]
"""From the path that was asked for, and a number that is never the same, to a page."""


def _endless(name: str, page: Page, *, kind: str = "text/html", start: str = "/trap/", most: int = 3_000) -> None:
    """An attack: every address under /trap/ answers with the page. No more than `most` of them may be asked for."""

    @attack("endless sites", name, slow=True)
    def run(ground: Ground) -> None:
        numbers = itertools.count(1)

        def answer(handler: BaseHTTPRequestHandler) -> None:
            trapped = handler.path.startswith((start, "/trap/"))
            said = respond(200, page(handler.path, next(numbers)), Content_Type=kind) if trapped else NOTHING
            said(handler)

        with hostile_blog({start: answer}) as (home, server):
            server.RequestHandlerClass.site["*"] = answer
            ended = ground.harvest(home, "--render", "never", within=900)
            asked = sum(path.startswith("/trap/") for path in server.asked)
        assert ended.code == 0, ended.errors
        assert asked <= most, asked
        assert ended.peak_mb < _MUCH_MEMORY

    assert run


def _post(title: str, text: str, links: str) -> str:
    return f"<title>{title}</title><article><h1>{title}</h1><p>{text}</p></article><p>{links}</p>"


def _links(*targets: str) -> str:
    return " ".join(f"<a href='{target}'>more</a>" for target in targets)


def _session_page(path: str, number: int) -> str:
    which = path.rsplit("/", 1)[-1] or "a-post-of-some-length"
    others = (f"/trap/s{number:x}{more:x}/a-post-of-length-{more}" for more in range(3))
    return _post(which, f"{which} {_WORDS}", _links(*others))


def _list_of_lists(_path: str, number: int) -> str:
    return f"<title>List</title><ul><li>{_links(*(f'/trap/list{number}x{more}' for more in range(4)))}</li></ul>"


_endless("the same posts under ever new session numbers in the path", _session_page)
_endless(
    "the same page under ever new query parameters",
    lambda _, number: _post("One page", _WORDS, _links(f"/trap/?v{number}=1", f"/trap/?a={number}&b={number}")),
)
_endless("lists of nothing but lists", _list_of_lists)
_endless(
    "folders within folders under ever new names",
    lambda path, number: (
        f"<title>Folder {number}</title>" + _links(f"{path.rstrip('/')}/f{number}/", f"/trap/{number}/")
    ),
)
_endless(
    "a sitemap index of ever new sitemap indexes",
    lambda _, number: (
        "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
        + "".join(f"<sitemap><loc>/trap/{number}-{more}.xml</loc></sitemap>" for more in range(5))
        + "</sitemapindex>"
    ),
    kind="application/xml",
    start="/sitemap.xml",
)
