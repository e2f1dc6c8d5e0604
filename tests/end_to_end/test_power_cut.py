"""The power fails during a harvest and right after "done": nothing is lost that had been reported."""

import time

import pytest

from tests.end_to_end.command import export, harvest, start_harvest
from tests.end_to_end.killing import media_files
from tests.end_to_end.loopback import Answer
from tests.end_to_end.power_cuts import cut_power, losses, make_image, mounted, why_not
from tests.end_to_end.served_blog import ServedBlog
from tests.needs import absent
from tests.sample_blog.blog import make_blog

MEGABYTES = 64


@pytest.fixture(autouse=True)
def _file_systems():
    if reason := why_not():
        absent(reason)


def test_a_harvest_that_is_done_outlives_a_failure_of_the_power(tmp_path):
    blog = ServedBlog(make_blog(posts=5, feed=3))
    image = tmp_path / "disk.img"
    make_image(image, MEGABYTES)
    with mounted(image) as disk, blog.server.running():
        archive = disk / "archives" / "one"
        running = start_harvest(blog.home, archive, "--delay", 0)
        _, said = running.communicate()
        assert running.returncode == 0, said
        cut = cut_power(running, 0.0, image, archive, tmp_path / "cut.img")
    assert cut.reported.state == "done"
    assert len(cut.reported.posts) == len(blog.post_paths)
    with mounted(cut.image) as disk:
        assert losses(cut.reported, disk / "archives" / "one") == []


@pytest.mark.slow
def test_what_was_reported_outlives_a_failure_of_the_power(tmp_path):
    blog = ServedBlog(make_blog(posts=16, feed=6))
    quick = blog.server.answer
    blog.server.answer = lambda path, headers: _slowly(quick(path, headers))
    image = tmp_path / "disk.img"
    make_image(image, MEGABYTES)
    with blog.server.running():
        began = time.monotonic()
        harvest(blog.home, tmp_path / "quiet", "--delay", 0)
        seconds = time.monotonic() - began
        cuts = []
        with mounted(image) as disk:
            archive = disk / "archives" / "one"
            began = time.monotonic()
            running = start_harvest(blog.home, archive, "--delay", 0)
            for share in (0.5, 0.8):
                time.sleep(max(0.0, began + share * seconds - time.monotonic()))
                cuts.append(cut_power(running, began, image, archive, tmp_path / f"cut-{share}.img"))
            _, said = running.communicate()
            assert running.returncode == 0, said
            cuts.append(cut_power(running, began, image, archive, tmp_path / "cut-done.img"))
        assert cuts[-1].reported.state == "done"
        assert len(cuts[-1].reported.media) == len(media_files(tmp_path / "quiet")) > 3
        for cut in cuts:
            with mounted(cut.image) as disk:
                archive = disk / "archives" / "one"
                assert losses(cut.reported, archive) == []
                harvest(blog.home, archive, "--delay", 0)
                assert export(archive) == export(tmp_path / "quiet")
                assert media_files(archive) == media_files(tmp_path / "quiet")


def _slowly(answer):
    return Answer(answer.body, answer.status, answer.headers, seconds=0.05)
