"""What a shell offers for BLOG when the user presses Tab: hosts of blogs, or their numbers where a host has several."""

from collections import Counter
from urllib.parse import urlsplit

import click
from click.shell_completion import CompletionItem


def complete_blog(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The blogs in the archive whose name begins like this; none if there is no archive."""
    from blogforever.actions._archive import list_blogs, open_archive
    from blogforever.errors import BlogforeverError

    try:
        with open_archive(context.params.get("archive"), context.params.get("store")) as opened:
            blogs = [(blog.id, urlsplit(blog.blog.url).netloc, blog.blog.title or "") for blog in list_blogs(opened)]
    except BlogforeverError:
        return []
    hosts = Counter(host for _, host, _ in blogs)
    named = [(host if hosts[host] == 1 else str(number), title or host) for number, host, title in blogs]
    return [CompletionItem(name, help=" ".join(title.split())) for name, title in named if name.startswith(begun)]
