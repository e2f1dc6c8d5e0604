"""A post: what one page of a blog says, with evidence for each field."""

from dataclasses import dataclass, field
from enum import StrEnum

from blogforever.model.comment import Comment
from blogforever.model.moment import Moment


class Source(StrEnum):
    """Where an extracted value came from."""

    RULE = "rule"
    METADATA = "metadata"
    GENERAL = "general extractor"
    CONSTANT = "constant"
    ADDRESS = "address"
    FEED = "feed"
    NO_TEXT = "no text"
    """The place of the article is known, and holds pictures, an embed or nothing, but no words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldEvidence:
    """Why a post's field has its value."""

    value_from: Source
    rule: str | None = None
    """The rule as CSS, or the name of the metadata (og:title, JSON-LD datePublished)."""
    confidence: float = 0.0
    """0 to 1: for a rule how well it did on the training pages."""


class LinkKind(StrEnum):
    """Where a link leads, as far as the page alone tells."""

    SAME_BLOG = "this blog"
    OTHER_BLOG = "other blog"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link inside the article."""

    address: str
    text: str
    kind: LinkKind


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaRef:
    """A picture, sound, film, player or file that the article shows or offers."""

    address: str
    kind: str
    """image, audio, video, player or attachment."""
    alternatives: tuple[str, ...] = ()
    """Other sizes and formats of the same thing (srcset, source elements)."""
    text: str = ""
    """Alternative text, caption or link text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One page read as a post. What the page does not show is None or empty, never invented."""

    url: str | None
    aliases: tuple[str, ...] = ()
    id: str | None = None
    title: str | None = None
    subtitle: str | None = None
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    updated: Moment | None = None
    content_html: str = ""
    """The article as archival HTML: absolute links, no scripts, no event handlers."""
    content_html_unpruned: str = ""
    """The same before share bars, related posts and the like were cut."""
    content_text: str = ""
    """What a reader sees as the article."""
    tags: tuple[str, ...] = ()
    language: str | None = None
    """ISO 639 code identified from the text."""
    declared_language: str | None = None
    """What the page says (html lang, og:locale)."""
    links: tuple[Link, ...] = ()
    media: tuple[MediaRef, ...] = ()
    fit: float = 0.0
    """0 to 1: how well the page fits the blog's rules; under 0.5 it is probably no post."""
    template: str | None = None
    """Which of the blog's templates the page follows; None when none matched."""
    evidence: dict[str, FieldEvidence] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()
    """Those on its page, where a page is read by itself. A harvest finds them elsewhere too, and keeps them apart."""
    robots_directives: tuple[str, ...] = ()
    """What the page says to robots about itself: noindex, noarchive …"""
    problems: tuple[str, ...] = ()
    """What was wrong with the page: truncated, wrong charset, too deep …"""
