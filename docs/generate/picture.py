"""A picture of the program at work: its real output on the sample blog, as SVG without fonts or scripts of others."""

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

ROOT = Path(__file__).parent.parent.parent
_WIDTH = 138
_FONT_FACE = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_FONTS = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_POSTS_SHOWN = 3
_BLOG = "build/blog"
_ARGUMENTS = f"--feed {_BLOG}/feed-full.xml {_BLOG}/pages/*.html"


def draw_picture() -> str:
    """What a terminal shows for the two commands; of the second one's lines the first and last few."""
    program = Path(sys.executable).with_name("blogforever")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run([sys.executable, "-m", "tests.sample_blog", folder / _BLOG], ROOT)
        pages = [f"{_BLOG}/pages/{page.name}" for page in sorted((folder / _BLOG).glob("pages/*.html"))]
        arguments = ["--feed", f"{_BLOG}/feed-full.xml", *pages]
        rules = _on_a_terminal([str(program), "rules", *arguments], folder)
        posts = _run([program, "extract", *arguments], folder)
    listing = _run([sys.executable, "docs/examples/list_posts.py"], ROOT, posts).decode()
    return _as_svg(
        [
            (f"blogforever rules {_ARGUMENTS}", rules.rstrip()),
            (f"blogforever extract {_ARGUMENTS} | python docs/examples/list_posts.py", _shortened(listing)),
        ]
    )


def _run(command: list[Path | str], folder: Path, given: bytes = b"") -> bytes:
    return subprocess.run(command, cwd=folder, input=given, check=True, capture_output=True).stdout  # noqa: S603 - our own programs


def _on_a_terminal(command: list[str], folder: Path) -> str:
    """What the command writes, colours and all, when a person is watching."""
    reading, writing = pty.openpty()
    settings = {**os.environ, "COLUMNS": str(_WIDTH), "TERM": "xterm-256color"}
    settings.pop("NO_COLOR", None)
    with subprocess.Popen(command, cwd=folder, env=settings, stdout=writing, stderr=subprocess.DEVNULL):  # noqa: S603 - our own program
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


def _shortened(listing: str) -> str:
    lines = listing.rstrip().split("\n")
    left_out = len(lines) - 1 - 2 * _POSTS_SHOWN
    dots = f"…  ({left_out} more lines)"
    return "\n".join([*lines[: _POSTS_SHOWN + 1], dots, *lines[-_POSTS_SHOWN:]])


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
