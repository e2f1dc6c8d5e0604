"""Whether a text is a web page at all, or something else that a user took for one."""

import json
import re

_TAG = re.compile(
    r"<(?:!doctype\s+html|/?(?:html|head|body|title|meta|link|base|script|style|noscript|frameset|iframe|article|section|"
    r"main|header|footer|nav|aside|div|p|span|a|h[1-6]|ul|ol|li|dl|dt|dd|table|tbody|tr|th|td|img|picture|figure|br|hr|"
    r"b|i|u|s|em|strong|small|sub|sup|blockquote|q|cite|pre|code|tt|font|center|form|input|button|video|audio|time)\b)",
    re.IGNORECASE,
)
_ROOT = re.compile(
    r"(?:\s|\ufeff|<\?[^>]*+>|<!--(?:(?!-->).)*+-->|<!doctype[^>]*+>)*+<([a-z:]{1,20})\b", re.IGNORECASE | re.DOTALL
)
"""The first element, behind what may precede it."""
_OTHER_ROOTS = {
    "rss": "a feed", "feed": "a feed", "rdf:rdf": "a feed", "urlset": "a sitemap", "sitemapindex": "a sitemap",
    "opml": "an OPML file",
}  # fmt: skip
_MAIL_HEAD = 2_000
"""Characters: how far down the head of a page that a browser saved as MHTML is looked for."""


def other_kind(text: str) -> str | None:
    """What the text is instead of a page: "a feed", "plain text" …; None for what may be a page."""
    root = _ROOT.match(text)
    if root and root.group(1).lower() in _OTHER_ROOTS:
        return _OTHER_ROOTS[root.group(1).lower()]
    if _is_json(text):
        return "JSON"
    head = text[:_MAIL_HEAD].lower()
    if "mime-version:" in head and "multipart/related" in head and not root:
        return "an MHTML file"
    return None if _TAG.search(text) else "plain text"


def _is_json(text: str) -> bool:
    if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return False
    try:
        json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True
