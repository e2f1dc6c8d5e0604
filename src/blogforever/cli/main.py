"""The command `blogforever`: its subcommands, and how each failure ends."""

import io
import os
import sys
import traceback

import click

from blogforever.cli.command_sections import SectionedGroup
from blogforever.cli.commands.blogs import blogs
from blogforever.cli.commands.completion import completion
from blogforever.cli.commands.decide import exclude, include
from blogforever.cli.commands.export import export
from blogforever.cli.commands.extract import extract
from blogforever.cli.commands.harvest import harvest
from blogforever.cli.commands.history import at, diff, history, versions
from blogforever.cli.commands.probe import probe
from blogforever.cli.commands.reading import ledger, posts, search, show, why
from blogforever.cli.commands.rules import rules
from blogforever.cli.commands.stats import stats
from blogforever.cli.commands.update import update
from blogforever.cli.commands.upkeep.doctor import doctor
from blogforever.cli.commands.upkeep.rebuild import rebuild
from blogforever.cli.commands.upkeep.reextract import reextract
from blogforever.cli.commands.upkeep.verify import verify
from blogforever.cli.commands.watch import watch
from blogforever.cli.standard_output import ReaderLeft, guard_standard_output
from blogforever.cli.suggestions import with_archive
from blogforever.cli.terminal_text import message
from blogforever.cli.wrapping import wrapped
from blogforever.errors import BlogforeverError

INTERRUPTED = 130


_EXIT_CODES = """\b
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
"""


@click.group(cls=SectionedGroup, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EXIT_CODES)
@click.version_option(package_name="blogforever", prog_name="blogforever")
def blogforever() -> None:
    """Keep a blog forever: every post as a structured record, learned from the blog's own feed.

    Begin with: blogforever harvest https://blog.example.org/

    Each command has its own help: blogforever harvest --help
    """


blogforever.add_section("Keep blogs", [probe, harvest, update, watch])
blogforever.add_section(
    "Read what was kept", [blogs, posts, show, search, versions, diff, history, at, ledger, why, rules, stats]
)
blogforever.add_section("Take it out, or extract saved pages", [export, extract])
blogforever.add_section("Look after the archive", [include, exclude, reextract, verify, rebuild, doctor, completion])


def main() -> None:
    """Run the command; every failure becomes a message on stderr and an exit code."""
    given: dict[str, str] = {}
    try:
        guard_standard_output()
        blogforever(standalone_mode=False, obj=given)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        click.echo(wrapped(message(shown.getvalue())), err=True, nl=False)  # it repeats what was typed
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except ReaderLeft:
        sys.exit(0)
    except BlogforeverError as error:
        click.echo(wrapped(f"blogforever: {with_archive(message(str(error)), given)}"), err=True)
        sys.exit(error.exit_code)
    except Exception as error:  # noqa: BLE001 - the last line of defence
        if os.environ.get("BLOGFOREVER_DEBUG"):
            click.echo(message(traceback.format_exc()), err=True)
            sys.exit(1)
        problem = f"unexpected: {type(error).__name__}: {message(str(error))}"
        next_step = "This is a bug in blogforever; set BLOGFOREVER_DEBUG=1 to see where."
        click.echo(wrapped(f"blogforever: {problem}. {next_step}"), err=True)
        sys.exit(1)
