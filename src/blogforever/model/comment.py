"""A comment: what somebody said about a post, kept apart from the article and referring to it [OS 4.2]."""

from dataclasses import dataclass
from enum import StrEnum

from blogforever.model.moment import Moment


class CommentKind(StrEnum):
    """What sort of reaction it is."""

    COMMENT = "comment"
    PINGBACK = "pingback"
    TRACKBACK = "trackback"
    WEBMENTION = "webmention"


class CommentStatus(StrEnum):
    """What became of it."""

    SHOWN = "shown"
    WAITING = "awaiting moderation"
    DELETED = "deleted"
    """The page shows that there was one, without its text."""
    GONE = "gone"
    """The archive has it, and the blog no longer shows it."""


class CommentSource(StrEnum):
    """Where a comment was found."""

    PAGE = "page"
    BROWSER = "browser"
    """The page, after its scripts had run."""
    API = "platform API"
    FEED = "comment feed"


IN_BROWSER = ", in a browser"
"""How `read_by` ends for comments that only a browser shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """One comment. What nobody stated is None or empty, never invented."""

    id: str
    """Unique within its post: the number that page, feed and platform give it, else made from what it says."""
    author: str | None = None
    author_url: str | None = None
    avatar: str | None = None
    published: Moment | None = None
    content_html: str = ""
    """As archival HTML: absolute links, no scripts."""
    content_text: str = ""
    """What a reader sees."""
    parent: str | None = None
    """The id of the comment that it answers."""
    url: str | None = None
    """Its permalink."""
    kind: CommentKind = CommentKind.COMMENT
    status: CommentStatus = CommentStatus.SHOWN
    source: CommentSource = CommentSource.PAGE
    read_by: str = ""
    """How it was found: by "WordPress markup", "learned rule: comments 1", "repeated nodes", "comment feed" or
    "platform API"; ends with ", in a browser" where only that shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discussion:
    """The comments that one source (a page, a feed, an answer of an API) has of one post, in its order."""

    comments: tuple[Comment, ...] = ()
    declared_count: int | None = None
    """How many there are by the source's own word ("12 comments"), whether it shows them or not."""
    more: tuple[str, ...] = ()
    """Addresses of the other pages of these comments."""
    cut: bool = False
    """Not all could be read: a limit cut them off."""
    read_by: str = ""
    """What read them: the name of the markup or rule; "" when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentMarkup:
    """How comments stand on a page, as CSS selectors: of a known system, or learned from a comment feed.

    All but `comment` and `area` are looked for inside the comment's own node, and outside the comments nested in it.
    Several selectors with commas between them are alternatives.
    """

    name: str
    comment: str
    """One node for each comment; nodes may be nested as answers are."""
    beside: str = ""
    """The siblings after the comment's node, up to the next one, that belong to it: the `dd` of a `dt`."""
    content: str = ""
    """The node or nodes with the comment's words; empty: the comment's node itself, less the other parts."""
    cut: str = ""
    """What is no word of the comment's inside its content: buttons, signatures of the system."""
    author: str = ""
    author_url: str = ""
    """A link; empty: the link in or around the author's node."""
    published: str = ""
    """A node with the date as text, or in a `datetime` or `title` attribute."""
    permalink: str = ""
    avatar: str = ""
    reply_to: str = ""
    """A link to, or a node with an attribute that names, the comment that this one answers; nesting goes first."""
    deleted: str = ""
    """Matches inside the node of a comment that is shown as deleted."""
