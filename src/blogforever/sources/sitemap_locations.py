"""Where sitemaps lie, and what their names show of their content."""

import re

from blogforever.model.blog import Platform
from blogforever.urls.normalize import absolute, canonical
from blogforever.urls.shape import path_of

MOST_NAMED = 100
"""Sitemaps that are taken from one robots.txt."""

_USUAL = ("sitemap.xml", "sitemap_index.xml", "sitemap-index.xml", "sitemap.xml.gz")
"""Where to look when nothing is known, the most common first. Each costs a request."""
_BY_PLATFORM = {
    "WordPress": ("wp-sitemap.xml", "sitemap_index.xml", "sitemap.xml"),
    "Astro": ("sitemap-index.xml", "sitemap.xml"),
    "Gatsby": ("sitemap/sitemap-index.xml", "sitemap-index.xml", "sitemap.xml"),
    "Nikola": ("sitemapindex.xml", "sitemap.xml"),
    "MkDocs": ("sitemap.xml", "sitemap.xml.gz"),
    "Next.js": ("sitemap.xml", "sitemap-0.xml"),
}
_JUST_ONE = frozenset({
    "WordPress.com", "Blogger", "Ghost", "Medium", "Substack", "Tumblr", "Squarespace", "Wix", "Weebly", "Webflow",
    "Hugo", "Jekyll", "Hexo", "Octopress", "Zola", "Docusaurus", "Bear Blog", "WriteFreely", "micro.blog", "Drupal",
})  # fmt: skip
"""Software that has its sitemap at /sitemap.xml or nowhere."""
_SURE_ENOUGH = 0.7

_LISTS = frozenset({
    "tag", "tags", "category", "categories", "cat", "tax", "taxonomy", "taxonomies", "author", "authors", "user",
    "users", "archive", "archives", "label", "labels", "topic", "topics", "series", "month", "year",
})  # fmt: skip
_PAGES = frozenset({
    "page", "pages", "misc", "product", "products", "attachment", "attachments", "event", "events", "portfolio",
})  # fmt: skip
_POSTS = frozenset({
    "post", "posts", "article", "articles", "blog", "blogs", "entry", "entries", "news", "story", "stories",
})  # fmt: skip
_ROBOTS_LINE = re.compile(r"^[ \t\ufeff]*site-?map[ \t]*:[ \t]*([^\s#]+)", re.IGNORECASE | re.MULTILINE)


def usual_sitemaps(start: str, *, platform: Platform | None = None) -> tuple[str, ...]:
    """Where a sitemap may lie when neither robots.txt nor the page names one: few, likeliest first."""
    names: tuple[str, ...] = _USUAL
    if platform is not None and platform.sure >= _SURE_ENOUGH:
        names = _BY_PLATFORM.get(platform.name, ("sitemap.xml",) if platform.name in _JUST_ONE else _USUAL)
    start = canonical(start).partition("?")[0]
    folder, root = absolute("./", start), absolute("/", start)
    # A blog in a folder of its own seldom has its posts in the sitemap of the whole host.
    found = [*(absolute(name, folder) for name in names), absolute(names[0], root)]
    return tuple(dict.fromkeys(address for address in found if address))


def robots_sitemaps(text: str, *, address: str | None = None) -> tuple[str, ...]:
    """The sitemaps that a robots.txt names. `address` is where it came from, for those that are relative."""
    found = (absolute(line.group(1), address) for line in _ROBOTS_LINE.finditer(text[:500_000]))
    return tuple(dict.fromkeys(named for named in found if named))[:MOST_NAMED]


def sitemap_hint(address: str) -> str | None:
    """What a sitemap holds, from its name: posts, pages or lists; None when its name does not show."""
    path = path_of(address[:2_000].partition("?")[0])
    words = set(re.findall(r"[a-z]+", path.rpartition("/")[2].lower()))
    # The order matters: post_tag-sitemap.xml holds tags, wp-sitemap-posts-page-1.xml holds pages.
    if words & _LISTS:
        return "lists"
    if words & _PAGES:
        return "pages"
    return "posts" if words & _POSTS else None
