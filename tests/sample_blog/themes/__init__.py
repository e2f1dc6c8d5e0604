"""One file per theme: where its posts live (`path`), how a post's page looks (`post_page`), and any other page."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.sample_blog.site import Site
from tests.sample_blog.themes import blogger, loose, tables, utility, wordpress
from tests.sample_blog.writing import SamplePost


@dataclass(frozen=True, slots=True)
class Theme:
    """How a blog looks."""

    path: Callable[[SamplePost], str]
    post_page: Callable[[SamplePost, Site], str]
    other_page: Callable[[str, str, Site], str]
    """A page that is no post, from its title and markup."""


THEMES = {
    "wordpress": Theme(wordpress.path, wordpress.post_page, wordpress.other_page),
    "blogger": Theme(blogger.path, blogger.post_page, blogger.other_page),
    "tables": Theme(tables.path, tables.post_page, tables.other_page),
    "utility": Theme(utility.path, utility.post_page, utility.other_page),
    "loose": Theme(loose.path, loose.post_page, loose.other_page),
}
