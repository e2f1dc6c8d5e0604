"""Captures of several harvests of one blog, and whether a replay program shows each as it was."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from blogforever.store.warc.cdxj import IndexLine, read_index
from tests.replay.changing_blog import ChangingBlog
from tests.replay.pywb import OUR_INDEX, OWN_INDEX, replayed, replaying


def new_files(archive: Path, known: Sequence[Path]) -> list[Path]:
    """The WARC files that were not known."""
    return sorted(set((archive / "warc").glob("*.warc.gz")) - set(known))


def check_replay(folder: Path, blog: ChangingBlog, harvests: Sequence[Sequence[Path]]) -> Counter[tuple[int, str]]:
    """Every capture of every harvest replays as the blog showed it then; how many of each kind each had."""
    kinds: Counter[tuple[int, str]] = Counter()
    folder.mkdir()
    with replaying(folder, [path for paths in harvests for path in paths]) as pywb:
        for turn, paths in enumerate(harvests, start=1):
            for line in (line for path in paths for line in read_index(path)):
                shown = blog.shown(line.address, turn)
                for collection in (OWN_INDEX, OUR_INDEX):
                    status, kind, body = replayed(pywb, collection, line.timestamp, line.address)
                    where = f"{collection} {turn} {line}"
                    assert (status, kind) == shown[:2], where
                    assert body == shown[2], where
                kinds.update((turn, kind) for kind in _kinds(line, shown[0]))
    return kinds


def _kinds(line: IndexLine, status: int) -> Iterator[str]:
    what = "redirect" if 300 <= status < 400 else "failure" if status != 200 else "page"
    if what == "page" and "/media/" in line.address:
        what = "media"
    yield what
    if line.mime == "warc/revisit":
        yield f"{what}, {'not modified' if line.status == 304 else 'same payload'}"
