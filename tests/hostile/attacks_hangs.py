"""Documents that were made to keep their reader busy for ever: the harvest ends, and keeps what is sane."""

import gzip
import json
from collections.abc import Callable, Mapping

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Answer, address, respond
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site

_SOON = 60.0
_BLOG = make_blog(posts=POSTS, feed=4)
_PATHS = tuple(_BLOG.truth)
_EMPTY_MEMBER = gzip.compress(b"", mtime=0)
_RSS = "application/rss+xml"
_COMMENTS = "</article><ol class='commentlist' id='comments'>"
_COMMENT = (
    "<li class='comment' id='comment-{0}'><cite class='fn'>{1}</cite> <a href='#comment-{0}'>3 May 2010 at 12:01</a>"
    "<div class='comment-body'><p>I like soup, said number {0}.</p></div></li>"
)


def _sane(home: str) -> Mapping[str, tuple[bytes, str]]:
    return make_site(home, _BLOG)


def _changed(path: str, change: Callable[[bytes], bytes], **headers: str) -> Answer:
    """The sane blog's own answer, poisoned."""

    def answer(handler) -> None:
        body, kind = _sane(address(handler.server))[path]
        respond(200, change(body), Content_Type=kind, **headers)(handler)

    return answer


def _keeps_all(ground: Ground, hostile: Mapping[str, Answer], *, within: float = _SOON) -> None:
    with hostile_blog(hostile) as (home, _):
        run = ground.harvest(home, "--no-media", within=within)
        assert run.code == 0, run.errors
    _has_all(ground)


def _has_all(ground: Ground) -> None:
    run = ground.blogforever("posts", "--archive", ground.archive, "--json", "--limit", 1000)
    kept = {json.loads(line)["url"].split("/", 3)[3].rstrip("/") for line in run.output.splitlines()}
    missing = [path for path in _PATHS if path.split("/", 3)[3].rstrip("/") not in kept]
    assert not missing, f"lost: {missing}"


def _in_first_item(field: str, value: bytes) -> Callable[[bytes], bytes]:
    name = field.encode()
    return lambda feed: feed.replace(b"</item>", b"<" + name + b">" + value + b"</" + name + b"></item>", 1)


@attack("hangs", "a feed with a DOCTYPE of open comments", repeats=True)
def feed_doctype(ground: Ground) -> None:
    poison = b"<!DOCTYPE rss [" + b"<!--" * 250_000 + b"]>"
    feed = _changed("/feed/", lambda body: body.replace(b"<rss", poison + b"<rss", 1))
    _keeps_all(ground, {"/feed/": feed})


@attack("hangs", "a feed author of 40 KB", repeats=True)
def feed_author(ground: Ground) -> None:
    _keeps_all(ground, {"/feed/": _changed("/feed/", _in_first_item("author", b"a" * 40_000))})


@attack("hangs", "feed authors of 400 KB", slow=True)
def feed_authors(ground: Ground) -> None:
    def poison(feed: bytes) -> bytes:
        for field in ("author", "dc:creator", "managingEditor"):
            feed = _in_first_item(field, b"a" * 400_000)(feed)
        return feed

    _keeps_all(ground, {"/feed/": _changed("/feed/", poison)})


@attack("hangs", "readers' names of repeated words on a page")
def comment_names(ground: Ground) -> None:
    names = ("says " * 40_000, "by " * 60_000, "on " * 60, "7 " * 100, "7" * 180, "posted by " * 30)
    comments = "".join(_COMMENT.format(number, name) for number, name in enumerate(names))
    headings = "<h3>" + "7" * 150 + "x</h3><h3>7" + "&nbsp;" * 140 + "x</h3>"
    change = _changed(
        _path(0), lambda page: page.replace(b"</article>", f"{_COMMENTS}{comments}</ol>{headings}".encode(), 1)
    )
    _keeps_all(ground, {_path(0): change})


@attack("hangs", "readers' names of repeated words in a feed of comments", slow=True)
def comment_feed_names(ground: Ground) -> None:
    path = _path(0)
    items = "".join(
        f"<item><title>By: {name}</title><link>{{home}}{path[1:]}#comment-{number}</link>"
        f"<dc:creator>{name}</dc:creator>"
        f"<pubDate>Tue, 17 Sep 2024 09:08:00 +0200</pubDate><description>Soup {number}</description></item>"
        for number, name in enumerate(("says " * 40_000, "a" * 400_000, "by " * 100, "7 " * 100))
    )

    def feed(handler) -> None:
        start = "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>Comments</title>"
        body = f"{start}{items.replace('{home}', address(handler.server))}</channel></rss>"
        respond(200, body, Content_Type=_RSS)(handler)

    link = f"<link rel='alternate' type='{_RSS}' title='Comments' href='{path}feed/'></head>".encode()
    page = _changed(path, lambda body: body.replace(b"</head>", link, 1))
    _keeps_all(ground, {path: page, f"{path}feed/": feed})


@attack("hangs", "sitemaps of empty gzip members")
def sitemap_members(ground: Ground) -> None:
    packed = respond(200, _EMPTY_MEMBER * 200_000, Content_Type="application/gzip")
    robots = _changed("/robots.txt", lambda body: body + b"Sitemap: /more.xml.gz\n")
    _keeps_all(ground, {"/sitemap.xml": packed, "/more.xml.gz": packed, "/robots.txt": robots})


@attack("hangs", "a page of 100,000 gzip members, live and out of the archive", slow=True)
def page_members(ground: Ground) -> None:
    whole = _changed(_path(0), lambda page: gzip.compress(page) + _EMPTY_MEMBER * 100_000, Content_Encoding="gzip")
    tiny = respond(200, gzip.compress(b"<p>a", mtime=0) * 100_000, Content_Encoding="gzip")
    _keeps_all(ground, {_path(0): whole, "/2024/10/tiny/": tiny})
    assert ground.blogforever("reextract", "--archive", ground.archive, within=_SOON).code == 0
    _has_all(ground)


@attack("hangs", "a page of 200,000 nested tags", slow=True)
def nested_tags(ground: Ground) -> None:
    _keeps_all(ground, {"/2024/10/deep/": respond(200, b"<title>Deep</title>" + b"<div>" * 200_000 + b"soup")})


@attack("hangs", "a page of a megabyte of ampersands", slow=True)
def ampersands(ground: Ground) -> None:
    _keeps_all(ground, {"/2024/10/and/": respond(200, b"<title>And</title><p>" + b"&" * 1_000_000)})


@attack("hangs", "a page with 100,000 links", slow=True)
def many_links(ground: Ground) -> None:
    links = "".join(f"<a href='https://elsewhere.example/{number}'>{number}</a> " for number in range(100_000))
    _keeps_all(ground, {"/2024/10/links/": respond(200, f"<title>Links</title><p>{links}")})


@attack("hangs", "a page with 100,000 comments", slow=True)
def many_comments(ground: Ground) -> None:
    short = "<li class='comment' id='comment-{0}'><cite class='fn'>A{0}</cite> 3 May 2010 <p>soup {0}</p></li>"
    comments = "".join(short.format(number) for number in range(100_000)).encode()
    change = _changed(_path(0), lambda page: page.replace(b"</article>", _COMMENTS.encode() + comments + b"</ol>", 1))
    _keeps_all(ground, {_path(0): change}, within=90)


@attack("hangs", "pages with pictures whose srcset is commas", repeats=True)
def comma_sets(ground: Ground) -> None:
    pictures = b"<img src='/x.jpg' srcset='" + b"," * 10_000 + b"'>"
    _keeps_all(ground, {_path(0): _changed(_path(0), lambda page: page.replace(b"<p>", pictures * 30 + b"<p>", 1))})


@attack("hangs", "a robots.txt with 10,000 agents before 10,000 rules", repeats=True)
def many_agents(ground: Ground) -> None:
    agents = "".join(f"User-agent: agent{number}\n" for number in range(10_000))
    rules = "".join(f"Disallow: /x{number}\n" for number in range(10_000))
    _keeps_all(ground, {"/robots.txt": respond(200, f"{agents}User-agent: *\n{rules}", Content_Type="text/plain")})


def _path(number: int) -> str:
    """Of one of the sane posts."""
    return "/" + _PATHS[number].split("/", 3)[3]
