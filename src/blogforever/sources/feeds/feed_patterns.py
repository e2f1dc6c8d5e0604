"""By what a feed's address and title are known. Data only; `discover` applies it."""

import re

FEED_TYPES = frozenset({
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "application/rss",
    "application/atom", "text/rss+xml", "text/atom+xml", "text/rss", "application/x.atom+xml", "application/x-atom+xml",
})  # fmt: skip
VAGUE_TYPES = frozenset({"text/xml", "application/xml", "application/json", "text/json", "text/plain", ""})
"""Types that a feed may have and other things have more often; the address must look like a feed too."""

FEED_ADDRESS = re.compile(
    r"(?:/|^)(?:feeds?|rss2?|atom|rdf)(?:/|$|\?|\.(?:xml|rss|atom|rdf|json|php))|\.(?:rss|atom|rdf)(?:$"
    r"|\?)|/(?:index|feed|rss|atom|blog|posts|all)\.(?:xml|rdf)(?:$|\?)"
    r"|feed\.json(?:$|\?)|[?&](?:feed|format|alt|type)=(?:rss2?|atom|rdf|feed)|feeds?\.feedburner\.com/"
    r"|feedproxy\.|/feeds/posts/|(?:rss|atom|feed)[\w.-]{0,60}\.xml(?:$|\?)",
    re.IGNORECASE,
)
NO_FEED_ADDRESS = re.compile(
    r"wp-json|oembed|/xmlrpc|opensearch|/osd\.xml|rsd\.xml|wlwmanifest|manifest\.json|sitemap|foaf|\.opml"
    r"|/api/|feedburner\.com/fb/|add\.my\.yahoo|feedly\.com/i/|netvibes|bloglines\.com/sub"
    r"|google\.com/(?:reader|ig)/",
    re.IGNORECASE,
)
COMMENTS_ADDRESS = re.compile(
    r"/comments?(?:/|\.|$|-)|/comments/(?:feed|default)|feeds/\d+/comments|comments?-?(?:rss|feed|atom)"
    r"|[?&]feed=comments",
    re.IGNORECASE,
)
COMMENTS_TITLE = re.compile(
    r"comment|kommentar|commentaire|commenti|comentari|comentário|reactie|komentarz|komentář|komentáre"
    r"|комментари|коментар|hozzászólás|kommentit|yorum|σχόλι|コメント|评论|評論|迴響|댓글|komentar|bình luận|تعليقات"
    r"|תגובות|kommentti|diskussion",
    re.IGNORECASE,
)
CATEGORY_ADDRESS = re.compile(
    r"/(?:category|categories|categoria|categorie|kategorie|tags?|label|labels|topics?|author|authors"
    r"|autor|section|archives?/cat|-/)(?:/[^/]+)|[?&](?:cat|tag|category|author|label)="
    r"|/feeds/posts/default/-/|/(?:category|tags?)/",
    re.IGNORECASE,
)
CATEGORY_TITLE = re.compile(
    r"\b(?:category|tag|kategorie|schlagwort|catégorie|mot-clé|categor[íi]a|etiqueta|categoria|archivio"
    r"|categorie|author|autor)\b",
    re.IGNORECASE,
)
LANGUAGE_ADDRESS = re.compile(
    r"/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)/(?=[^/]*(?:feed|rss|atom|index\.xml))|[?&]lang=[a-z]{2}|(?:feed"
    r"|rss|atom)[-_.](?:en|de|fr|es|it|pt|nl|pl|ru|ja|zh|ko|sv|fi|da|no|cs|hu|tr)\.",
    re.IGNORECASE,
)
POSTS_TITLE = re.compile(
    r"\b(?:blog|posts?|entries|articles?|beiträge|artikel|billets|entradas|articoli)\b", re.IGNORECASE
)
FEED_SERVICE = re.compile(
    r"(?:^|\.)(?:feedburner\.com|feedblitz\.com|feedpress\.\w+|feedproxy\.google\.com)$|^feeds?\d*\."
)
"""Hosts that carry the feeds of others."""
OTHER_TITLE = re.compile(
    r"press|podcast|episode|photos?\b|links?\b|bookmarks|tweets|twitter|jobs?\b|events?\b|forum|wiki"
    r"|newsletter|gallery|video",
    re.IGNORECASE,
)

GUESSES = (
    "feed/",
    "rss.xml",
    "atom.xml",
    "feed.xml",
    "index.xml",
    "feeds/posts/default",
    "rss/",
    "feed.json",
    "index.rdf",
    "feed.atom",
    "index.rss",
    "rss2.xml",
    "feed.rss",
    "feeds/all.atom.xml",
    "blog/feed/",
    "blog/rss.xml",
    "blog/atom.xml",
    "blog/index.xml",
    "?feed=rss2",
)  # fmt: skip
"""Where blog software puts its feed when a page does not name one, the most common first."""
