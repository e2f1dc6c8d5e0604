"""Harvest the sample blog and look at what was kept: `make demo`."""

import argparse
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.sample_blog.serve import served

PROGRAM = Path(sys.executable).with_name("blogforever")
_LONGEST = 16
"""Lines that are shown of an answer."""


def main() -> None:
    """The whole demonstration; ends with the exit code of the harvest."""
    parser = argparse.ArgumentParser(description="Harvest a small made-up blog without the network.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    archive = folder / "archive"
    shutil.rmtree(archive, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    with served() as home:
        _say(f"A made-up blog runs at {home}. Its feed knows the latest 10 of its 30 posts; 10 wear an old theme.\n")
        code = _show("harvest", home, "--archive", archive, "--delay", "0")
    if code:
        sys.exit(code)
    _say("The blog is gone now. The archive is not:\n")
    _show("posts", "--archive", archive, "--limit", "6")
    _show("search", "--archive", archive, "--limit", "3", "lighthouse")
    _show("show", "--archive", archive, _newest(archive))
    _say(f"The archive is {archive}: records in archive.sqlite, original pages in warc/, pictures in media/.")
    _say("Keep a real one with: make harvest BLOG=https://blog.example.org/")


def _show(*arguments: str | Path) -> int:
    """Run the command as a user would, and show it with what it answers."""
    _say("$ " + shlex.join(["blogforever", *map(str, arguments)]))
    answer = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, text=True, check=False)
    lines = answer.stdout.rstrip().splitlines()
    _say("\n".join(lines[:_LONGEST]))
    _say(f"… and {len(lines) - _LONGEST} lines more\n" if len(lines) > _LONGEST else "")
    return answer.returncode


def _newest(archive: Path) -> str:
    """The address of the newest post."""
    listed = subprocess.run(
        [PROGRAM, "posts", "--archive", archive, "--json"], capture_output=True, text=True, check=True
    )
    return str(json.loads(listed.stdout.splitlines()[0])["url"])


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - a program prints


if __name__ == "__main__":
    main()
