"""A blog whose posts have comments: on their pages, and in comment feeds."""

from html import escape

from tests.harvest.small_web import Site
from tests.sample_blog.words import NEIGHBOURS
from tests.sample_blog.writing import write_posts

HOME = "http://tide.example/"
GENERATOR = '<meta name="generator" content="WordPress 6.1">'
POSTS = write_posts(12, seed=9)
ON_PAGE = 5


def address_of(number):
    return f"{HOME}2020/05/post-{number}/"


def remark(number, place):
    """What is said in a comment: its number in the blog, who says it, and what."""
    return (
        100 * number + place,
        NEIGHBOURS[place % len(NEIGHBOURS)],
        f"Remark {place} on the post with number {number}.",
    )


def comment_html(number, place):
    identity, author, text = remark(number, place)
    return (
        f'<li class="comment" id="comment-{identity}"><article class="comment-body"><footer class="comment-meta">'
        f'<b class="fn">{author}</b> <time datetime="2020-05-02T10:{place:02d}:00+00:00">2 May</time></footer>'
        f'<div class="comment-content"><p>{text}</p></div></article></li>'
    )


def post_html(number, places, *, more=""):
    post = POSTS[number]
    listed = "".join(comment_html(number, place) for place in places)
    thread = f'<div id="comments"><ol class="comment-list">{listed}</ol>{more}</div>' if places else ""
    return (
        f"<!doctype html><html><head><title>{escape(post.title)}</title>{GENERATOR}"
        f'<link rel="alternate" type="application/rss+xml" title="Comments" href="{address_of(number)}feed/"></head>'
        f'<body><article><h1>{escape(post.title)}</h1><div class="entry-content">{post.html}</div></article>{thread}'
        f'<p><a href="/">Home</a></p></body></html>'
    )


def comment_feed(number, places):
    items = "".join(
        f"<item><title>By: {author}</title><link>{address_of(number)}#comment-{identity}</link>"
        f"<dc:creator>{author}</dc:creator><pubDate>Sat, 02 May 2020 10:{place:02d}:00 +0000</pubDate>"
        f'<guid isPermaLink="false">{address_of(number)}#comment-{identity}</guid>'
        f"<description>{text}</description></item>"
        for place in places
        for identity, author, text in [remark(number, place)]
    )
    return (
        '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Comments</title>'
        f"<link>{address_of(number)}</link><description/>{items}</channel></rss>"
    )


def blog(counts, *, shown=None):
    """A blog whose posts have so many comments; `shown` says how many of them the page of a post shows at most."""
    site = Site()
    items = "".join(
        f"<item><title>{escape(POSTS[number].title)}</title><link>{address_of(number)}</link>"
        f"<description>{escape(POSTS[number].html)}</description><slash:comments>{count}</slash:comments>"
        f"<wfw:commentRss>{address_of(number)}feed/</wfw:commentRss></item>"
        for number, count in enumerate(counts)
    )
    spaces = 'xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"'
    feed = f'<rss version="2.0" {spaces}><channel><title>Tide</title><link>{HOME}</link>{items}</channel></rss>'
    site.page(f"{HOME}feed/", feed, "application/rss+xml")
    links = "".join(f'<li><a href="{address_of(number)}">{number}</a></li>' for number in range(len(counts)))
    head = f'{GENERATOR}<link rel="alternate" type="application/rss+xml" href="/feed/">'
    site.page(HOME, f"<!doctype html><html><head>{head}<title>Tide</title></head><body><ul>{links}</ul></body></html>")
    for number, count in enumerate(counts):
        places = range(count if shown is None else min(count, shown))
        site.page(address_of(number), post_html(number, places))
        site.page(f"{address_of(number)}feed/", comment_feed(number, range(count)[-10:]), "application/rss+xml")
    return site
