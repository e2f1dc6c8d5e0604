"""A blog as a whole: what it says of itself, and what was found out [BF Table 4]."""

from dataclasses import dataclass, field
from datetime import datetime

from blogforever.model.moment import Moment
from blogforever.model.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The software that a blog is made with."""

    name: str
    version: str | None = None
    reason: str = ""
    """The clue that decided: "meta generator: WordPress 6.1"."""
    sure: float = 0.0
    """0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFeed:
    """A feed of the blog, as it was when it was fetched."""

    address: str
    role: str = "main"
    """main, category, comments, language, other, guess, older page."""
    format: str | None = None
    """rss20, atom10 …; None when it was not fetched."""
    title: str | None = None
    entries: int = 0
    text: str | None = None
    """full text, excerpt, summary in other words, titles only."""
    reason: str = ""
    """Why it was believed to be a feed of this role, or what was wrong with it."""
    updated: Moment | None = None


_PARTIAL = frozenset({"comments", "category", "older page"})
"""Roles of feeds that do not have all the newest posts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blog:
    """What is known about a blog. What nobody stated is None."""

    url: str
    """Where the blog lives now, after redirects."""
    title: str | None = None
    subtitle: str | None = None
    aliases: tuple[str, ...] = ()
    """Other addresses of the blog: the one that was given, hosts it moved from."""
    language: str | None = None
    encoding: str | None = None
    platform: Platform | None = None
    feeds: tuple[KnownFeed, ...] = ()
    sitemaps: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    rights: str | None = None
    """The copyright line of the feed or page, as written."""
    license: str | None = None
    """The address of a licence (rel=license, Creative Commons)."""
    status_code: int | None = None
    hosting_ip: str | None = None
    last_activity: str | None = None
    """ISO 8601: the newest date of a post."""
    post_frequency: float | None = None
    """Posts a month, over the time from the first to the last post."""
    update_frequency: str | None = None
    """What the feed asks of its readers (sy:updatePeriod, ttl), as written."""

    @property
    def main_feed(self) -> KnownFeed | None:
        """The feed of all its posts; one that was found by a guess is as good where no page names any."""
        feeds = [feed for feed in self.feeds if feed.role not in _PARTIAL and feed.format is not None]
        return next((feed for feed in feeds if feed.role == "main"), feeds[0] if feeds else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPost:
    """A post that the archive holds."""

    address: str
    seen: datetime
    """When a harvest or an update last had its page."""
    changed: datetime
    """When its newest version was captured."""
    is_gone: bool = False
    """The blog did not have it any more when it was last looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBlog:
    """What the archive knows of a blog when it is visited again."""

    blog: Blog
    posts: dict[str, KnownPost]
    """By their keys."""
    rules: RuleSet | None = None
    aliases: dict[str, str] = field(default_factory=dict)
    """Keys of other addresses of posts, and the key of the post that each leads to."""
    media: frozenset[str] = frozenset()
    """Addresses of the media that the archive has."""
    sitemaps: tuple[str, ...] = ()
    """Where sitemaps were found."""
    rest_root: str | None = None
    """The root of WordPress's programming interface, where it answered."""
    listed: datetime | None = None
    """When one of these was asked last."""

    def post_at(self, key: str) -> KnownPost | None:
        """The post with an address of this key."""
        return self.posts.get(self.aliases.get(key, key)) or self.posts.get(key)
