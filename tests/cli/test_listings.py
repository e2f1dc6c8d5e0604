"""Lines that people read."""

from dataclasses import replace

from blogforever.cli.views.listings import post_lines
from blogforever.model.archive import PostLine

COUNTS = ((3, 3), (1_000, 1_200), (0, None))


def line(title, authors=()):
    return PostLine(
        id=1, blog="https://blog.example/", key="blog.example/rain", url="https://blog.example/rain", title=title,
        authors=authors, published="2024-05-01", versions=1, captured_at="2024-05-02T00:00:00+00:00", from_feed=False,
        characters=10,
    )  # fmt: skip


def test_a_title_without_end_is_cut_and_the_address_is_not():
    first, second = post_lines(line("rain " * 50_000, ("Ines",)))
    assert len(first) < 300
    assert "…" in first
    assert "Ines" in first
    assert second.strip() == "https://blog.example/rain"


def test_the_number_of_comments_is_told_when_it_is_wanted():
    every, some, none = (replace(line("Rain"), comments=kept, comments_stated=stated) for kept, stated in COUNTS)
    assert "2024-05-01           3  " in next(post_lines(every, with_comments=True))
    assert "  1,000 of 1,200  " in next(post_lines(some, with_comments=True))
    assert "2024-05-01           0  " in next(post_lines(none, with_comments=True))
    assert " 3 " not in next(post_lines(every))


def test_an_ordinary_title_stands_whole():
    first, _ = post_lines(line("Rain on the old roof"))
    assert "Rain on the old roof" in first
    assert "…" not in first
