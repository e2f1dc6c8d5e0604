"""The programming interface of WordPress: every published post with its address, a hundred at a time."""

import json
import re
from dataclasses import dataclass
from typing import Any

from blogforever.dom.tree import Document
from blogforever.model.exchange import Headers
from blogforever.sources.feeds.markup import visible_text
from blogforever.urls.normalize import absolute, canonical, host_of

MOST_BYTES = 20_000_000
PER_PAGE = 100
"""WordPress gives no more at once."""

_RELATION = "https://api.w.org/"
_LINK = re.compile(r'<([^<>]{1,2000})>\s*;[^,<>]{0,200}?\brel="?https://api\.w\.org/"?', re.IGNORECASE)
_FIELDS = "id,link,date,modified,title,slug"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestPost:
    """A post as the interface lists it."""

    address: str
    id: int | None = None
    published: str | None = None
    """As written: local time of the blog, without offset."""
    modified: str | None = None
    modified_utc: str | None = None
    """The same in UTC, without offset."""
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestPage:
    """One page of the list of posts."""

    posts: tuple[RestPost, ...] = ()
    total: int | None = None
    """Posts that the blog has in all."""
    pages: int | None = None
    """Pages of this list."""
    reason: str = ""
    """Why there are no posts."""


def rest_address(document: Document | None, *, headers: Headers, address: str) -> str | None:
    """The root of the interface: where the page says, else where WordPress usually has it; None for WordPress.com."""
    named = [
        absolute(found.group(1), address)
        for name, value in headers
        if name.lower() == "link"
        for found in _LINK.finditer(value[:10_000])
    ]
    if document is not None:
        links = document.select(f"link[rel='{_RELATION}'][href]")[:3]
        named.extend(absolute(str(link.attr("href") or ""), address) for link in links)
    for root in named:
        if root and host_of(root) == host_of(address):
            return root
    # Blogs on WordPress.com name an interface of another kind.
    if any(root and host_of(root) == "public-api.wordpress.com" for root in named):
        return None
    return absolute("wp-json/", canonical(address).partition("?")[0])


def posts_query(root: str, page: int) -> str:
    """The address of a page of the list of posts, newest first."""
    return rest_query(root, "posts", f"per_page={PER_PAGE}&page={page}&_fields={_FIELDS}")


def changes_query(root: str, page: int) -> str:
    """The address of a page of the list of posts, the one that was changed last first."""
    wanted = f"per_page={PER_PAGE}&page={page}&orderby=modified&_fields=id,link,modified_gmt"
    return rest_query(root, "posts", wanted)


def rest_query(root: str, what: str, wanted: str) -> str:
    """The address at which the interface lists posts or comments, with the parameters that are wanted."""
    head, question, query = root.partition("?")
    if question:  # blogs without permalinks: ?rest_route=/
        return f"{head}?{query.rstrip('/')}/wp/v2/{what}&{wanted}"
    return f"{head.rstrip('/')}/wp/v2/{what}?{wanted}"


def read_rest_page(content: bytes, *, headers: Headers, address: str) -> RestPage:
    """The posts in an answer from `address`. Never raises: what is not a list of posts has a reason."""
    if len(content) > MOST_BYTES:
        return RestPage(reason=f"more than {MOST_BYTES:,} bytes")
    try:
        answer = json.loads(content.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return RestPage(reason="not JSON")
    if not isinstance(answer, list):
        message = answer.get("message") or answer.get("code") if isinstance(answer, dict) else None
        return RestPage(reason=str(message)[:200] if message else "not a list of posts")
    posts = tuple(post for item in answer[: 10 * PER_PAGE] if (post := _read_post(item, address)))
    return RestPage(
        posts=posts,
        total=count_in(headers, "x-wp-total"),
        pages=count_in(headers, "x-wp-totalpages"),
        reason="" if posts else "no posts",
    )


def _read_post(item: Any, address: str) -> RestPost | None:
    link = item.get("link") if isinstance(item, dict) else None
    found = absolute(link, address) if isinstance(link, str) else None
    if not found:
        return None
    title = item.get("title")
    written = title.get("rendered") if isinstance(title, dict) else title
    number = item.get("id")
    return RestPost(
        address=found,
        id=number if isinstance(number, int) and not isinstance(number, bool) else None,
        published=_text(item.get("date")),
        modified=_text(item.get("modified")),
        modified_utc=_text(item.get("modified_gmt")),
        title=visible_text(written[:10_000]) or None if isinstance(written, str) else None,
    )


def _text(value: Any) -> str | None:
    return value[:40] if isinstance(value, str) and value else None


def count_in(headers: Headers, wanted: str) -> int | None:
    """The number in a header, if it is there and sane."""
    value = next((value.strip() for name, value in headers if name.lower() == wanted), "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None
