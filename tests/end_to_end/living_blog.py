"""A blog that lives: its author publishes, edits, moves and deletes posts while the archive visits it."""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from tests.end_to_end.loopback import Answer, LoopbackServer

WORDS = [
    "tide", "harbour", "lantern", "rope", "gull", "salt", "plank", "winter", "anchor", "storm", "letter", "kitchen",
    "ferry", "island", "map",
]  # fmt: skip
BEGIN = datetime(2020, 1, 1, 12, tzinfo=UTC)
HTML = "text/html; charset=utf-8"


@dataclass
class LivingPost:
    number: int
    title: str
    paragraphs: list[str]
    tags: list[str] = field(default_factory=lambda: ["sea"])
    comments: list[str] = field(default_factory=list)
    slug: str = ""
    edited: int = 0
    """Days after its publication; 0 for never."""

    @property
    def path(self):
        return f"/{self.at:%Y/%m}/{self.slug or f'post-{self.number}'}/"

    @property
    def at(self):
        return BEGIN + timedelta(days=3 * self.number)


def some_text(number, count=40):
    return " ".join(WORDS[(number * 7 + place * place + place) % len(WORDS)] + ("." if place % 9 == 8 else "")
                    for place in range(count)).capitalize() + f" That was day {number}."  # fmt: skip


class LivingBlog:
    """What it answers depends on what its author did so far."""

    def __init__(self, posts=14, *, entries=10, pages=True, older_feeds=False, sitemap=False):
        self.posts = []
        self.entries = entries
        self.theme = 1
        self.widget = ""
        self.feed_path = "/feed.xml"
        self.has_feed_link = True
        self.older_feeds = older_feeds
        self.sitemap = sitemap
        self.pages = pages
        self.moved = {}
        self.special = {}
        self.server = LoopbackServer(self.answer)
        for _ in range(posts):
            self.publish()

    @property
    def home(self):
        return f"{self.server.origin}/"

    def publish(self, **given):
        number = len(self.posts) + 1
        post = LivingPost(number, f"Day {number} at the {WORDS[number % len(WORDS)]}",
                          [some_text(number), some_text(number + 100)], **given)  # fmt: skip
        self.posts.append(post)
        return post

    def move(self, post, slug):
        self.moved[post.path] = post
        post.slug = slug

    def address(self, post):
        return self.server.origin + post.path

    def answer(self, path, headers):
        if path in self.special:
            return self.special[path]
        plain, _, query = path.partition("?")
        for old, post in self.moved.items():
            if plain == old and post in self.posts and post.path != old:
                return Answer(b"", 301, {"Location": self.address(post)})
        body, kind = self._content(plain, query)
        if body is None:
            return Answer(b"not found", 404, {"Content-Type": "text/plain"})
        tag = f'"{hashlib.sha256(body.encode()).hexdigest()[:16]}"'
        told = {"Content-Type": kind, "ETag": tag}
        return Answer(b"", 304, told) if headers.get("if-none-match") == tag else Answer(body.encode(), 200, told)

    def _content(self, path, query):
        newest = self.posts[::-1]
        if path == self.feed_path:
            page = int(query.partition("page=")[2] or 1)
            chosen = newest[(page - 1) * self.entries : page * self.entries] if page == 1 or self.older_feeds else []
            return self._feed(chosen, page), "application/rss+xml"
        if path == "/sitemap.xml" and self.sitemap:
            return self._sitemap(), "application/xml"
        if path == "/" or (self.pages and (found := re.fullmatch(r"/page/(\d+)/", path))):
            page = 1 if path == "/" else int(found[1])
            chosen = newest[(page - 1) * 5 : page * 5]
            return (self._list(chosen, page, len(newest) > page * 5), HTML) if chosen else (None, "")
        post = next((post for post in self.posts if post.path == path), None)
        return (self._page(post), HTML) if post else (None, "")

    def _feed(self, posts, page):
        items = "".join(
            f"<item><title>{post.title}</title><link>{self.address(post)}</link><guid>urn:post:{post.number}</guid>"
            f"<pubDate>{format_datetime(post.at)}</pubDate>"
            f"{''.join(f'<category>{tag}</category>' for tag in post.tags)}"
            f"<description><![CDATA[{self._article(post)}]]></description></item>"
            for post in posts
        )
        older = f'<a:link rel="next" href="{self.server.origin}{self.feed_path}?page={page + 1}"/>' * self.older_feeds
        return (
            '<?xml version="1.0"?><rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel>'
            f"<title>Sea diary</title><link>{self.home}</link>{older}{items}</channel></rss>"
        )

    def _sitemap(self):
        urls = "".join(
            f"<url><loc>{self.address(post)}</loc><lastmod>{self._changed(post):%Y-%m-%dT%H:%M:%SZ}</lastmod></url>"
            for post in self.posts
        )
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'

    def _changed(self, post):
        return datetime.now(UTC) + timedelta(days=1) if post.edited else post.at

    def _article(self, post):
        return "".join(f"<p>{paragraph}</p>" for paragraph in post.paragraphs)

    def _page(self, post):
        tags = "".join(f'<a rel="tag" href="/tag/{tag}/">{tag}</a> ' for tag in post.tags)
        said = "".join(
            f'<li class="comment" id="comment-{post.number}{place}"><cite class="fn">Reader {place}</cite>'
            f'<div class="comment-content"><p>{text}</p></div></li>'
            for place, text in enumerate(post.comments)
        )
        comments = f'<ol class="comment-list">{said}</ol>' if said else ""
        date = f'<time datetime="{post.at.isoformat()}">{post.at:%d %B %Y}</time>'
        if self.theme == 1:
            body = (
                f'<article class="entry"><h1 class="entry-title">{post.title}</h1>{date}'
                f'<div class="entry-content">{self._article(post)}</div><p class="tags">{tags}</p></article>{comments}'
            )
        else:
            body = (
                f'<main id="sheet"><header><p class="when">{date}</p><h2 class="headline">{post.title}</h2></header>'
                f'<section class="words">{self._article(post)}</section><footer class="labels">{tags}</footer></main>'
                f"{comments}"
            )
        return self._frame(post.title, body)

    def _list(self, posts, page, has_more):
        items = "".join(
            f'<div class="teaser"><h2><a href="{post.path}">{post.title}</a></h2><p>{post.paragraphs[0][:80]}</p></div>'
            for post in posts
        )
        older = f'<a rel="next" href="/page/{page + 1}/">Older</a>' if has_more and self.pages else ""
        return self._frame("Sea diary", items + older)

    def _frame(self, title, body):
        link = f'<link rel="alternate" type="application/rss+xml" href="{self.feed_path}">' * self.has_feed_link
        return (
            f"<!DOCTYPE html><html lang=en><head><title>{title} - Sea diary</title>{link}</head>"
            f'<body class="theme{self.theme}"><header><a href="/">Sea diary</a></header>{body}'
            f"<aside>{self.widget}</aside><footer>Written by the sea.</footer></body></html>"
        )
