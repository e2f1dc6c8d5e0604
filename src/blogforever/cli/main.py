"""The command `blogforever`: its subcommands, and how each failure ends."""

import io
import os
import sys
import traceback

import click

from blogforever.cli.commands.doctor import doctor
from blogforever.cli.commands.export import export
from blogforever.cli.commands.extract import extract
from blogforever.cli.commands.harvest import harvest
from blogforever.cli.commands.probe import probe
from blogforever.cli.commands.reading import blogs, ledger, posts, search, show, why
from blogforever.cli.commands.rebuild import rebuild
from blogforever.cli.commands.reextract import reextract
from blogforever.cli.commands.rules import rules
from blogforever.cli.commands.verify import verify
from blogforever.cli.standard_output import ReaderLeft, guard_standard_output
from blogforever.cli.terminal_text import message
from blogforever.errors import BlogforeverError

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="blogforever", prog_name="blogforever")
def blogforever() -> None:
    """Keep a blog forever: every post as a structured record, learned from the blog's own feed.

    \b
    Exit codes:
      0    done
      1    unexpected error; for doctor: something is wrong
      2    wrong usage, a file that cannot be read or written,
           or something that is not in the archive
      3    not a blog, a feed or a web page, or nothing to learn from
      4    unreachable
      5    stopped by a limit
      6    the archive is invalid, in use or cannot be written
      7    the browser is missing or does not run
      130  interrupted
    """  # noqa: D301 - \b tells click to keep the lines as they are


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
    """Run the command; every failure becomes one line on stderr and an exit code."""
    try:
        guard_standard_output()
        blogforever(standalone_mode=False)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        click.echo(message(shown.getvalue()), err=True, nl=False)  # it repeats what was typed
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
            "This is a bug in blogforever; set BLOGFOREVER_DEBUG=1 to see where.",
            err=True,
        )
        sys.exit(1)
