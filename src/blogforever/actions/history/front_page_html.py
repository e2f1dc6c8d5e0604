"""The HTML of a front page: a captured one made safe, or other posts in its frame, or a plain page of our own."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.html_page import html_page
from blogforever.actions._files.offline_html import kept_path
from blogforever.actions.history.point_in_time import PointInTime
from blogforever.actions.history.shown_posts import ShownPost
from blogforever.dom.archival import base_address, mend
from blogforever.dom.page_layout import (
    layout_attributes,
    pictures_of,
    safe_css,
    sanitised_body,
    show_page,
    style_sources,
)
from blogforever.dom.parsed_page import try_parse
from blogforever.dom.post_list import PostList, Shape, find_post_list, replace_list
from blogforever.dom.tree import Document, Element
from blogforever.harvest.recall import page_of_exchange, page_of_rendering
from blogforever.model.archive import ArchivedBlog, StoredMedia
from blogforever.model.page import LARGEST_PAGE
from blogforever.model.post import MediaRef
from blogforever.sources.decompress import decompress
from blogforever.store.queries.media import kept_files
from blogforever.store.queries.page_captures import PageCapture, PageCaptures
from blogforever.store.queries.posts import posts_at, some_posts
from blogforever.text.words import count_words
from blogforever.urls.normalize import absolute

_MOST_STYLE_SHEETS = 20
MOST_PICTURE_BYTES = 20_000_000
"""Of all pictures together that are put into a page; others become links."""
_PICTURES = frozenset(
    {"image/png", "image/gif", "image/jpeg", "image/webp", "image/avif", "image/bmp", "image/svg+xml"}
)
_WHOLE = 0.7
"""A list that usually shows this share of its posts' words shows whole posts."""
_TITLES_ONLY = 5
_LABEL = (
    "all:initial!important;display:block!important;position:relative!important;box-sizing:border-box!important;"
    "z-index:2147483647!important;"
    "width:100%!important;padding:12px 16px!important;background:#fff4c2!important;color:#222!important;"
    "border-bottom:2px solid #c9a227!important;font:14px/1.5 sans-serif!important;text-align:left!important;"
)
_LINK = "all:revert!important;color:#222!important"
_STYLE = """
:root{color-scheme:light dark}
body{margin:0;font:1.05em/1.6 serif}
main,.site{max-width:42em;margin:0 auto;padding:0 1em}
.site{font-family:sans-serif;padding-top:1em}
article{border-top:1px solid #8884;padding:1em 0}
.meta{font:.85em sans-serif;opacity:.7}
img{max-width:100%;height:auto}pre{overflow:auto}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A captured front page, ready to be shown or to be filled anew."""

    capture: PageCapture
    document: Document
    style: str
    """What is at hand of its styles, made safe."""
    listed: PostList | None
    """Where it lists posts, if that can be told."""
    linked: dict[str, int]
    """The numbers of the posts that it links to anywhere, by the address in the link."""


def read_frame(archive: OpenArchive, captures: PageCaptures, blog: ArchivedBlog, capture: PageCapture) -> Frame | None:
    """The captured page; None if it is not a page of HTML."""
    page = page_of_rendering(capture.rendering, ()) if capture.rendering else page_of_exchange(capture.exchange)
    parsed = try_parse(page)
    body = parsed.document.select_one("body") if parsed else None
    if parsed is None or body is None:
        return None
    document = parsed.document
    base = base_address(document, capture.exchange.address)
    mend(body, base)
    links = [(link.attr("href") or "").strip() for link in body.select("a[href]")]
    posts = posts_at(archive.database, blog.blog.url, dict.fromkeys(filter(None, links)))
    return Frame(
        capture=capture,
        document=document,
        style=_style(document, base, captures),
        listed=find_post_list(document, posts),
        linked=posts,
    )


def list_of_posts(frame: Frame | None) -> tuple[int, ...]:
    """The numbers of the posts that the page lists, in its order."""
    return tuple(dict.fromkeys(one.post for one in frame.listed.posts)) if frame and frame.listed else ()


def captured_page(archive: OpenArchive, blog: ArchivedBlog, frame: Frame, moment: PointInTime) -> str:
    """The captured page, labelled with when that was."""
    capture = frame.capture
    checked = (
        f" It had not changed when it was asked for again on {_minute(capture.seen_at.isoformat())}."
        if capture.seen_at.date() != capture.exchange.at.date()
        else ""
    )
    label = (
        f"<b>From an archive.</b> The front page of {_link(capture.exchange.address)} as it was captured on "
        f"{_minute(capture.exchange.at.isoformat())}; no post is known that came between then and "
        f"{escape(moment.written)}.{checked} Scripts were removed; pictures and styles are what the archive holds."
    )
    return _framed(archive, blog, frame, label)


def new_page(
    archive: OpenArchive, blog: ArchivedBlog, frame: Frame | None, posts: Sequence[ShownPost], moment: PointInTime
) -> str:
    """The posts in the frame, or on a plain page, labelled as a reconstruction with what it was made from."""
    label = _reconstruction(blog, frame, posts, moment)
    if frame is None or frame.listed is None:
        return _plain_page(archive, blog, posts, label)
    length = _usual_length(archive, frame.listed)
    replace_list(frame.listed, [_item(post, frame.listed, length) for post in posts])
    _remove_later_posts(archive, frame, moment)
    return _framed(archive, blog, frame, label)


def _remove_later_posts(archive: OpenArchive, frame: Frame, moment: PointInTime) -> None:
    """Take out of the frame what leads to posts that were not there yet, such as a list of recent ones at the side."""
    linked = some_posts(archive.database, sorted(set(frame.linked.values())))
    later = {
        stored.id
        for stored in linked
        if stored.post.published is not None and not moment.is_after(stored.post.published.iso)
    }
    for link in list(frame.document.select("body a[href]")):
        if frame.linked.get((link.attr("href") or "").strip()) in later:
            line = link.closest("li")
            (link if line is None or len(line.select("a")) > 1 else line).decompose()


def _reconstruction(blog: ArchivedBlog, frame: Frame | None, posts: Sequence[ShownPost], moment: PointInTime) -> str:
    if frame is not None and frame.listed is not None:
        made = (
            f"The frame around them is that of the page that was captured on "
            f"{_minute(frame.capture.exchange.at.isoformat())}, without its links to later posts."
        )
    elif frame is not None:
        made = "The place of the posts could not be found in the captured front page, so this page is plain."
    else:
        made = "The archive holds no capture of the front page, so this page is plain."
    rows = "".join(
        f"<li>{_link(post.url, post.title)}: version {post.version.number}, captured "
        f"{_minute(post.version.captured_at)}{_later(post)}</li>"
        for post in posts
    )
    unknown = sum(post.is_captured_later for post in posts)
    versions = (
        f"For {unknown} of them the archive has no version from that time and shows the first that it has. "
        if unknown
        else ""
    )
    return (
        f"<b>A reconstruction, not a capture.</b> How the front page of {_link(blog.blog.url)} may have looked at "
        f"{escape(moment.written)}: made from the posts that were published by then, each in the version of that time. "
        f'{versions}{made}<details style="{_LINK}"><summary>Posts and versions: {len(posts)}</summary>'
        f'<ul style="all:revert!important">{rows}</ul></details>'
    )


def _later(post: ShownPost) -> str:
    return ", after that time: it may have said something else then" if post.is_captured_later else ""


def _link(address: str, text: str | None = None) -> str:
    shown = escape(text or address)
    return f'<a href="{escape(address)}" style="{_LINK}">{shown}</a>' if address.startswith("http") else shown


def _minute(moment: str) -> str:
    return f"{escape(moment[:16].replace('T', ' '))} UTC"


def _framed(archive: OpenArchive, blog: ArchivedBlog, frame: Frame, label: str) -> str:
    body = frame.document.select_one("body") or Element("body")
    shown = _shown(archive, blog, sanitised_body(body))
    title = frame.document.select_one("title")
    return html_page(
        f'<div style="{_LABEL}">{label}</div>\n{shown}',
        title=" ".join((title.text if title else blog.blog.title or blog.blog.url).split()),
        style=frame.style,
        language=blog.blog.language,
        attributes=layout_attributes(frame.document),
    )


def _plain_page(archive: OpenArchive, blog: ArchivedBlog, posts: Sequence[ShownPost], label: str) -> str:
    name = escape(blog.blog.title or blog.blog.url)
    items = "".join(_article(post) for post in posts)
    body = Element("body")
    body.set_inner_html(f"<main>{items}</main>")
    subtitle = f"<p>{escape(blog.blog.subtitle)}</p>" if blog.blog.subtitle else ""
    return html_page(
        f'<div style="{_LABEL}">{label}</div>\n<header class="site"><h1>{name}</h1>{subtitle}</header>'
        f"{_shown(archive, blog, sanitised_body(body))}",
        title=blog.blog.title or blog.blog.url,
        style=_STYLE,
        language=blog.blog.language,
    )


def _article(post: ShownPost) -> str:
    meta = " · ".join(filter(None, (", ".join(post.version.post.authors), post.published)))
    title = f'<a href="{escape(post.url)}">{escape(post.title or "Untitled")}</a>'
    content = post.version.post.content_html
    return f'<article><h2>{title}</h2><p class="meta">{escape(meta)}</p><div>{content}</div></article>'


def _item(post: ShownPost, listed: PostList, length: int | None) -> str:
    """The post as the list shows its own: whole, its beginning, or its title."""
    link = f'<a href="{escape(post.url)}">{escape(post.title or post.url)}</a>'
    heading = _around(listed.heading, link) if listed.heading else link
    if length == 0:
        return _around(listed.item, heading) if listed.item else heading
    date = f"<p>{escape(post.published[:10])}</p>" if post.published else ""
    shown = post.version.post.content_html if length is None else _beginning(post.version.post.content_text, length)
    inner = f"{heading}{date}{_around(listed.content, shown)}"
    return _around(listed.item, _in_row(listed.item, inner)) if listed.item else inner


def _in_row(item: Shape, inner: str) -> str:
    return f"<td>{inner}</td>" if item.tag == "tr" else inner


def _around(shape: Shape, inner: str) -> str:
    css = f' class="{escape(shape.css_class)}"' if shape.css_class else ""
    return f"<{shape.tag}{css}>{inner}</{shape.tag}>"


def _beginning(text: str, words: int) -> str:
    """The first paragraphs, up to so many words."""
    paragraphs = []
    for line in text.split("\n"):
        parts = line.split()
        if len(parts) > words:
            paragraphs.append(" ".join(parts[:words]) + " …")
            break
        if parts:
            paragraphs.append(" ".join(parts))
            words -= len(parts)
    return "".join(f"<p>{escape(one)}</p>" for one in paragraphs)


def _usual_length(archive: OpenArchive, listed: PostList) -> int | None:
    """How many words of a post the list shows: None for all of them, 0 for its title only."""
    usual = listed.usual_words
    if usual < _TITLES_ONLY:
        return 0
    numbers = [one.post for one in listed.posts]
    sizes = {stored.id: count_words(stored.post.content_text) for stored in some_posts(archive.database, numbers)}
    whole = sorted(one.words / max(1, sizes.get(one.post, 0)) for one in listed.posts)
    return None if whole[len(whole) // 2] >= _WHOLE else usual


def _shown(archive: OpenArchive, blog: ArchivedBlog, body: Element) -> str:
    wanted = [MediaRef(address=address, kind="image") for address in pictures_of(body)]
    kept = kept_files(archive.database, blog.blog.url, wanted)
    files: dict[str, str] = {}
    room = MOST_PICTURE_BYTES
    for address, media in kept.items():
        content = _picture(archive, media, room)
        if content is not None:
            room -= len(content)
            files[address] = f"data:{media.media_type};base64,{b64encode(content).decode()}"
    return show_page(body, files)


def _picture(archive: OpenArchive, media: StoredMedia, room: int) -> bytes | None:
    path = kept_path(archive, media)
    if path is None or media.media_type not in _PICTURES:
        return None
    try:
        return path.read_bytes() if path.stat().st_size <= room else None
    except OSError:  # a damaged archive: `verify` tells
        return None


def _style(document: Document, base: str | None, captures: PageCaptures) -> str:
    """The styles of the page that it holds itself, or that were captured."""
    parts = []
    for source in style_sources(document)[:_MOST_STYLE_SHEETS]:
        if source.css:
            parts.append(safe_css(source.css))
            continue
        address = absolute(source.address, base)
        found = captures.file(address) if address else None
        if found is not None:
            content = decompress(found.body, found.header("Content-Encoding") or "", LARGEST_PAGE)
            parts.append(safe_css(content.decode("utf-8", "replace")))
    return "\n".join(parts)
