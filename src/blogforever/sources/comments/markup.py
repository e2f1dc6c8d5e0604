"""The HTML of a comment as a feed or an interface gives it: kept, read, and without the line that names its parent."""

import re
from dataclasses import dataclass
from html import unescape

from blogforever.dom.archival import archival_html, mend
from blogforever.dom.reading import reading_text
from blogforever.dom.tree import parse_text
from blogforever.sources.feeds.markup import LONGEST_MARKUP, from_plain
from blogforever.text.comment_ids import comment_id
from blogforever.text.words import tidy
from blogforever.urls.normalize import canonical, post_key

_ANSWER = re.compile(
    r"""\s{0,20}(?:<p>)?\s{0,20}[^<]{0,40}<a\s[^<>]{0,200}?\bhref=["']([^"'<>]{1,1000}\#comment-\d{1,20})["'][^<>]{0,200}>"""
    r"""[^<]{0,200}</a>[^<\n]{0,40}(?:</p>|<br\s?/?>|\n\s*\n|$)""",
)
"""WordPress's feeds begin an answer with "In reply to <a href="…#comment-12">Ann</a>.", in the blog's language."""
_COMMENT_PAGE = re.compile(r"/comment-page-\d{1,6}(?=/|$)|(?<=[?&])cpage=\d{1,6}&?")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentText:
    """What a comment says."""

    html: str = ""
    text: str = ""
    answers: str | None = None
    """The id of the comment that it answers, where its first line states one."""


def post_of(place: str) -> str:
    """The address of the post on whose page, or further page of comments, a comment stands."""
    return canonical(_COMMENT_PAGE.sub("", place.partition("#")[0]).rstrip("?&"))


def read_comment_markup(markup: str, base: str | None) -> CommentText:
    """The comment in `markup`, whose relative links are relative to `base`. Never raises."""
    markup = markup[:LONGEST_MARKUP]
    found = _ANSWER.match(markup)
    # A comment may begin with such a link by itself; only one to the same post is WordPress's.
    same = found is not None and (base is None or post_key(post_of(found[1])) == post_key(post_of(base)))
    answers = comment_id(found[1]) if found and same else None
    if found and answers:
        markup = markup[found.end() :]
    if not markup or markup.isspace():
        return CommentText(answers=answers)
    if "<" not in markup:  # plain text keeps its lines
        markup = from_plain(unescape(markup))
    body = parse_text(f"<body>{markup}").select_one("body")
    if body is None:  # a frameset
        return CommentText(answers=answers)
    shown = mend(body, base)
    kept = archival_html(body, shown, base)
    lines = map(tidy, reading_text(body).split("\n"))
    return CommentText(html=kept, text="\n".join(filter(None, lines)), answers=answers)
