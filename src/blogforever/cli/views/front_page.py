"""A front page of another time as lines for people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from blogforever.cli.terminal_text import count, plain
from blogforever.cli.views.history import minute

if TYPE_CHECKING:
    from blogforever.actions.history.front_page import FrontPage
    from blogforever.actions.history.shown_posts import ShownPost

_DAY = len("2024-05-01")


def front_page_lines(page: "FrontPage", file: str | None) -> Iterator[str]:
    """Where the page comes from, and the posts on it."""
    yield click.style(plain(page.title or page.blog), bold=True)
    yield click.style(plain(page.blog), dim=True)
    if page.kind.value == "captured":
        yield f"captured on {minute(page.captured_at or '')}{_seen_again(page)}"
    elif page.captured_at:
        yield f"reconstructed in the frame of the page that was captured on {minute(page.captured_at)}"
    else:
        yield "reconstructed as a plain page: the archive holds no capture of the front page"
    yield f"{count(len(page.posts), 'post')} on it" + (":" if page.posts else "")
    for post in page.posts:
        yield from _post(post)
    if page.is_beyond:
        yield f"The archive last looked at the blog on {minute(page.last_look)}: it knows nothing of what came later."
    if file is not None:
        yield file


def _seen_again(page: "FrontPage") -> str:
    if page.seen_at == page.captured_at:
        return f" by harvest {page.harvest}"
    return f"; harvest {page.harvest} found it unchanged on {minute(page.seen_at or '')}"


def _post(post: "ShownPost") -> Iterator[str]:
    later = ", captured later" if post.is_captured_later else ""
    day = (post.published or "no date")[:_DAY]
    yield f"{plain(day):<{_DAY}}  {plain(post.title or '(untitled)')}  (version {post.version.number}{later})"
    yield f"{'':<{_DAY}}  {plain(post.url)}"
