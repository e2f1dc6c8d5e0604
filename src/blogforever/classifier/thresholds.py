"""The numbers of the classifier that were set by hand; everything else in its models is fitted (`make fit`).

    make fit FIT_ARGS="--only post --vary well_known"      F1 of post or not for values around the present one

docs/why/post-or-not.md lists them with what they do, and those that live elsewhere.
"""

from dataclasses import dataclass

# Which text of a page is its article (blocks, features, compare_pages, expected_article).

ENOUGH_PAGES = 4
"""Other pages of the blog that are needed before a block that most of them have counts as boilerplate."""
BOILERPLATE_SHARE = 0.5
"""A block that more than this share of the other pages have too is boilerplate."""
FRAME_END = 4
"""Words at both ends by which a sentence that a theme fills in is recognised."""
SHORTEST_FRAME = 12
"""Words that such a sentence has at least: in a shorter one both ends are nearly all of it."""
LONGEST_FRAME = 80
"""Words that such a sentence has at most: longer ones are prose that happens to begin and end alike."""
LINE_WORDS = 25
"""Words of a block that may still be a byline or a dateline; a longer one that holds a date is prose."""
LISTED_EXCERPT = 0.3
"""A block on more than this share of the other pages is rather a list of latest posts than the excerpt's place."""
SHORT_POST_WORDS = 120
"""Words of a short post: what is too much on a page counts as it would on a post of this length."""

# Whether a page is a post, by the page alone (page_model).

HARDLY_ANY_WORDS = 8
"""A text with fewer words is hardly any, unless it has three times as many characters: not every script has spaces."""
FAR_MORE_MATCHES = 2
"""More nodes than this beyond the usual number: the article rule matches far more often than on posts."""
MORE_DATES = 1
"""More nodes than this beyond the usual number: the date rule matches more often. A related post may show a date."""
TITLE_START = 40
"""Characters of the title that must stand in the title element, which often cuts long titles."""
MOSTLY_LINKS = 0.5
"""A text of which more than this share stands in links is mostly links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostThresholds:
    """Whether a page is a post, when all pages of the blog are known (post_classifier)."""

    usual_fit: float = 1.5
    """The fit (log-odds by the page alone) of the feed's own pages on a blog whose rules work well."""
    nearly: float = 0.7
    """On a blog where they fit worse, a page that is at most so much below them is as the feed's own pages are."""
    few_named: int = 3
    """Pages that a feed must name before their fit says what is usual on the blog."""
    enough_entries: int = 10
    """Entries after which a feed's addresses are believed to show all forms of a post's address."""
    dated_entries: float = 0.3
    """Where more than this share of the feed's addresses are those of a day or a month, posts have such addresses."""
    few_pages: int = 10
    """On a blog with fewer pages, how many link to a page says nothing about it."""
    well_known: float = 0.3
    """Posts that this share of all pages link to stand in menus: links to them do not make a list."""
    most_pages: float = 0.4
    """A page to which so much larger a share of the pages links than to the usual post stands in the menu."""
    usual_announced: float = 2.0
    """Posts that a post links to, where the feed's own pages do not show it: the one before and the one after."""
    most_below: float = 3.0
    """At most so much counts that posts lie below a page (a logarithm: 19 posts); for the home page always."""
