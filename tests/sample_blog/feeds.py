"""The blog's feed in four formats and four kinds of text."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import format_datetime
from html import escape

from tests.sample_blog.site import Site
from tests.sample_blog.writing import SamplePost

FORMATS = ("rss", "rdf", "atom", "json")
KINDS = ("full", "excerpt", "summary", "titles")
EXCERPT_WORDS = 55
"""As many as WordPress takes; without spaces between words, half as many characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedShape:
    """What a feed carries of each post."""

    format: str = "rss"
    kind: str = "full"
    dates: bool = True
    authors: bool = True
    tags: bool = True
    links: bool = True


def write_feed(
    site: Site, posts: Sequence[SamplePost], address_of: Callable[[SamplePost], str], shape: FeedShape
) -> bytes:
    """The feed's bytes."""
    return _WRITERS[shape.format](site, posts, address_of, shape).encode()


def body(post: SamplePost, kind: str) -> str:
    """What the feed carries of the post's text, as HTML."""
    if kind == "full":
        return post.html
    if kind == "summary":
        return escape(post.summary)
    if kind == "excerpt":
        words = post.text.split()
        if len(words) < EXCERPT_WORDS and post.language == "ja":
            return f"<p>{escape(post.text[: EXCERPT_WORDS * 2])} […]</p>"
        cut = " […]" if len(words) > EXCERPT_WORDS else ""
        return f"<p>{escape(' '.join(words[:EXCERPT_WORDS]))}{cut}</p>"
    return ""


def _rss(site: Site, posts: Sequence[SamplePost], address_of: Callable[[SamplePost], str], shape: FeedShape) -> str:
    items = "".join(
        f"<item><title>{escape(post.title)}</title>"
        + (f"<link>{escape(address_of(post))}</link>" if shape.links else "")
        + (f"<pubDate>{format_datetime(post.published)}</pubDate>" if shape.dates else "")
        + ("".join(f"<dc:creator>{escape(name)}</dc:creator>" for name in post.authors) if shape.authors else "")
        + ("".join(f"<category>{escape(tag)}</category>" for tag in post.tags) if shape.tags else "")
        + f'<guid isPermaLink="false">tidewater:{post.number}</guid>'
        + (f"<description>{escape(text)}</description>" if (text := body(post, shape.kind)) else "")
        + "</item>"
        for post in posts
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>{escape(site.title)}</title><link>{site.home}</link><description>Notes</description>"
        f"<language>en-GB</language>{items}</channel></rss>"
    )


def _rdf(site: Site, posts: Sequence[SamplePost], address_of: Callable[[SamplePost], str], shape: FeedShape) -> str:
    items = "".join(
        f'<item rdf:about="{escape(address_of(post))}"><title>{escape(post.title)}</title>'
        + (f"<link>{escape(address_of(post))}</link>" if shape.links else "")
        + (f"<dc:date>{post.published.isoformat()}</dc:date>" if shape.dates else "")
        + ("".join(f"<dc:creator>{escape(name)}</dc:creator>" for name in post.authors) if shape.authors else "")
        + ("".join(f"<dc:subject>{escape(tag)}</dc:subject>" for tag in post.tags) if shape.tags else "")
        + (f"<content:encoded>{escape(text)}</content:encoded>" if (text := body(post, shape.kind)) else "")
        + "</item>"
        for post in posts
    )
    return (
        '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:content="http://purl.org/rss/1.0/modules/content/">'
        f'<channel rdf:about="{site.home}"><title>{escape(site.title)}</title><link>{site.home}</link></channel>'
        f"{items}</rdf:RDF>"
    )


def _atom(site: Site, posts: Sequence[SamplePost], address_of: Callable[[SamplePost], str], shape: FeedShape) -> str:
    place = "content" if shape.kind == "full" else "summary"
    entries = "".join(
        f"<entry><id>tag:tidewater.example,2004:{post.number}</id><title>{escape(post.title)}</title>"
        + (f'<link rel="alternate" type="text/html" href="{escape(address_of(post))}"/>' if shape.links else "")
        + (f"<published>{post.published.isoformat()}</published>" if shape.dates else "")
        + ("".join(f"<author><name>{escape(n)}</name></author>" for n in post.authors) if shape.authors else "")
        + ("".join(f'<category term="{escape(tag)}"/>' for tag in post.tags) if shape.tags else "")
        + (f'<{place} type="html">{escape(text)}</{place}>' if (text := body(post, shape.kind)) else "")
        + "</entry>"
        for post in posts
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>{site.home}</id>'
        f'<title>{escape(site.title)}</title><link href="{site.home}"/>{entries}</feed>'
    )


def _json(site: Site, posts: Sequence[SamplePost], address_of: Callable[[SamplePost], str], shape: FeedShape) -> str:
    items = []
    for post in posts:
        item: dict[str, object] = {"id": str(post.number), "title": post.title, "content_html": body(post, shape.kind)}
        if shape.links:
            item["url"] = address_of(post)
        if shape.dates:
            item["date_published"] = post.published.isoformat()
        if shape.authors:
            item["authors"] = [{"name": name} for name in post.authors]
        if shape.tags:
            item["tags"] = list(post.tags)
        items.append(item)
    head = {"version": "https://jsonfeed.org/version/1.1", "title": site.title, "home_page_url": site.home}
    return json.dumps({**head, "items": items}, ensure_ascii=False)


_WRITERS = {"rss": _rss, "rdf": _rdf, "atom": _atom, "json": _json}
