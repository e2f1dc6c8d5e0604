"""The entries of a comment feed as comments [BF 3.5]."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from blogforever.model.blog import Platform
from blogforever.model.comment import Comment, CommentKind, CommentSource, Discussion
from blogforever.model.feed import Feed, FeedEntry
from blogforever.sources.comments.markup import CommentText, post_of, read_comment_markup
from blogforever.sources.feeds.older_pages import OlderPage, older_page
from blogforever.sources.platforms import platform_of_generator
from blogforever.text.comment_ids import comment_id, made_up_id
from blogforever.text.words import tidy
from blogforever.urls.normalize import post_key

USUAL_LIMITS = frozenset({10, 15, 20, 25, 30, 40, 50, 100, 150, 200, 250, 500})
"""With so many entries a feed may well have been cut: blog software offers these numbers."""

_BY = re.compile(
    r"(?:by|von|par|por|de|di|door|av|af|od|przez|от|автор|kirjoittaja|yazan|投稿者|作者|작성자)\s*[::]\s*(\S.*)",
    re.IGNORECASE,
)
_COMMENT_ON = re.compile(
    r"(?:re|comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti?o?|reactie|komentarz|комментарий)\s"
    r".*\s(?:by|von|par|por|de|di|door|av|af|od|от)\s(\S.*)",
    re.IGNORECASE,
)
"""Titles that name the author: "By: Ann", and "Comment on Some post by Ann" in feeds of a whole blog."""
_PING = re.compile(r"\[(?:\.{3}|…)\].*\[(?:\.{3}|…)\]", re.DOTALL)
"""How WordPress quotes the page that links here; nobody begins and ends a comment so."""
_PING_TITLE = re.compile(r"\s*(pingback|trackback|webmention)\b", re.IGNORECASE)
_COMMENT_NAME = re.compile(r"(?:.*#(?:comment-?|c))?\d{1,40}", re.IGNORECASE)


def read_comment_feed(feed: Feed) -> Discussion:
    """The comments in the feed of one post's comments, in the feed's order."""
    return Discussion(comments=_comments(feed.entries), declared_count=feed.total, read_by=CommentSource.FEED)


def by_post(feed: Feed) -> dict[str, Discussion]:
    """The comments in the feed of a whole blog by the address of their post; without those that name none."""
    entries: dict[str, list[FeedEntry]] = defaultdict(list)
    addresses: dict[str, str] = {}
    for entry in feed.entries:
        if post := _post_of(entry):
            entries[addresses.setdefault(post_key(post), post)].append(entry)
    return {post: Discussion(comments=_comments(of), read_by=CommentSource.FEED) for post, of in entries.items()}


def is_cut(feed: Feed, *, found: int, declared_count: int | None) -> bool:
    """Whether there are more comments than the `found` ones that the feed gave.

    `declared_count` is their number according to the page or the post's own entry.
    """
    counts = [count for count in (declared_count, feed.total) if count is not None]
    if counts:
        return found < max(counts)
    return feed.next_page is not None or found in USUAL_LIMITS


def _comments(entries: Sequence[FeedEntry]) -> tuple[Comment, ...]:
    found: dict[str, Comment] = {}
    for entry in entries:
        comment = _read_entry(entry)
        if comment.content_text or comment.content_html:
            if comment.id in found and found[comment.id].content_text != comment.content_text:
                comment = replace(comment, id=_made_up(comment))
            found.setdefault(comment.id, comment)
    # The entry's own post is not a comment, and what answers it answers nobody.
    return tuple(
        replace(comment, parent=None) if comment.parent == comment.id else comment for comment in found.values()
    )


def _read_entry(entry: FeedEntry) -> Comment:
    place = entry.address or entry.answers_address
    content = read_comment_markup(entry.html, place.partition("#")[0] if place else None)
    comment = Comment(
        id="",
        author=entry.authors[0] if entry.authors else _author_in_title(entry.title or ""),
        author_url=entry.author_url,
        avatar=entry.author_image,
        published=entry.dated,
        content_html=content.html,
        content_text=content.text,
        parent=_parent(entry, content),
        url=entry.address,
        kind=_kind(entry, content),
        source=CommentSource.FEED,
        read_by=CommentSource.FEED,
    )
    return replace(comment, id=_named(entry) or _made_up(comment))


def _named(entry: FeedEntry) -> str:
    """The comment's id as its guid or link has it; an address without a place on the page names the page only."""
    for name in (entry.id, entry.address, *entry.aliases):
        number = comment_id(name or "")
        if number and "://" not in number:
            return number
    return "" if entry.id in {entry.address, None} else comment_id(entry.id or "")


def _made_up(comment: Comment) -> str:
    return made_up_id(comment.author, comment.published.iso if comment.published else None, comment.content_text)


def _parent(entry: FeedEntry, content: CommentText) -> str | None:
    if content.answers:
        return content.answers
    # The same element names a post where the comment answers the post itself: its id has no comment's form.
    return comment_id(entry.answers) if entry.answers and _COMMENT_NAME.fullmatch(entry.answers) else None


def _author_in_title(title: str) -> str | None:
    found = _BY.fullmatch(tidy(title)[:500]) or _COMMENT_ON.fullmatch(tidy(title)[:500])
    return found[1][:200] if found else None


def _kind(entry: FeedEntry, content: CommentText) -> CommentKind:
    if found := _PING_TITLE.match(entry.title or ""):
        return CommentKind(found[1].lower())
    return CommentKind.PINGBACK if _PING.fullmatch(content.text) else CommentKind.COMMENT


def _post_of(entry: FeedEntry) -> str | None:
    """The post's address: what the entry says that it answers, else the page on which the comment stands."""
    place = entry.answers_address or entry.address
    return post_of(place) if place else None


_WITHOUT_PAGES = frozenset({"WordPress", "WordPress.com"})
"""Whose feeds of comments ignore the number of a page: every page is the first."""


def older_comments(
    feed: Feed, *, fetched: tuple[str, ...], new_comments: int, platform: Platform | None
) -> OlderPage | None:
    """The page that comes after `feed`, which was fetched last and brought so many comments that were not known.

    `fetched` are the addresses of all its pages so far, the feed's own first.
    """
    found = older_page(feed, fetched=fetched, new_entries=new_comments, platform=platform)
    name = platform_of_generator(feed.generator or "") or (platform.name if platform else "")
    return None if found is not None and found.guess and name in _WITHOUT_PAGES else found
