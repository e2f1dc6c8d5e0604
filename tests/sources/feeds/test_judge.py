"""How much of each post a feed carries."""

import pytest

from blogforever.model.feed import FeedText
from blogforever.sources.feeds.parse import parse_feed

WORDS = (
    "the",
    "peas",
    "climb",
    "up",
    "the",
    "poles",
    "while",
    "beans",
    "wait",
    "for",
    "rain",
    "and",
    "leeks",
    "want",
    "more",
    "earth",
    "than",
    "we",
    "have",
    "here",
)


def words(count, shift=0):
    return " ".join(WORDS[(place * 7 + shift) % len(WORDS)] for place in range(count)) + "."


def feed_of(descriptions):
    items = [
        f"<item><title>Post {place}</title><link>http://garden.example/{place}</link><description><![CDATA[{text}]]></description></item>"
        for place, text in enumerate(descriptions)
    ]
    return parse_feed(f"<rss version='2.0'><channel>{''.join(items)}</channel></rss>".encode())


@pytest.mark.parametrize(
    "descriptions, kind",
    [
        ([""] * 8, FeedText.TITLES),
        ([words(55, n) + " [&#8230;]" for n in range(8)], FeedText.EXCERPT),
        (
            [f"<p>{words(55 + n % 3, n)}</p><p><a href='/{n}'>Continue reading</a></p>" for n in range(8)],
            FeedText.EXCERPT,
        ),
        ([words(70 + n, n) for n in range(8)], FeedText.EXCERPT),
        ([words(12 + n, n) for n in range(8)], FeedText.SUMMARY),
        ([f"<p>{words(300 + 90 * n, n)}</p><p>{words(80, n)}</p>" for n in range(8)], FeedText.FULL),
        (
            [
                f"<p>{words(20 + 30 * n, n)}</p><p><img src='/i.jpg'>{words(40)} <a href='/x'>x</a></p>"
                for n in range(8)
            ],
            FeedText.FULL,
        ),
    ],
)
def test_kinds_of_feeds(descriptions, kind):
    feed = feed_of(descriptions)
    assert feed.text_kind == kind, feed.text_kind_reason
    assert feed.text_kind_reason


def test_a_single_short_post_is_taken_for_whole():
    assert feed_of(["<p>Rain at last.</p>"]).text_kind == FeedText.FULL
