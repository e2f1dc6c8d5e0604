"""`blogforever completion`: lets a shell complete commands, options and the names of blogs."""

from collections import Counter
from urllib.parse import urlsplit

import click
from click.shell_completion import CompletionItem, get_completion_class


@click.command(short_help="Let your shell complete commands with Tab.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script with which your SHELL completes commands, options and the names of blogs.

    \b
    bash:  blogforever completion bash > \\
             ~/.local/share/bash-completion/completions/blogforever
    zsh:   add this line to ~/.zshrc:
             eval "$(blogforever completion zsh)"
    fish:  add this line to ~/.config/fish/config.fish:
             blogforever completion fish | source

    It takes effect in the next shell that you open.
    """  # noqa: D301 - \b tells click to keep the lines as they are
    root = context.find_root()
    program = root.info_name or "blogforever"
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click has one for each of the choices
    click.echo(kind(root.command, {}, program, f"_{program.upper()}_COMPLETE").source())


def complete_blog(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """What is offered for BLOG: hosts of blogs, or numbers where a host has several; nothing if there is no archive."""
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
