"""A blog as a whole: what it says of itself, and what was found out [BF Table 4]."""

from dataclasses import dataclass

from blogforever.model.moment import Moment


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
