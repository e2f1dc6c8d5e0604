"""A web feed: what a blog says of itself and of its latest posts."""

from dataclasses import dataclass
from enum import StrEnum

from blogforever.model.moment import Moment


class FeedText(StrEnum):
    """How much of each post a feed carries."""

    FULL = "full text"
    EXCERPT = "excerpt"
    SUMMARY = "summary in other words"
    TITLES = "titles only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enclosure:
    """A file that a feed entry carries, such as a podcast episode."""

    address: str
    media_type: str | None = None
    length: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One post as its feed announces it. Every field that the feed leaves out is None or empty."""

    address: str | None
    """The post's page: the entry's link after repair, absolute."""
    id: str | None = None
    """guid, atom:id or JSON Feed id, as written."""
    title: str | None = None
    """Plain text, entities decoded, spaces folded."""
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    updated: Moment | None = None
    html: str = ""
    """The longest text that the entry carries, as HTML, as written."""
    text: str = ""
    """The same as a reader sees it, without what only the feed adds."""
    truncated: bool = False
    """The text breaks off: it ended in a mark of omission or a link to read on (taken off from `text`)."""
    summary: str = ""
    """Text of a separate summary (description beside content:encoded), if there is one."""
    tags: tuple[str, ...] = ()
    """Tags and categories alike, in the feed's order, as shown."""
    enclosures: tuple[Enclosure, ...] = ()
    comments_address: str | None = None
    """The page with the comments (rss:comments)."""
    comments_feed: str | None = None
    """wfw:commentRss, or thr:replies of a feed type."""
    comment_count: int | None = None
    """slash:comments or thr:total."""
    aliases: tuple[str, ...] = ()
    """Other addresses that the entry gives for the same post (permalink guid, feedburner link)."""
    author_url: str | None = None
    """The page of the first author, absolute."""
    author_image: str | None = None
    """The picture of the first author, absolute."""
    answers: str | None = None
    """The id of what the entry answers, as written: of a post (thr:in-reply-to) or of another comment."""
    answers_address: str | None = None
    """The page of the post that the entry answers, absolute (thr:in-reply-to)."""

    @property
    def dated(self) -> Moment | None:
        """When the post was published as far as the entry tells: a feed without that states the last change."""
        return self.published or self.updated


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A parsed feed."""

    address: str | None
    format: str
    """rss090 … rss20, rss10 (RDF), atom03, atom10, json1 …; 'unknown' when the root says nothing."""
    title: str | None = None
    subtitle: str | None = None
    home: str | None = None
    """The blog's own address, absolute."""
    language: str | None = None
    generator: str | None = None
    authors: tuple[str, ...] = ()
    """Authors stated for the whole feed."""
    updated: Moment | None = None
    ttl: int | None = None
    """Minutes for which the feed asks not to be fetched again."""
    update_period: str | None = None
    update_frequency: int | None = None
    skip_hours: tuple[str, ...] = ()
    """Hours of the day in UTC in which nothing is published, as written (RSS skipHours)."""
    skip_days: tuple[str, ...] = ()
    """Days of the week, by their English names, as written (RSS skipDays)."""
    time_elements: tuple[str, ...] = ()
    """The elements about time that it has, by their own names: "feed: ttl", "entry: pubDate"."""
    hub: str | None = None
    """WebSub hub."""
    image: str | None = None
    rights: str | None = None
    next_page: str | None = None
    """RFC 5005 next or prev-archive."""
    entries: tuple[FeedEntry, ...] = ()
    total: int | None = None
    """How many entries there are in all, shown or not, by the feed's own word (openSearch:totalResults)."""
    text_kind: FeedText = FeedText.TITLES
    """How much of each post it carries, judged from the feed alone; learning looks at the pages too."""
    text_kind_reason: str = ""
    damage: tuple[str, ...] = ()
    """What was wrong with the bytes: empty for a sound feed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFeed:
    """An address that may be a feed, and why it was put where it is in the list."""

    address: str
    title: str | None
    media_type: str | None
    role: str
    """main, category, comments, language, other or guess."""
    reason: str
