"""A picture of the program at work: its real output on the sample blog, as SVG without fonts or scripts of others.

Only the address is another: the sample blog calls itself tidewater.example, but is served on a free port here.
"""

import io
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tests.sample_blog.blog import HOME
from tests.sample_blog.serve import served

_WIDTH = 112
_FONT_FACE = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_FONTS = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_POST = "2012/01/beans-after-early-spring/"
_COMMANDS = (
    f"harvest {HOME} --delay 0",
    "posts --since 2011 --until 2012",
    "search lighthouse --limit 1",
    f"why {HOME}{_POST}",
    "export --output posts.jsonl",
)
_CHANGING = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")
"""When it was drawn is of no interest: the same program draws the same picture."""


def draw_picture() -> str:
    """What a terminal shows for a harvest, and for some questions to the archive when the blog is gone."""
    with tempfile.TemporaryDirectory() as folder:
        with served() as home:
            answers = [_run(_COMMANDS[0], home, Path(folder))]
        answers += [_run(command, home, Path(folder)) for command in _COMMANDS[1:]]
    return _as_svg([(f"blogforever {command}", answer) for command, answer in zip(_COMMANDS, answers, strict=True)])


def _run(command: str, home: str, folder: Path) -> str:
    program = Path(sys.executable).with_name("blogforever")
    answer = _on_a_terminal([str(program), *command.replace(HOME, home).split()], folder)
    return _CHANGING.sub("2024-10-01 12:00 UTC", answer.replace(home, HOME)).rstrip()


def _on_a_terminal(command: list[str], folder: Path) -> str:
    """What the command writes, colours and all, when a person is watching; without the line that shows its progress."""
    reading, writing = pty.openpty()
    settings = {**os.environ, "COLUMNS": str(_WIDTH), "TERM": "xterm-256color"}
    for name in ("NO_COLOR", "BLOGFOREVER_ARCHIVE"):
        settings.pop(name, None)
    # What goes to standard error is no result, but export says there how much it wrote.
    told = writing if "export" in command else subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, env=settings, stdout=writing, stderr=told):  # noqa: S603 - our own program
        os.close(writing)
        written = bytearray()
        while piece := _read(reading):
            written += piece
    os.close(reading)
    return written.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # on Linux a terminal whose other end is closed answers so, not with nothing
        return b""


def _as_svg(scenes: list[tuple[str, str]]) -> str:
    console = Console(record=True, width=_WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for number, (command, output) in enumerate(scenes):
        if number:
            console.print()
        console.print(Text.assemble(("$ ", "green"), (command, "bold")))
        console.print(Text.from_ansi(output))
    svg = console.export_svg(title="blogforever", unique_id="terminal")
    svg = _FONT_FACE.sub("", svg).replace("font-family: Fira Code, monospace;", f"font-family: {_FONTS};")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
