"""The exit codes that the help lists are those that the program has."""

import inspect
import re

from click.testing import CliRunner

from blogforever import errors
from blogforever.actions.harvest import INTERRUPTED
from blogforever.cli.main import blogforever

DONE, LIMIT = 0, 5


def test_the_help_lists_every_exit_code():
    text = CliRunner().invoke(blogforever, ["--help"]).stdout
    listed = [int(code) for code in re.findall(r"^ {4}(\d+)  ", text, re.MULTILINE)]
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    assert listed == sorted({DONE, LIMIT, INTERRUPTED} | {kind.exit_code for kind in kinds})
