"""Names of people that nobody has."""

import pytest

from blogforever.sources.feeds.parse import parse_feed

START = "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>Soup</title><item>"
END = (
    "<title>Soup</title><link>http://a.example/1</link><description>We made soup.</description></item></channel></rss>"
)


def read(markup):
    return parse_feed((START + markup + END).encode())


@pytest.mark.parametrize(
    "markup",
    [
        "<author>" + "a" * 700 + "</author>",
        "<author><![CDATA[" + "a" * 700 + "]]></author>",
        "<dc:creator>" + "aaaa<b/>" * 200 + "</dc:creator>",
        "<author><name>" + "a" * 700 + "</name></author>",
        "<author><author>x</author>" + "a" * 700 + "</author>",
        "<name>" * 30 + "<author>" + "a" * 700 + "</author>",
    ],
)
def test_a_name_without_end_is_left_out_and_told(markup):
    feed = read(markup)
    (entry,) = feed.entries
    assert entry.authors == ()
    assert (entry.title, entry.text) == ("Soup", "We made soup.")
    assert any("names of people with more than 600 characters, left out" in damage for damage in feed.damage)


@pytest.mark.parametrize(
    "markup",
    [
        "<author>anna@blog.example (Anna Smith)</author>",
        "<dc:creator>Anna Smith</dc:creator>",
        "<dc:creator><![CDATA[Anna Smith]]></dc:creator>",
        "<author>" + " " * 500 + "Anna Smith</author>",
    ],
)
def test_other_names_stay(markup):
    feed = read(markup)
    assert feed.entries[0].authors == ("Anna Smith",)
    assert feed.damage == ()


def test_only_the_long_one_of_two_goes():
    feed = read("<author>" + "a" * 700 + "</author><dc:creator>Anna Smith</dc:creator>")
    assert feed.entries[0].authors == ("Anna Smith",)
