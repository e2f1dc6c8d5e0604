"""A post made from its feed entry, for when its page cannot be had."""

from blogforever.dom.archival import archival_html, mend
from blogforever.dom.tree import parse_text
from blogforever.extract.links import find_links
from blogforever.extract.media import find_media
from blogforever.model.feed import FeedEntry
from blogforever.model.post import FieldEvidence, Post, Source
from blogforever.urls.paths import host

_FROM_FEED = FieldEvidence(value_from=Source.FEED, confidence=1.0)


def post_of_entry(entry: FeedEntry, address: str) -> Post:
    """The entry as a post at `address`; the evidence says that it comes from the feed."""
    body = parse_text(entry.html).select_one("body")
    html, links, media = "", [], []
    if body is not None:
        shown = mend(body, address)
        links = find_links(body, address, frozenset({host(address)}))
        media = find_media(shown, links)
        html = archival_html(body, shown, address)
    stated = {
        "title": entry.title, "authors": entry.authors, "published": entry.dated, "content": entry.text,
        "tags": entry.tags,
    }  # fmt: skip
    return Post(
        url=address,
        aliases=tuple(alias for alias in entry.aliases if alias != address),
        id=entry.id,
        title=entry.title,
        authors=entry.authors,
        published=entry.dated,
        updated=entry.updated,
        content_html=html,
        content_html_unpruned=html,
        content_text=entry.text,
        tags=entry.tags,
        links=tuple(links),
        media=tuple(media),
        evidence={name: _FROM_FEED for name, value in stated.items() if value},
        problems=("kept from the feed: its page could not be had",),
    )
