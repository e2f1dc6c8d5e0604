"""Each golden blog is read as is written down; `python -m tests.blogs.write` shows and writes what has changed."""

import pytest

from tests.blogs.golden import NAMES, expected, read_blog


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_blog_is_read_as_written_down(name):
    lines, wanted = list(read_blog(name)), expected(name)
    for line, want in zip(lines, wanted, strict=False):
        assert line == want
    assert len(lines) == len(wanted) > 0


def test_there_are_golden_blogs():
    assert len(NAMES) >= 4
