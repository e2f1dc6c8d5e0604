"""`blogforever verify`: checks that everything that was kept is still there, byte by byte."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options

if TYPE_CHECKING:
    from blogforever.actions.upkeep.verify import VerifyResult

_INVALID = 6


@click.command(short_help="Check the archive against its checksums.")
@click.argument("blog", metavar="[BLOG]", required=False, shell_complete=complete_blog)
@archive_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def verify(blog: str | None, *, archive: str | None, store: str | None, as_json: bool) -> None:
    """Check the whole archive, or only one BLOG, against its checksums. Nothing is written.

    Checks every record of every WARC file, the indexes, every media file and the database, and that they agree. Each
    fault is reported with its remedy, and the exit code is 6 if there are any.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.upkeep.verify import verify as run
    from blogforever.cli.progress.watching import watching_verification

    with watching_verification() as watch:
        result = run(archive_folder(archive), store, blog=blog, watch=watch)
    if as_json:
        click.echo(json.dumps(_printable(result), ensure_ascii=True, indent=2))
    else:
        _print(result)
    sys.exit(0 if result.ok else _INVALID)


def _print(result: "VerifyResult") -> None:
    from blogforever.cli.suggestions import with_archive
    from blogforever.cli.terminal_text import count, plain

    read = ", ".join(
        [
            count(result.texts, "text"), count(result.files, "WARC file"), count(result.records, "record"),
            count(result.media, "media file"), f"{result.bytes / 1e6:,.1f} MB",
        ]
    )  # fmt: skip
    for fault in result.faults:
        click.echo(f"{fault.area.value}: {plain(fault.subject)}: {plain(fault.problem)}")
        click.echo(f"  → {with_archive(plain(fault.next_step))}")
    for note in result.notes:
        click.echo(f"note: {with_archive(plain(note))}")
    name = plain(result.archive)
    end = "everything is intact" if result.ok else f"{count(len(result.faults), 'fault')}"
    click.echo(f"{name}: {end} ({read}).")


def _printable(result: "VerifyResult") -> dict[str, Any]:
    from blogforever.cli.suggestions import with_archive

    record = asdict(result)
    for fault in record["faults"]:
        fault["next_step"] = with_archive(fault["next_step"])
    return {"ok": result.ok, **record, "notes": [with_archive(note) for note in result.notes]}
