"""What it costs that everything reported is on disk, and that it is: harvests whose power is cut.

The blog is a made-up one with many pages and large media. The cost is measured side by side: the same harvest with
libeatmydata, which makes every sync a no-op, and without. The power cuts are those of tests/end_to_end/power_cuts.py.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.harvest.program import Run, export, harvest_command, run, without_clock
from bench.progress import Progress
from tests.end_to_end.killing import media_files
from tests.end_to_end.loopback import Answer
from tests.end_to_end.power_cuts import Cut, cut_power, losses, make_image, mounted, why_not
from tests.end_to_end.served_blog import ServedBlog
from tests.needs import apt_install
from tests.sample_blog.blog import make_blog

CUTS = 20
TURNS = 3
_POSTS = 120
_POSTS_CUT = 80
_IN_FEED = 10
_MEGABYTES = 128
_PICTURE = 60_000
"""Bytes of a picture."""
_SYNCS_NOTHING = ("/usr/lib/*/libeatmydata.so", "/usr/lib/libeatmydata.so", "/usr/lib/*/libeatmydata/libeatmydata.so")


def measure(folder: Path) -> dict[str, Any]:
    """Both parts; one that cannot be measured here is the reason in words."""
    folder.mkdir(parents=True, exist_ok=True)
    return {"cost": _cost(folder / "cost"), "cuts": _cuts(folder / "cuts")}


def _cost(folder: Path) -> dict[str, Any] | str:
    """The harvest with and without syncs, in turns; of each the median of the wall time and of the CPU time."""
    library = _library()
    if library is None:
        return "libeatmydata is not installed"
    runs: dict[str, list[Run]] = {"synced": [], "unsynced": []}
    progress = Progress("durability", 2 * TURNS)
    with _serving(_POSTS) as blog:
        for turn in range(TURNS):
            for name, preload in (("synced", ""), ("unsynced", str(library))):
                archive = folder / f"{name}-{turn}"
                with _preloading(preload):
                    runs[name].append(run(harvest_command(blog.home, archive, "--concurrency", "8")))
                media = len(media_files(archive))
                shutil.rmtree(archive)
                progress.step(f"{name}: {runs[name][-1].seconds:.1f} s")
    return {
        "posts": _POSTS,
        "media": media,
        **{
            name: {"seconds": _median(r.seconds for r in of), "cpu": _median(r.cpu for r in of)}
            for name, of in runs.items()
        },
    }


def _cuts(folder: Path) -> dict[str, Any] | str:
    """A harvest on a file system of our own, its power cut at moments over its whole length and after its end."""
    if reason := why_not():
        return reason
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / "disk.img"
    make_image(image, _MEGABYTES)
    progress = Progress("power cuts", CUTS)
    with _serving(_POSTS_CUT, seconds=0.03) as blog:
        quiet = run(harvest_command(blog.home, folder / "quiet"))
        wanted = without_clock(export(folder / "quiet", folder / "quiet.jsonl"))
        files = media_files(folder / "quiet")
        rows = []
        for number, cut in enumerate(_cut_again_and_again(blog, image, quiet.seconds)):
            rows.append(_examine(cut, blog, folder, wanted, files))
            rows[-1]["moment"] = "done" if number == CUTS - 1 else f"{cut.seconds:.1f} s"
            progress.step(f"{rows[-1]['moment']}: {rows[-1]['lost'] or 'nothing is lost'}")
    return {"seconds": quiet.seconds, "posts": len(wanted), "media": len(files), "rows": rows}


def _cut_again_and_again(blog: ServedBlog, image: Path, seconds: float) -> list[Cut]:
    cuts = []
    with mounted(image) as disk:
        archive = disk / "archive"
        began = time.monotonic()
        running = subprocess.Popen(
            harvest_command(blog.home, archive), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for number in range(1, CUTS):
            time.sleep(seconds / CUTS)  # the program stands still while its power is cut: that time does not count
            cuts.append(cut_power(running, began, image, archive, image.with_name(f"cut-{number}.img")))
        running.wait()
        cuts.append(cut_power(running, began, image, archive, image.with_name("cut-done.img")))
    return cuts


def _examine(cut: Cut, blog: ServedBlog, folder: Path, wanted: list[Any], files: list[str]) -> dict[str, Any]:
    with mounted(cut.image) as disk:
        archive = disk / "archive"
        lost = losses(cut.reported, archive)
        resumed = run(harvest_command(blog.home, archive))
        same = resumed.code == 0 and media_files(archive) == files
        same = same and without_clock(export(archive, folder / "resumed.jsonl")) == wanted
    cut.image.unlink()
    reported = cut.reported
    return {
        "posts": len(reported.posts), "media": len(reported.media), "lines": len(reported.asked),
        "state": reported.state or "", "lost": "; ".join(lost)[:300],
        "resumed": "the same" if same else resumed.said[-300:],
    }  # fmt: skip


@contextmanager
def _serving(posts: int, seconds: float = 0.0) -> Iterator[ServedBlog]:
    blog = ServedBlog(make_blog(posts=posts, feed=_IN_FEED))
    blog.server.answer = _large_and_slow(blog.server.answer, seconds)
    with blog.server.running():
        yield blog


def _large_and_slow(answer: Callable[..., Answer], seconds: float) -> Callable[..., Answer]:
    def give(path: str, headers: dict[str, str]) -> Answer:
        given = answer(path, headers)
        body = given.body + bytes(_PICTURE) if "/media/" in path and given.status == 200 else given.body
        return Answer(body, given.status, given.headers, seconds=seconds)

    return give


@contextmanager
def _preloading(library: str) -> Iterator[None]:
    if library:
        os.environ["LD_PRELOAD"] = library
    try:
        yield
    finally:
        os.environ.pop("LD_PRELOAD", None)


def _library() -> Path | None:
    """The library that makes every sync a no-op, installed where we may."""
    for install in (False, True):
        if install:
            apt_install("libeatmydata1")
        found = [path for pattern in _SYNCS_NOTHING for path in Path("/").glob(pattern.lstrip("/"))]
        if found:
            return found[0]
    return None


def _median(values: Iterator[float]) -> float:
    return sorted(values)[TURNS // 2]
