"""Apply a markup to a page: its comments as drafts, in the page's order.

page → comment nodes → wrappers of one comment become one → each node, without the answers inside it → draft
"""

import re
from dataclasses import dataclass, field
from html import escape

from blogforever.dom.archival import archival_html, mend
from blogforever.dom.reading import reading_text
from blogforever.dom.tree import Document, Element, parse_text
from blogforever.extract.comments.nodes import (
    MOST,
    NUMBER,
    comment_nodes,
    depths_of,
    element_before,
    nest,
    number_before,
    number_inside,
)
from blogforever.extract.comments.parts import PageContext, Parts, cut_meta
from blogforever.extract.comments.phrases import DELETED, WAITING
from blogforever.extract.comments.systems import COMMON
from blogforever.model.comment import CommentKind, CommentMarkup, CommentStatus
from blogforever.model.moment import Moment
from blogforever.text.comment_ids import comment_id
from blogforever.text.words import tidy
from blogforever.urls.normalize import absolute

_CUT = (
    f"{COMMON.cut}, a[href*='replytocom'], a[href*='#respond'], a[href*='/comment/reply/'], a[href*='#comment-form'], "
    "a[href*='delete-comment'], noscript"
)
_UNREAD = "script, style, template"
"""What has text that no reader sees."""
_SHOWN = 600
"""Where a page states that a comment is waiting or deleted, it does so among the first characters."""


@dataclass(slots=True, kw_only=True)
class Draft:
    """A comment as its node shows it; the thread is not known yet."""

    number: str = ""
    anchor: str = ""
    """The id of its node."""
    author: str | None = None
    author_url: str | None = None
    avatar: str | None = None
    published: Moment | None = None
    html: str = ""
    text: str = ""
    url: str | None = None
    kind: CommentKind = CommentKind.COMMENT
    status: CommentStatus = CommentStatus.SHOWN
    inside: "Draft | None" = None
    """The draft in whose node this one's stands."""
    depth: int | None = None
    answers: str | None = None
    """The number of the comment that it answers."""
    nameless: bool = False
    """Where a name would stand there are the words."""

    def mend(self) -> None:
        """A comment that is nothing but a name is words without one: some systems ask for no name."""
        is_words = self.author and not self.text and "<img" not in self.html and not self.number
        if is_words and self.kind is CommentKind.COMMENT and self.status is CommentStatus.SHOWN:
            self.text, self.html, self.author = self.author or "", f"<p>{escape(self.author or '')}</p>", None
            self.nameless = True

    @property
    def says_something(self) -> bool:
        """True for what is worth a record."""
        if self.status is CommentStatus.DELETED or self.kind is not CommentKind.COMMENT:
            return True
        if not self.text and "<img" not in self.html:
            return bool(self.number and self.author and self.published)
        return bool(self.author or self.published)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentReading:
    """What one markup reads on a page."""

    name: str = ""
    """Of the markup; "" when nothing was read."""
    drafts: list[Draft] = field(default_factory=list)
    cut: bool = False
    """There are more than are read."""


def read_by(
    work: Document, markup: CommentMarkup, context: PageContext, article: Element | None = None
) -> CommentReading:
    """The comments that the markup finds. Takes the page apart: `work` is a copy that nobody else needs."""
    return read_nodes(comment_nodes(work, markup, article), markup, context)


def read_nodes(nodes: list[Element], markup: CommentMarkup, context: PageContext) -> CommentReading:
    """A draft for each comment among the nodes, which are taken out of their tree."""
    whole = nest(nodes[: 2 * MOST])
    nested = whole[:MOST]
    parts = Parts(markup, context)
    depths = depths_of([node for node, _, _ in nested])
    pings = [kind_of(node) for node, _, _ in nested]
    before = [number_before(node) for node, _, _ in nested]
    drafts: list[Draft] = []
    shelf = parse_text("<div>").select("div")[0]  # selectors need a whole tree around the node that they search
    for (node, _, number), anchor, depth, kind in reversed(list(zip(nested, before, depths, pings, strict=True))):
        # The last node goes first, so that a node has lost all answers inside it when its turn comes.
        shelf.append(node)
        draft = _read(node, parts, markup, context)
        draft.number = number or draft.number or anchor
        draft.depth = depth
        if kind is not CommentKind.COMMENT:
            draft.kind = kind
        drafts.append(draft)
    drafts.reverse()
    for draft, (_, outer, _) in zip(drafts, nested, strict=True):
        draft.inside = drafts[outer] if outer is not None else None
    return CommentReading(
        name=markup.name, drafts=_without_empty(drafts), cut=len(nodes) > 2 * MOST or len(whole) > len(nested)
    )


def _read(node: Element, parts: Parts, markup: CommentMarkup, context: PageContext) -> Draft:
    node.remove(_UNREAD)
    draft = Draft(anchor=node.attr("id") or "")
    shown = tidy(node.text)[:_SHOWN]
    draft.number = number_inside(node)
    draft.published, dated = parts.published(node)
    draft.author, named = parts.author(node, dated)
    draft.author_url = _author_url(node, named, markup, context)
    draft.avatar = _avatar(node, parts, context)
    draft.url = _permalink(node, parts, context)
    draft.answers = _answered(node, parts)
    if not draft.number and draft.url and NUMBER.fullmatch(number := comment_id(draft.url)):
        draft.number = number
    if lead := PING_LEAD.match(shown):
        draft.kind = CommentKind(lead[1].lower())
        if draft.author is None and (named := node.select_one("a[href]")) is not None:
            draft.author = tidy(named.text) or None
            draft.author_url = _author_url(node, named, markup, context)
    if WAITING.search(shown):
        draft.status = CommentStatus.WAITING
    _read_content(node, draft, (named, dated), parts, markup, context)
    if draft.kind is CommentKind.COMMENT and PING_EXCERPT.fullmatch(draft.text):
        draft.kind = CommentKind.PINGBACK
    deleted = ", ".join(filter(None, (markup.deleted, COMMON.deleted)))
    if DELETED.match(draft.text) or node.select_one(deleted) is not None:
        draft.status = CommentStatus.DELETED
    return draft


def _read_content(
    node: Element,
    draft: Draft,
    stated: tuple[Element | None, ...],
    parts: Parts,
    markup: CommentMarkup,
    context: PageContext,
) -> None:
    words = [draft.author or "", draft.published.written if draft.published else ""]
    htmls, texts = [], []
    for part in parts.content(node):
        cut_meta(part, node, [element for element in stated if element is not None], [word for word in words if word])
        part.remove(f"{markup.cut}, {_CUT}" if markup.cut else _CUT)
        htmls.append(archival_html(part, mend(part, context.base), context.base))
        texts.append(reading_text(part))
    draft.html = "\n".join(filter(None, htmls))
    draft.text = "\n".join(filter(None, texts))


def _author_url(node: Element, named: Element | None, markup: CommentMarkup, context: PageContext) -> str | None:
    link = node.select_one(markup.author_url) if markup.author_url else None
    if link is None and named is not None:
        link = named.closest("a[href]") or next(
            (link for link in named.select("a[href]") if link.text.strip()), named.select_one("a[href]")
        )
    href = link.attr("href") if link is not None else None
    address = absolute(href, context.base) if href and not href.startswith("#") else None
    if not address or _same_page(address, context.address) or "#comment" in address:
        return None
    return address


def _same_page(address: str, page: str | None) -> bool:
    return bool(page) and address.partition("#")[0].rstrip("/") == (page or "").partition("#")[0].rstrip("/")


def _avatar(node: Element, parts: Parts, context: PageContext) -> str | None:
    picture = next(parts.candidates(node, "avatar"), None)
    if picture is None:
        return None
    written = picture.attr("data-src") or picture.attr("src")
    return absolute(written, context.base) if written else None


def _permalink(node: Element, parts: Parts, context: PageContext) -> str | None:
    for link in parts.candidates(node, "permalink"):
        href = link.attr("href") or ""
        if href not in {"", "#"} and "replytocom" not in href and "#respond" not in href:
            return absolute(href, context.base)
    return None


def _answered(node: Element, parts: Parts) -> str | None:
    for name in ("data-parent-id", "data-parent", "data-comment-parent", "data-reply-to", "data-in-reply-to"):
        if value := node.attr(name):
            return comment_id(value)
    for element in parts.candidates(node, "reply_to"):
        for name in (
            "href",
            "data-parent-id",
            "data-parent",
            "data-comment-parent",
            "data-reply-to",
            "data-in-reply-to",
        ):
            value = element.attr(name)
            if value and NUMBER.fullmatch(number := comment_id(value)):
                return number
    return None


def _without_empty(drafts: list[Draft]) -> list[Draft]:
    for draft in drafts:
        draft.mend()
    for draft in drafts:
        while draft.inside is not None and not draft.inside.says_something:
            draft.inside = draft.inside.inside
    return [draft for draft in drafts if draft.says_something]


_PING = re.compile(r"\b(?:pingback|trackback|webmention|pings?)\b", re.IGNORECASE)
_PING_LISTS = (
    ".pinglist, .pingbacklist, .trackbacklist, .pingbacks, .trackbacks, #pings, #pingbacks, #trackbacks, .pings"
)
PING_EXCERPT = re.compile(r"\[(?:…|\.{3})\].*\[(?:…|\.{3})\]", re.DOTALL)
"""How WordPress quotes a page that links to a post."""
_PING_HEADING = re.compile(
    r"\W*(?:\d+\s+)?(?:pingbacks?|trackbacks?|(?:trackbacks?|pingbacks?)\W+(?:and|&|und|et|e|y)?\W*"
    r"(?:pingbacks?|trackbacks?))\b",
    re.IGNORECASE,
)
PING_LEAD = re.compile(r"\s*(pingback|trackback)\b", re.IGNORECASE)
_LONGEST_HEADING = 200


def kind_of(node: Element) -> CommentKind:
    """The kind that the node's class, list or heading names."""
    found = _PING.search(node.attr("class") or "")
    listed = node.closest(_PING_LISTS) is not None or _is_listed_as_ping(node)
    name = found[0].lower() if found else "pingback" if listed else ""
    if name in {"webmention", "trackback"}:
        return CommentKind(name)
    return CommentKind.PINGBACK if name else CommentKind.COMMENT


def _is_listed_as_ping(node: Element) -> bool:
    """True when the list with the node stands under a heading for pingbacks."""
    above = node.parent
    if not isinstance(above, Element) or above.tag not in {"ol", "ul", "dl"}:
        return False
    before = element_before(above)
    return (
        before is not None
        and before.tag in {"h2", "h3", "h4", "h5", "h6"}
        and _PING_HEADING.match(tidy(before.text)[:_LONGEST_HEADING]) is not None
    )
