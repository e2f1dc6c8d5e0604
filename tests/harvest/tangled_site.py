"""A blog on which every post has several addresses, so that much depends on which of them is met first."""

from urllib.parse import quote

from tests.harvest.small_web import Site
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import THEME, make_site
from tests.sample_blog.themes import THEMES

HOME = "http://tide.example/"
STUB = (
    '<html><head><meta http-equiv="refresh" content="0; url={to}"></head><body><a href="{to}">moved</a></body></html>'
)


def plain_site(home: str = HOME, **options) -> tuple[Site, list[str]]:
    """A site as it should be, and the addresses of its posts, newest first."""
    blog = make_blog(**{"posts": 16, "feed": 8} | options)
    site = Site()
    for path, (body, kind) in make_site(home, blog).items():
        site.page(home.rstrip("/") + quote(path), body, kind)
    return site, [home + quote(THEMES[THEME].path(post)) for post in blog.truth.values()]


def tangled_site() -> tuple[Site, list[str]]:
    """The same with copies, redirects, stubs and spellings, named on pages here and there and in the feed."""
    site, posts = plain_site()
    tangle = [
        HOME + path.format(number)
        for first, paths in enumerate(_TANGLE, 1)
        for number in (first, first + 8)
        for path in paths
    ]
    tangle += [posts[number].rstrip("/") + ending for number in (5, 13) for ending in (".php", "/index.html")]
    tangle += [f"{HOME}archive/2013/06/", f"{HOME}archive/2009/09/"]
    _scatter(site, tangle)
    for number in (1, 9):  # the same bytes at other addresses
        for path in _TANGLE[0]:
            site.page(HOME + path.format(number), site.answers[posts[number]][2])
    for number in (2, 10):  # the same post with other surroundings
        body = site.answers[posts[number]][2].replace(b"</body>", b"<p id=extra>seen twice</p></body>")
        site.page(f"{HOME}again/{number}/", body)
    for number in (3, 11):  # redirects, one after another
        site.moved(f"{HOME}old/{number}/", f"{HOME}older/{number}/")
        site.moved(f"{HOME}older/{number}/", posts[number])
    for number in (4, 12):  # two stubs of the same bytes
        for path in _TANGLE[3]:
            site.page(HOME + path.format(number), STUB.format(to=posts[number]))
    for number in (6, 14):  # circles
        site.moved(f"{HOME}round/{number}/", f"{HOME}and-round/{number}/")
        site.moved(f"{HOME}and-round/{number}/", f"{HOME}round/{number}/")
    for number in (7, 15):  # short addresses
        site.moved(f"{HOME}?p={number}", posts[number])
    for month in ("2013/06/", "2009/09/"):  # lists of the same posts are the same bytes, and call no address their own
        site.page(f"{HOME}archive/{month}", site.answers[HOME + month][2])
    _, headers, feed = site.answers[f"{HOME}feed/"]
    for number, path in ((3, "old/3/"), (4, "stub/4/"), (7, "?p=7")):  # the feed names them by their old addresses
        feed = feed.replace(f"<link>{posts[number]}</link>".encode(), f"<link>{HOME}{path}</link>".encode())
    site.answers[f"{HOME}feed/"] = (200, headers, feed)
    return site, posts


_TANGLE = (
    ("copy/{}/", "a/{}"), ("again/{}/",), ("old/{}/", "older/{}/"), ("stub/{}/", "redirect-from/{}/"), (),
    ("round/{}/", "and-round/{}/"), ("?p={}",),
)  # fmt: skip


def _scatter(site: Site, addresses: list[str]) -> None:
    """Links to each address on three pages of the blog."""
    pages = sorted(address for address, (_, headers, _) in site.answers.items() if "html" in headers["Content-Type"])
    for place, address in enumerate(addresses):
        for page in (pages[place * 3 % len(pages)], pages[place * 5 % len(pages)], pages[place * 7 % len(pages)]):
            status, headers, body = site.answers[page]
            site.answers[page] = (
                status,
                headers,
                body.replace(b"</body>", f'<a href="{address}">see</a></body>'.encode()),
            )
