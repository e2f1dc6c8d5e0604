"""Comments in a DOCTYPE, closed and not."""

import pytest

from blogforever.sources.feeds.parse import parse_feed

FEED = "<rss version='2.0'><channel><title>Soup</title><item><title>Soup</title></item></channel></rss>"


@pytest.mark.parametrize(
    "inside", ["<!-- ]> -->", "<!--", "<!--<!--", "<!-- --><!--", "<!ENTITY a ']>'>", "<!-- > -->"]
)
def test_the_feed_behind_them_is_read(inside):
    assert parse_feed(f"<!DOCTYPE rss [{inside}]>{FEED}".encode()).title == "Soup"
