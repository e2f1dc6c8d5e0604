"""`blogforever probe`: what a harvest would find."""

from dataclasses import asdict
from typing import Any

import click

from blogforever.cli.terminal_text import json_block
from blogforever.cli.wishes_options import wishes_options


@click.command()
@click.argument("blog", metavar="URL")
@click.option(
    "--max-time", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, metavar="S",
    help="Look no longer than S seconds.",
)  # fmt: skip
@wishes_options
@click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON object.")
def probe(blog: str, **options: Any) -> None:
    """Look at the blog at URL: its platform, feeds, sources of post addresses and rules, and what a harvest would cost.

    The feed, a few posts and the lists of addresses are fetched; nothing is kept.
    """
    from blogforever.actions.probe import probe as run
    from blogforever.cli.probe_output import show_probed
    from blogforever.cli.progress import watching
    from blogforever.model.harvest import Wishes

    wishes = Wishes(
        max_time=options["max_time"], delay=options["delay"], concurrency=options["concurrency"],
        timeout=options["timeout"], obey_robots=not options["ignore_robots"], contact=options["contact"],
    )  # fmt: skip
    with watching() as watch:
        probed = run(blog, wishes, watch=watch)
    if options["as_json"]:
        click.echo(json_block(asdict(probed)))
    else:
        show_probed(probed)
