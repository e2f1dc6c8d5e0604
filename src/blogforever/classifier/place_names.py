"""What people call the parts of their pages: vocabularies for ids and class names, as data.

Each entry is a kind of place and the words that name it. A word counts as a whole part of a name:
"site-footer", "siteFooter" and "footer" all name a footer, "afooter" does not. Of two kinds the first listed counts.
"""

import re

BODY = (
    "entry-content|post-content|article-content|blog-content|single-content|content-body|post-body|entry-body|"
    "article-body|articlebody|blogpost|blog-post-body|e-content|markdown-body|post-text|entry-text|post-entry|postentry|"
    "story-body|storycontent|post-inner|post-main|asset-content|asset-body|entry-inner|page-content|article-entry|"
    "post__content|post__body|prose|main-text|bodytext|postcontent|entrycontent|blogbody|entrybody|article__content|articlecontent"
)
"""The article itself."""

POST = "post|article|entry|hentry|story|blog-post|single"
"""The post with its head and foot."""

PLACES: dict[str, str] = {
    "comments": "comments?|respond|disqus|reply|replies|discussion|commentlist|trackbacks?|pingbacks?|webmentions?|"
    "utterances|giscus|isso|kommentare?|commentaires?|comentarios|commenti",
    "side": "sidebar|side|widgets?|aside|blogroll|secondary|rightcol|leftcol|right-col|left-col|rail",
    "navigation": "nav|navbar|navi|navigation|menu|breadcrumbs?|pagination|pager|paging|prev|next|previous|older|newer|"
    "prevnext|skip|topbar|masthead",
    "related": "related|recommended|recommendations|popular|recent|similar|yarpp|jp-relatedposts|more-posts|read-next|"
    "readnext|you-may|suggested|others|latest|archives?",
    "sharing": "share|sharing|sharedaddy|social|addthis|addtoany|a2a|shariff|tweet|facebook|like|likes|sociable|"
    "bookmark|feedflare|ssba|heateor|wpusb|essb|follow|jp-post-flair|simplesocial|digg|reactions?|"
    "rating|ratings|votes?|star",
    "credits": "meta|postmeta|post-meta|entry-meta|byline|dateline|date|posted|postinfo|post-info|info|author|authors|"
    "bio|vcard|time|timestamp|published|credits?|entry-footer|post-footer|article-footer|entry-utility|asset-meta|details",
    "tags": "tags?|tagged|taxonomy|categories|category|cats|labels?|keywords|topics|filed",
    "appeal": "subscribe|newsletter|signup|mailchimp|promo|ads?|adsense|adsbygoogle|advert|advertisement|banner|"
    "sponsors?|donate|patreon|cta|popup|modal|cookies?|gdpr|login|optin|license|licence|copyright|kofi|support",
    "foot": "footer|foot|colophon|siteinfo|site-info|bottom",
    "head": "header|site-header|branding|site-title|logo|hero|tagline|site-description",
    "contents": "toc|table-of-contents|tableofcontents|toc-container|markdown-toc|contents-list|gutter|line-numbers|"
    "linenos|lineno|line-number|rouge-gutter|headerlink|header-anchor|anchor-link|permalink|edit-page|footnote-back",
}
"""Kinds of place that are no article. `contents` stands inside the article but is made by machine."""


def _starts_a_part(words: str) -> str:
    return rf"(?:(?<![a-z])(?:{words})(?![a-z]))"


BODY_NAME = re.compile(_starts_a_part(BODY))
POST_NAME = re.compile(_starts_a_part(POST))
PLACE_NAME = re.compile("|".join(f"(?P<{kind}>{_starts_a_part(words)})" for kind, words in PLACES.items()))
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def readable(name: str) -> str:
    """An id or class attribute in lower case, with camelCase taken apart."""
    return (name if name.islower() else _CAMEL.sub("-", name)).lower()
