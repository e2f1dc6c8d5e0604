"""The command reference, from the --help of each command."""

from collections.abc import Iterator

import click

from blogforever.cli.main import blogforever

_WIDTH = 80
_HEAD = """# Command line

Written by `make docs` from the `--help` of each command. Do not edit: change the help, run it again.

Results go to standard output, everything else (warnings, progress, errors) to standard error. See also:
[errors and exit codes](errors.md), [environment variables and settings](settings.md), [the record](record.md) that
`export`, `show --json` and `extract` print, [the ledger](ledger.md) with the outcomes that `ledger` and `why` show, and
[the rule set file](rules-file.md) that `rules --save` writes.
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
        for part in command.list_commands(context):
            yield from _helps(command.commands[part], f"{name} {part}", context)
