"""The whole blog: posts with their truth, pages, feeds."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.sample_blog.feeds import FeedShape, write_feed
from tests.sample_blog.site import Site, link
from tests.sample_blog.themes import THEMES
from tests.sample_blog.writing import SamplePost, write_posts

TITLE = "Tidewater Notebook"
HOME = "https://tidewater.example/"


@dataclass(frozen=True, slots=True)
class SampleBlog:
    """A blog of which everything is known."""

    site: Site
    pages: dict[str, bytes]
    """Every page of the blog by its address: the posts', and some that are no posts."""
    truth: dict[str, SamplePost]
    """The posts by the addresses of their pages, newest first."""
    in_feed: tuple[SamplePost, ...]
    """The posts that the feed announces."""
    old: frozenset[int]
    """Numbers of the posts that still wear the old theme."""

    def address_of(self, post: SamplePost) -> str:
        """Where the post's page is."""
        return next(address for address, one in self.truth.items() if one is post)

    def feed(self, shape: FeedShape = FeedShape(), address_of: Callable[[SamplePost], str] | None = None) -> bytes:  # noqa: B008 - frozen
        """The feed's bytes; `address_of`: what it gives as a post's link, if not the address of its page."""
        return write_feed(self.site, self.in_feed, address_of or self.address_of, shape)

    @property
    def others(self) -> dict[str, bytes]:
        """The pages that are no posts."""
        return {address: page for address, page in self.pages.items() if address not in self.truth}


def make_blog(
    *,
    theme: str = "wordpress",
    posts: int = 24,
    feed: int = 10,
    seed: int = 1,
    old_theme: str | None = None,
    old_posts: int = 0,
) -> SampleBlog:
    """A blog of so many posts, the latest `feed` of them in its feed, the `old_posts` oldest in another theme."""
    written = write_posts(posts, seed)
    old = frozenset(post.number for post in written[posts - old_posts :]) if old_theme else frozenset()
    site = Site(TITLE, HOME, written)
    pages: dict[str, bytes] = {}
    truth: dict[str, SamplePost] = {}
    for post in written:
        worn = THEMES[old_theme if old_theme and post.number in old else theme]
        address = HOME + worn.path(post)
        truth[address] = post
        pages[address] = worn.post_page(post, site).encode()
    listing = "".join(f"<p>{link(address, post.title)}</p>" for address, post in truth.items())
    pages[HOME] = THEMES[theme].other_page("Latest posts", listing, site).encode()
    about = "<p>Four people and a shed. We write down what breaks, what grows and what we had for tea.</p>"
    pages[HOME + "about"] = THEMES[theme].other_page("About us", about, site).encode()
    return SampleBlog(site, pages, truth, written[:feed], old)


def with_feed(blog: SampleBlog, posts: tuple[SamplePost, ...]) -> SampleBlog:
    """The same blog with other posts in its feed."""
    return replace(blog, in_feed=posts)
