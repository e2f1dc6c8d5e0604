"""`blogforever doctor`: checks that everything is in order."""

import sys
from dataclasses import asdict

import click

from blogforever.cli.options import archive_options
from blogforever.cli.suggestions import with_archive
from blogforever.cli.terminal_text import json_block, plain


@click.command(short_help="Check that everything is in order.")
@archive_options
@click.option("--json", "as_json", is_flag=True, help="Print the checks as one JSON object.")
def doctor(*, archive: str | None, store: str | None, as_json: bool) -> None:
    """Check Python, libraries, disk, archive and browser, and say how to fix what is wrong.

    The exit code is 0 if everything is in order, otherwise 1. Nothing is written.
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.upkeep.doctor import diagnose

    checks = diagnose(archive_folder(archive), store)
    ok = all(check.ok for check in checks)
    if as_json:
        records = [asdict(check) | {"next_step": with_archive(check.next_step)} for check in checks]
        click.echo(json_block({"ok": ok, "checks": records}))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            click.echo(
                f"{'ok       ' if check.ok else 'attention'}  {check.name:<{width}}  {with_archive(plain(check.found))}"
            )
            if check.next_step:
                click.echo(f"{'':9}  {'':<{width}}  → {with_archive(plain(check.next_step))}")
    sys.exit(0 if ok else 1)
