"""Which elements about time a feed has."""

import pytest

from blogforever.sources.feeds.parse import parse_feed

RSS = b"""<?xml version="1.0"?><rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Rain</title><link>https://rain.example/</link>
<lastBuildDate>Mon, 02 Mar 2026 09:00:00 GMT</lastBuildDate><ttl>60</ttl><sy:updatePeriod>daily</sy:updatePeriod>
<skipHours><hour>0</hour><hour> 23 </hour></skipHours>
<item><title>Drops</title><link>https://rain.example/drops</link><pubDate>Mon, 02 Mar 2026 09:00:00 GMT</pubDate></item>
<item><title>Roof</title><link>https://rain.example/roof</link><dc:date>2026-03-01</dc:date></item>
<skipDays><day>Sunday</day></skipDays></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>Rain</title><updated>2026-03-02T09:00:00Z</updated>
<entry><title>Drops</title><id>a</id><published>2026-03-02T09:00:00Z</published></entry></feed>"""
JSON = b"""{"version": "https://jsonfeed.org/version/1.1", "title": "Rain", "items":
[{"id": "1", "content_text": "Drops", "date_published": "2026-03-02T09:00:00Z"}]}"""


@pytest.mark.parametrize(
    "content, elements",
    [
        (
            RSS,
            {
                "feed: lastBuildDate", "feed: ttl", "feed: updatePeriod", "feed: skipHours", "feed: skipDays",
                "entry: pubDate", "entry: dc:date",
            },
        ),
        (ATOM, {"feed: updated", "entry: published"}),
        (JSON, {"entry: date_published"}),
    ],
)  # fmt: skip
def test_a_feed_names_its_elements_about_time(content, elements):
    assert set(parse_feed(content).time_elements) == elements


def test_hours_and_days_to_skip_are_read_also_behind_the_entries():
    feed = parse_feed(RSS)
    assert (feed.skip_hours, feed.skip_days) == (("0", "23"), ("Sunday",))
    assert parse_feed(ATOM).skip_hours == ()
