"""A real Isso, the comment server of blogs without a server of their own, on loopback with a database of its own."""

import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.engines.processes import answers, free_port, running, wait_for

VERSION = "0.14.0"
PLACE = Path("build/engines/isso")
"""Installed once, beside the project's own environment: Isso is no part of the project."""

_SETTINGS = """
[general]
dbpath = {folder}/comments.db
host = {blog}
[server]
listen = {home}
[guard]
enabled = false
"""


def install():
    """Isso in an environment of its own; True when it is there in the end."""
    program = PLACE / "bin" / "isso"
    if not program.exists():
        pip = [PLACE / "bin" / "python", "-m", "pip", "install", "-q", f"isso=={VERSION}"]
        for command in ([sys.executable, "-m", "venv", PLACE], pip):
            subprocess.run(command, check=False, capture_output=True, timeout=300)
    return program.exists()


class Isso:
    """A comment server that runs."""

    def __init__(self, home, blog):
        self.home = home
        self._blog = blog

    def say(self, path, text, *, author, parent=None):
        """Somebody comments on the page at the path; the number of the comment."""
        said = {"text": text, "author": author, "parent": parent, "title": f"The page at {path}"}
        headers = {"Content-Type": "application/json", "Origin": self._blog, "Referer": self._blog + path}
        request = urllib.request.Request(  # noqa: S310 - our own server
            f"{self.home}new?uri={path}", data=json.dumps(said).encode(), headers=headers, method="POST"
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - our own server
            return json.load(answer)["id"]

    @property
    def embed(self):
        """What a page needs to show its comments: ten at first, and more at the press of a button."""
        return (
            f'<script data-isso="{self.home}" data-isso-max-comments-top="10" data-isso-max-comments-nested="3" '
            f'data-isso-reveal-on-click="5" data-isso-avatar="false" src="{self.home}js/embed.min.js"></script>'
            '<section id="isso-thread"></section>'
        )


@contextmanager
def running_isso(blog):
    """Isso for the blog at this address."""
    with TemporaryDirectory() as folder:
        home = f"http://127.0.0.1:{free_port()}/"
        settings = Path(folder) / "isso.cfg"
        settings.write_text(_SETTINGS.format(folder=folder, home=home.rstrip("/"), blog=blog), encoding="utf-8")
        with running([PLACE / "bin" / "isso", "-c", settings, "run"]):
            wait_for(lambda: answers(f"{home}js/embed.min.js"), "Isso")
            yield Isso(home, blog)
