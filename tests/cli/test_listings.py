"""Lines that people read."""

from blogforever.cli.listings import post_lines
from blogforever.model.archive import PostLine


def line(title, authors=()):
    return PostLine(
        id=1, blog="https://blog.example/", key="blog.example/rain", url="https://blog.example/rain", title=title,
        authors=authors, published="2024-05-01", versions=1, captured_at="2024-05-02T00:00:00+00:00", from_feed=False,
        signs=10,
    )  # fmt: skip


def test_a_title_without_end_is_cut_and_the_address_is_not():
    first, second = post_lines(line("rain " * 50_000, ("Ines",)))
    assert len(first) < 300
    assert "…" in first
    assert "Ines" in first
    assert second.strip() == "https://blog.example/rain"


def test_an_ordinary_title_stands_whole():
    first, _ = post_lines(line("Rain on the old roof"))
    assert "Rain on the old roof" in first
    assert "…" not in first
