"""Older pages of a comment feed."""

from blogforever.frontier.feed_pages import OlderPage, older_page
from blogforever.frontier.platforms import platform_of_generator
from blogforever.model.blog import Platform
from blogforever.model.feed import Feed

_WITHOUT_PAGES = frozenset({"WordPress", "WordPress.com"})
"""Whose feeds of comments ignore the number of a page: every page is the first."""


def older_comments(
    feed: Feed, *, fetched: tuple[str, ...], new_comments: int, platform: Platform | None
) -> OlderPage | None:
    """The page that comes after `feed`, which was fetched last and brought so many comments that were not known.

    `fetched` are the addresses of all its pages so far, the feed's own first.
    """
    found = older_page(feed, fetched=fetched, new_entries=new_comments, platform=platform)
    name = platform_of_generator(feed.generator or "") or (platform.name if platform else "")
    return None if found is not None and found.guess and name in _WITHOUT_PAGES else found
