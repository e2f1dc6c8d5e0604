"""The command reference, from what each command says of itself with --help."""

from collections.abc import Iterator

import click

from blogforever.cli.main import blogforever

_WIDTH = 80
_HEAD = """# Command line

Written by `make docs` from what the program itself says with `--help`. Do not edit: change the help, run it again.

Results go to standard output, everything else (warnings, progress, errors) to standard error. What the exit codes mean
is in [errors and exit codes](errors.md), what the environment can say in [settings](settings.md), what one line of
`export`, `show --json` and `extract` holds in [the record](record.md), what the outcomes of `ledger` and `why` mean in
[the ledger](ledger.md), and what `rules --save` writes in [the rule set file](rules-file.md).
"""


def command_reference() -> str:
    """The whole page."""
    parts = [f"## {name}\n\n```text\n{text}\n```\n" for name, text in _helps(blogforever, "blogforever")]
    return "\n".join((_HEAD, *parts))


def _helps(command: click.Command, name: str, above: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """Each command's name and help, the group's own first."""
    context = click.Context(
        command,
        info_name=name.rpartition(" ")[2],
        parent=above,
        terminal_width=_WIDTH,
        help_option_names=["-h", "--help"],
    )
    yield name, "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    if isinstance(command, click.Group):
        for part in sorted(command.commands):
            yield from _helps(command.commands[part], f"{name} {part}", context)
