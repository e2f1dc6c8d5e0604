"""How addresses of other views and of machinery look. Data only; urls/variants.py applies it."""

import re

VIEWS: dict[str, str] = {
    "print": "print view", "printable": "print view", "printview": "print view", "printer_friendly": "print view",
    "print-posts": "print view", "amp": "AMP view", "outputtype": "AMP view",
    "replytocom": "reply form", "like_comment": "like button", "like": "like button", "share": "share button",
    "showcomment": "one comment", "comment_order": "order of comments", "comments_popup": "comment window",
    "comment-page": "page of comments", "cpage": "page of comments", "_escaped_fragment_": "view for robots",
    "phpsessid": "session", "jsessionid": "session", "sid": "session", "session_id": "session", "sessionid": "session",
    "fb_xd_fragment": "view for a social network", "nocache": "uncached view", "cachebuster": "uncached view",
    "preview": "preview", "preview_id": "preview", "customize_changeset_uuid": "preview",
    "embed": "embedded view", "nb": "share button", "noamp": "view for phones",
    "m": "view for phones", "mobile": "view for phones", "highlight": "search words marked",
    "relatedposts_hit": "click counter", "relatedposts_origin": "click counter",
    "relatedposts_position": "click counter",
    "feed": "feed of a page", "tb": "trackback", "withcomments": "feed of a page", "unapproved": "waiting comment",
    "moderation-hash": "waiting comment", "doing_wp_cron": "uncached view",
}  # fmt: skip
"""Query parameters that change how a page looks, not which page it is."""

VIEW_VALUES: dict[str, re.Pattern[str]] = {
    "m": re.compile(r"[01]?"),  # WordPress lists a month under ?m=201105
    "sid": re.compile(r"[0-9A-Za-z]{16,}"),  # short ones are ids of stories
    "mobile": re.compile(r"[01]?|true|false|yes|no"),
    "print": re.compile(r"[0-9]?|true|yes|print|pdf|friendly"),
    "amp": re.compile(r"[01]?|true|yes|amp"),
    "feed": re.compile(r"rss2?|atom|rdf|comments-\w+|feed"),
    "nb": re.compile(r"[01]"),
    "like": re.compile(r"[01]"),
    "preview": re.compile(r"true|1"),
    "embed": re.compile(r"true|1|"),
}
"""Parameters that mean a view only with such values."""

FORMATS = frozenset({"pdf", "print", "amp", "txt", "xml", "rss", "atom", "feed", "ical", "json", "mobile", "component"})
FORMAT_NAMES = frozenset({"format", "output", "view", "alt", "layout", "tmpl"})

VIEW_TAIL = re.compile(
    r"(?:/(?P<print>print(?:er-friendly|able)?)|/(?P<amp>amp(?:\.html)?)|/(?P<embed>embed)|/(?P<trackback>trackback|tb)"
    r"|/(?P<feed>feed(?:/(?:rss2?|atom|rdf))?)|/(?P<comments>comment-page-[0-9]{1,6})|\.(?P<mobile>amp)"
    r"|/(?P<index>(?:index|default)\.(?:html?|php[345]?|xhtml|shtml|aspx?|jsp|cfm)))/?$",
    re.IGNORECASE,
)
TAIL_VIEWS = {
    "print": "print view",
    "amp": "AMP view",
    "mobile": "AMP view",
    "embed": "embedded view",
    "trackback": "trackback",
    "feed": "feed of a page",
    "comments": "page of comments",
    "index": "index file of a folder",
}
PAGE_ENDING = re.compile(r"\.(?:html?|xhtml|shtml|php|aspx?|jsp)$", re.IGNORECASE)
VIEW_HEAD = re.compile(r"^/(?:print|amp)(?=/.)", re.IGNORECASE)
PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?;]*", re.IGNORECASE)

NO_WEB = re.compile(r"(?!https?:)[a-z][a-z+-]{1,30}:", re.IGNORECASE)
_FILES = (
    "jpg jpeg jpe jfif png gif webp avif svg svgz bmp ico tif tiff psd eps heic "
    "mp3 ogg oga opus wav flac aac m4a m4b wma mid midi aif aiff mp4 m4v mov avi wmv mkv webm flv swf ogv mpg mpeg 3gp "
    "pdf ps djvu doc docx docm xls xlsx xlsm ppt pptx pps ppsx odt ods odp rtf epub mobi azw3 chm csv tsv tex bib "
    "zip gz tgz bz2 tbz xz 7z rar tar jar war exe msi dmg pkg deb rpm apk ipa iso torrent cab "
    "css js mjs map json jsonp webmanifest wasm woff woff2 ttf otf eot xsl xslt xsd dtd rss atom rdf opml kml kmz "
    "gpx ics vcf "
    "asc sig pem crt md5 sha1 sha256 sql bak ini conf swp patch diff cpp ipynb m3u m3u8 pls srt vtt"
)
FILE_ENDING = re.compile(r"\.(" + "|".join(sorted(_FILES.split(), key=len, reverse=True)) + r")$", re.IGNORECASE)
FOR_MACHINES = re.compile(
    r"\.xml(?:\.gz)?$|^/robots\.txt$|^/(?:ads|humans|security|llms(?:-full)?)\.txt$", re.IGNORECASE
)

MACHINERY: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("WordPress form", re.compile(r"/wp-(?:login|signup|register|activate|cron|trackback|mail|comments-post)\.php\b")),
    ("WordPress's own files", re.compile(r"/wp-(?:admin|includes)(?:/|$)|/wp-content/(?:plugins|themes|cache)/")),
    ("programming interface", re.compile(r"/wp-json(?:/|$)|/xmlrpc(?:\.php)?$")),
    (
        "server's own files",
        re.compile(r"^/(?:cdn-cgi|\.well-known|_vercel|_next/(?:data|image|static)|_static|_nuxt)/"),
    ),
    ("Movable Type form", re.compile(r"/mt-(?:comments|tb|search|cp|send-entry|add-notify|atom|xmlrpc|static)\b")),
    ("login", re.compile(r"^/(?:users?|accounts?)/(?:login|register|password|logout|signup|sign_in|sign_up)\b")),
    ("login", re.compile(r"^/(?:log-?in|log-?out|sign-?in|sign-?up|register|admin(?:istrator)?)(?:/|\.php|$)")),
    ("login", re.compile(r"^/ghost/(?:signin|api)\b")),
    ("shop", re.compile(r"^/(?:cart|checkout|my-account|basket|warenkorb)(?:/|$)")),
    ("form", re.compile(r"^/(?:b/)?(?:post|comment)-(?:edit|create|delete)|/(?:blog-this|email-post|share-post)\.g")),
    ("form", re.compile(r"^/(?:comment/reply|node/add|filter/tips|forward)(?:/|$)|^/node/\d+/(?:edit|revisions)")),
    ("form", re.compile(r"^/cgi(?:-bin)?/[^?]*(?:search|comment|trackback|login|admin|mail)")),
    ("feed", re.compile(r"^/feeds/(?:posts|comments|\d+)(?:/|$)|^/(?:feed|rss|atom)/?$|/comments/feed/?$")),
)
"""Paths that no reader reads, in lower case."""

QUERY_MACHINERY = re.compile(
    r"(?:^|&)(?:(?:add-to-cart|add_to_wishlist|wc-ajax|rest_route|oembed|rsd|p?action=(?:edit|login|register|logout|lostpassword)"
    r"|do=(?:edit|login|register|logout|diff|revisions|media|export_\w+)|option=com_(?:users|mailto)|attachment_id)(?:=|&|$))",
    re.IGNORECASE,
)
# Drupal writes its paths into the query: ?q=node/12
SEARCH = re.compile(r"(?:^|&)(?:(?:s|query|search|search_query|searchword|keywords?)=|q=[^/&]*(?:&|$))", re.IGNORECASE)
