"""`blogforever doctor`: looks whether everything is there."""

import sys
from dataclasses import asdict

import click

from blogforever.cli.archive_options import archive_options
from blogforever.cli.terminal_text import json_block, plain


@click.command()
@archive_options
@click.option("--json", "as_json", is_flag=True, help="Print the checks as one JSON object.")
def doctor(*, archive: str | None, store: str | None, as_json: bool) -> None:
    """Check Python, libraries, disk and archive, and say what to do about what is amiss.

    Ends with 0 when nothing is amiss, else with 1. Nothing is written.
    """
    from blogforever.actions.archive_place import archive_place
    from blogforever.actions.doctor import examine

    checks = examine(archive_place(archive), store)
    ok = all(check.ok for check in checks)
    if as_json:
        click.echo(json_block({"ok": ok, "checks": [asdict(check) for check in checks]}))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            click.echo(f"{'ok       ' if check.ok else 'attention'}  {check.name:<{width}}  {plain(check.found)}")
            if check.next_step:
                click.echo(f"{'':9}  {'':<{width}}  → {plain(check.next_step)}")
    sys.exit(0 if ok else 1)
