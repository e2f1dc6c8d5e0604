"""Statistics over feeds whose figures are known."""

from datetime import UTC, datetime, timedelta

import pytest

from blogforever.schedule.feed_facts import FeedFacts, FeedLook
from blogforever.schedule.feed_statistics import summarise

NOW = datetime(2026, 3, 4, tzinfo=UTC)
DAY = 86_400


def feed(name, *days, **more):
    """A feed with posts so many days ago."""
    published = tuple((NOW - timedelta(days=ago, hours=1)).isoformat() for ago in days)
    return FeedFacts(**({"address": name, "published": published, "entries": len(days), "format": "rss20"} | more))


def look(*entries):
    return FeedLook(at=NOW, entries=frozenset(entries))


def test_intervals_have_their_quartiles():
    (found,) = summarise([feed("a", 0, 1, 3, 6, 10)], NOW).intervals
    assert [found.minimum, found.lower_quartile, found.median, found.upper_quartile, found.maximum] == [
        DAY, 1.75 * DAY, 2.5 * DAY, 3.25 * DAY, 4 * DAY
    ]  # fmt: skip
    assert found.mean == 2.5 * DAY
    assert found.newest == "2026-03-03T23:00:00+00:00"


def test_the_deviation_of_a_group_is_pooled_around_the_mean_of_each_feed():
    """Intervals of 1 and 3 days have variance 2, those of 10, 10 and 13 days variance 3: (1·2 + 2·3) / 3 = 8/3."""
    weather = {"folder": "weather"}
    feeds = [feed("a", 0, 1, 4, groups=weather), feed("b", 0, 10, 20, 33, groups=weather), feed("c", 5, groups=weather)]
    (group,) = summarise(feeds, NOW).groups
    assert (group.by, group.group, group.feeds) == ("folder", "weather", 2)
    assert group.mean_days == pytest.approx((2 + 11) / 2)
    assert group.pooled_deviation_days == pytest.approx((8 / 3) ** 0.5)


def test_each_feed_is_counted_once_by_the_number_of_its_entries():
    sizes = summarise([feed(str(n), entries=n) for n in (0, 0, 3, 10, 15, 20, 700)], NOW).sizes
    assert {name: number for name, number in sizes.items() if number} == {
        "0": 2, "1–4": 1, "10": 1, "11–19": 1, "20": 1, "500 or more": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    "days, regularity",
    [
        ((0, 7, 14, 21, 28), "regular"),
        ((0, 1, 5, 6, 13), "about random"),
        ((0, 0.01, 0.02, 0.03, 0.04, 0.05, 200), "in bursts"),
        ((0, 7), "too few posts to tell"),
    ],
)
def test_regularity_is_told_in_words(days, regularity):
    assert summarise([feed("a", *days)], NOW).regularity == {regularity: 1}


def test_feeds_that_cannot_be_counted_are_named():
    found = summarise(
        [feed("a", 1), feed("b", 500, 600), feed("c", vanished="HTTP status 404"), feed("d", unparsable="is a page")],
        NOW,
    )
    assert (found.feeds, found.readable) == (4, 2)
    assert (found.never_updated, found.silent) == (("a",), ("b",))
    assert (found.vanished, found.unparsable) == ({"c": "HTTP status 404"}, {"d": "is a page"})


def test_a_look_that_finds_nothing_known_may_have_missed_posts():
    found = summarise([feed("a", looks=(look("1", "2"), look("2", "3"), look("7", "8"), look("8")))], NOW)
    assert (found.looks, found.looks_without_overlap) == (3, 1)


def test_a_build_date_is_inferred_where_only_entries_have_dates():
    dated = feed("a", 1, 2, time_elements=("entry: pubDate",))
    built = feed("b", 1, 2, time_elements=("feed: lastBuildDate", "entry: pubDate"))
    found = summarise([dated, built], NOW)
    assert found.inferred_build_dates == 1
    assert found.time_elements == {"entry: pubDate": 2, "feed: lastBuildDate": 1}
