"""Harvests that are killed again and again: what is left in the end must be what a quiet harvest leaves.

The blog is a made-up one with pictures and sounds: those of real blogs often lie on hosts that are not ours to ask.
"""

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.harvest.program import export, harvest_command, run, without_clock
from bench.progress import Progress
from tests.end_to_end.killing import count_records, kill_again_and_again, media_files
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

KILLS = 20
SEED = 20
_POSTS = 60
_IN_FEED = 10


def measure(folder: Path) -> dict[str, Any]:
    """The blog, harvested quietly once, then killed at random moments until there were enough."""
    blog = ServedBlog(make_blog(posts=_POSTS, feed=_IN_FEED))
    alone, killed = folder / "alone", folder / "killed"
    chance = random.Random(SEED)  # noqa: S311 - moments, not secrets
    kills, same = 0, True
    progress = Progress("kills", 1)
    with blog.server.running():
        quiet = run(harvest_command(blog.home, alone))
        wanted = without_clock(export(alone, folder / "alone.jsonl"))
        while kills < KILLS:
            shutil.rmtree(killed, ignore_errors=True)
            start = _starter(harvest_command(blog.home, killed))
            kills += kill_again_and_again(start, kills=KILLS - kills, longest=quiet.seconds, chance=chance)
            same &= without_clock(export(killed, folder / "killed.jsonl")) == wanted
            same &= media_files(killed) == media_files(alone)
            count_records(killed)
    progress.step("killed and started again")
    return {"kills": kills, "posts": len(wanted), "media": len(media_files(alone)), "same": same}


def _starter(command: list[str]) -> "Callable[[], subprocess.Popen[str]]":
    return lambda: subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
