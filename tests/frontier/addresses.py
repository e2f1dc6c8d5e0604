"""Strings that are addresses, nearly addresses, or nothing of the kind."""

# ruff: noqa: E501 - a case reads best on one line

from hypothesis import strategies as st

PIECES = st.sampled_from([
    "http://", "https://", "//", "/", "www.", "blog.example", "Blog.Example:8080", "?", "&", "=", "#", ";", "%20", "%", "é",
    "..", ".", "index.html", ".html", ".php", ".jpg", "page/", "page=", "2", "10", "2011/", "05/", "amp", "print", "feed/",
    "replytocom=3", "p=1", "m=1", "m=201105", "jsessionid=ABC", "a-walk-in-the-rain", "tag/", "wp-admin/", "mailto:", "[",
    "]", "\n", "\ud800", "\x00", "٣", "²", "calendar/", "a/b/", "sitemap", "post",
])  # fmt: skip
ADDRESSES = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=20).map("".join))
