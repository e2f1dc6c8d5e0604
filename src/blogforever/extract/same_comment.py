"""Whether two tellings are of one comment: pages show smileys as pictures, feeds shorten, clocks differ."""

import re
from datetime import date

from blogforever.model.comment import Comment
from blogforever.text.words import fold, tidy, words

_OPENING = 4
"""So many first words are looked at before two comments are compared at all."""
_TELLING = 8
"""Nobody says so many words twice: their date no longer matters, and it may be a guess."""
_CUT = re.compile(r"(?:…|\.{3}|\[…\]|\[\.{3}\])\s*$")


def opening(comment: Comment) -> str:
    """The first words, or all of a comment without words: what two tellings of one comment have in common."""
    return " ".join(words(comment.content_text[:500])[:_OPENING]) or tidy(comment.content_text)


def same_comment(one: Comment, other: Comment) -> bool:
    """Whether author and text are the same, and for short texts the day too."""
    mine, theirs = words(one.content_text), words(other.content_text)
    long = min(len(mine), len(theirs)) >= _TELLING
    if not _same_author(one, other, unnamed=long) or not (one.content_text and other.content_text):
        return False
    if mine != theirs and not _is_start(one, mine, theirs) and not _is_start(other, theirs, mine):
        return False
    return long or _near(one, other)


def _same_author(one: Comment, other: Comment, *, unnamed: bool) -> bool:
    """Equal names; where one source knows none, that is enough only for a text that speaks for itself."""
    mine, theirs = fold(one.author or ""), fold(other.author or "")
    return mine == theirs or (unnamed and not (mine and theirs))


def _is_start(comment: Comment, shorter: list[str], longer: list[str]) -> bool:
    """Whether the comment was cut off on the way; its last word may be half a word."""
    if not _OPENING <= len(shorter) <= len(longer) or not _CUT.search(comment.content_text):
        return False
    last = len(shorter) - 1
    return shorter[:last] == longer[:last] and longer[last].startswith(shorter[last])


def _near(one: Comment, other: Comment) -> bool:
    """Within a day of each other, as clocks in two time zones are; whoever tells no date does not object."""
    if one.published is None or other.published is None:
        return True
    try:
        apart = date.fromisoformat(one.published.day) - date.fromisoformat(other.published.day)
    except ValueError:
        return False
    return abs(apart.days) <= 1
