"""`blogforever verify`: whether all that was kept is still there, to the last byte."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.archive_options import archive_options

if TYPE_CHECKING:
    from blogforever.actions.verify import Verified

_INVALID = 6


@click.command()
@click.argument("blog", metavar="[BLOG]", required=False)
@archive_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def verify(blog: str | None, *, archive: str | None, store: str | None, as_json: bool) -> None:
    """Read the whole archive, or what concerns one BLOG, and compare it with its checksums. Nothing is written.

    Checked are every record of every WARC file, the indexes, every media file, the database, and that these agree.
    Each fault is named together with the way out; then the exit code is 6.
    """
    from blogforever.actions.archive_place import archive_place
    from blogforever.actions.verify import verify as run
    from blogforever.cli.verify_progress import watching_bytes

    with watching_bytes() as watch:
        verified = run(archive_place(archive), store, blog=blog, watch=watch)
    if as_json:
        click.echo(json.dumps(_printable(verified), ensure_ascii=True, indent=2))
    else:
        _print(verified)
    sys.exit(0 if verified.ok else _INVALID)


def _print(verified: "Verified") -> None:
    from blogforever.cli.terminal_text import plain
    from blogforever.cli.words import count

    read = ", ".join(
        [
            count(verified.texts, "text"), count(verified.files, "WARC file"), count(verified.records, "record"),
            count(verified.media, "media file"), f"{verified.bytes / 1e6:,.1f} MB",
        ]
    )  # fmt: skip
    for fault in verified.faults:
        click.echo(f"{fault.area.value}: {plain(fault.subject)}: {plain(fault.problem)}")
        click.echo(f"  → {plain(fault.next_step)}")
    for note in verified.notes:
        click.echo(f"note: {plain(note)}")
    name = plain(verified.archive)
    end = "all is as it was kept" if verified.ok else f"{count(len(verified.faults), 'fault')}"
    click.echo(f"{name}: {end} ({read}).")


def _printable(verified: "Verified") -> dict[str, Any]:
    return {"ok": verified.ok, **asdict(verified)}
