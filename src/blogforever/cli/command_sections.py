"""The list of commands in --help, in the order of use and under headings."""

from collections.abc import Sequence

import click


class SectionedGroup(click.Group):
    """A group whose commands were added section by section."""

    def __init__(self, *args: object, **attributes: object) -> None:
        super().__init__(*args, **attributes)  # type: ignore[arg-type] # as click calls it
        self._sections: dict[str, list[str]] = {}

    def add_section(self, heading: str, commands: Sequence[click.Command]) -> None:
        """Add commands under a heading."""
        self._sections[heading] = [command.name or "" for command in commands]
        for command in commands:
            self.add_command(command)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """The names of all commands, in the order in which they were added."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write a list of commands for each heading, all with the same width."""
        width = max(map(len, self.commands))
        for heading, names in self._sections.items():
            with formatter.section(heading):
                shown = [(f"{name:<{width}}", self.commands[name].short_help or "") for name in names]
                formatter.write_dl(shown)
