"""The door `blogforever`: its commands, and how each failure ends."""

import io
import os
import sys
import traceback

import click

from blogforever.cli.doctor import doctor
from blogforever.cli.export import export
from blogforever.cli.extract import extract
from blogforever.cli.harvest import harvest
from blogforever.cli.probe import probe
from blogforever.cli.reading import blogs, ledger, posts, search, show, why
from blogforever.cli.rebuild import rebuild
from blogforever.cli.reextract import reextract
from blogforever.cli.rules import rules
from blogforever.cli.standard_output import ReaderLeft, guard_standard_output
from blogforever.cli.terminal_text import message
from blogforever.cli.verify import verify
from blogforever.errors import BlogforeverError

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="blogforever", prog_name="blogforever")
def blogforever() -> None:
    """Keep a blog forever: every post as a structured record, learned from the blog's own feed.

    Exit codes: 0 done, 1 unexpected, 2 usage or a file that cannot be read,
    3 no blog, no feed, no page or nothing to learn from, 4 unreachable, 5 stopped by a limit,
    6 archive invalid or in use, 130 interrupted.
    """


blogforever.add_command(harvest)
blogforever.add_command(probe)
blogforever.add_command(extract)
blogforever.add_command(rules)
blogforever.add_command(blogs)
blogforever.add_command(posts)
blogforever.add_command(show)
blogforever.add_command(search)
blogforever.add_command(why)
blogforever.add_command(ledger)
blogforever.add_command(export)
blogforever.add_command(reextract)
blogforever.add_command(doctor)
blogforever.add_command(verify)
blogforever.add_command(rebuild)


def main() -> None:
    """Run the command that the user typed; every failure is one line on stderr and its exit code."""
    try:
        guard_standard_output()
        blogforever(standalone_mode=False)
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        click.echo(message(told.getvalue()), err=True, nl=False)  # it repeats what was typed
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except ReaderLeft:
        sys.exit(0)
    except BlogforeverError as error:
        click.echo(f"blogforever: {message(str(error))}", err=True)
        sys.exit(error.exit_code)
    except Exception as error:  # noqa: BLE001 - the last line of defence
        if os.environ.get("BLOGFOREVER_DEBUG"):
            click.echo(message(traceback.format_exc()), err=True)
            sys.exit(1)
        click.echo(
            f"blogforever: unexpected: {type(error).__name__}: {message(str(error))}. "
            "This is a mistake in blogforever; BLOGFOREVER_DEBUG=1 shows where.",
            err=True,
        )
        sys.exit(1)
