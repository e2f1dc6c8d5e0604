"""After two and three harvests pywb shows every page and every picture as it was, with its index and with ours."""

import pytest

from tests.end_to_end.command import harvest
from tests.replay.changing_blog import CHANGED, VANISHED, changing_blog
from tests.replay.harvested import check_replay, new_files
from tests.store.wire import records_as_warcio_reads_them

KINDS = ("redirect", "page, not modified", "page, same payload", "media, not modified", "media, same payload")
"""What later harvests must have, lest nothing was shown."""


@pytest.mark.parametrize("turns", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_capture_replays_after_so_many_harvests(tmp_path, turns):
    archive = tmp_path / "archive"
    harvests = []
    with changing_blog() as blog:
        for turn in range(1, turns + 1):
            blog.turn = turn
            harvest(blog.home, archive, "--delay", 0)
            harvests.append(new_files(archive, [path for paths in harvests for path in paths]))
        kinds = check_replay(tmp_path / "pywb", blog, harvests)
    assert kinds[1, "page"] > 20
    for turn in range(2, turns + 1):
        assert {(turn, kind) for kind in KINDS} <= kinds.keys()
    assert blog.shown(CHANGED, 1) != blog.shown(CHANGED, 2)
    assert (blog.shown(VANISHED, 2)[0], blog.shown(VANISHED, 3)[0]) == (200, 404)
    for path in (path for paths in harvests for path in paths):
        records_as_warcio_reads_them(path)
