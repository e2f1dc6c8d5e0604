"""`blogforever completion`: lets a shell complete commands, options and the names of blogs."""

import click
from click.shell_completion import get_completion_class


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
