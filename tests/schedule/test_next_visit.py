"""When a blog is looked at again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.feed import Feed
from blogforever.schedule.feed_hints import feed_hints
from blogforever.schedule.next_visit import NO_HINTS, next_visit
from blogforever.schedule.visits import FeedHints, PostingHistory

NOW = datetime(2026, 3, 4, 18, tzinfo=UTC)  # a Wednesday
QUARTER = timedelta(minutes=15)
DAY = timedelta(days=1)


def every(interval, *, posts=30, last=NOW - timedelta(hours=9)):
    return tuple((last - interval * number).isoformat() for number in range(posts))


def history(published=(), **more):
    return PostingHistory(**({"blog": "a", "published": published, "feed_entries": 10, "last_visit": NOW} | more))


DAILY = history(every(DAY))  # at 9:00 UTC


def test_a_blog_that_publishes_each_morning_is_visited_soon_after_its_hour():
    visit = next_visit(DAILY, NO_HINTS, NOW)
    assert datetime(2026, 3, 5, 9, tzinfo=UTC) < visit.at < datetime(2026, 3, 5, 13, tzinfo=UTC)
    assert visit.reason == "it publishes about every 25 hours, mostly around 09:00 UTC"


def test_a_blog_that_publishes_on_mondays_is_visited_on_mondays():
    monday = datetime(2026, 3, 2, 9, tzinfo=UTC)
    visit = next_visit(history(every(timedelta(days=7), last=monday, posts=60), feed_entries=100), NO_HINTS, NOW)
    assert visit.at.weekday() == 0
    assert "on Mondays around 09:00 UTC" in visit.reason


def test_a_blog_that_fell_silent_is_visited_less_and_less():
    waits = [
        next_visit(history(DAILY.published, last_visit=later), NO_HINTS, later).at - later
        for later in (NOW + timedelta(days=days) for days in (0, 20, 100, 1000))
    ]
    assert waits == sorted(waits)
    assert waits[0] < 2 * DAY
    assert waits[-1] > 5 * DAY


def test_a_feed_with_few_entries_is_visited_before_it_overflows():
    pairs = tuple(
        (NOW - timedelta(days=3 * number, minutes=minutes)).isoformat()
        for number in range(1, 20)
        for minutes in (0, 40)
    )
    few, many = (next_visit(history(pairs, feed_entries=entries), NO_HINTS, NOW) for entries in (2, 50))
    assert few.at - NOW < many.at - NOW
    assert few.reason.startswith("its feed shows only 2 entries, ")
    assert few.latest_safe < many.latest_safe


def test_posts_that_came_in_bulk_bring_no_hurry():
    imported = (*DAILY.published, *[(NOW - timedelta(days=60)).isoformat()] * 40)
    hurried = next_visit(history(imported), NO_HINTS, NOW).latest_safe
    assert hurried - NOW > DAY


@pytest.mark.parametrize(
    "failures, wait", [(1, timedelta(hours=1)), (2, timedelta(hours=2)), (5, timedelta(hours=16)), (400, 30 * DAY)]
)
def test_failures_are_tried_again_later_each_time(failures, wait):
    visit = next_visit(replace(DAILY, failures=failures), NO_HINTS, NOW)
    assert visit.at == NOW + wait
    assert "failed" in visit.reason


def test_the_server_decides_when_it_may_be_asked_again():
    later = NOW + timedelta(days=5)
    hints = feed_hints(None, now=NOW, retry_after="Mon, 09 Mar 2026 18:00:00 GMT")
    for known in (DAILY, replace(DAILY, failures=1)):
        visit = next_visit(known, hints, NOW)
        assert visit.at == later
        assert "Retry-After" in visit.reason
    assert feed_hints(None, now=NOW, retry_after="3600").retry_after == NOW + timedelta(hours=1)
    assert feed_hints(None, now=NOW, retry_after="tomorrow, perhaps").retry_after is None
    assert next_visit(DAILY, feed_hints(None, now=NOW, retry_after="999999999"), NOW).at == NOW + 30 * DAY


HOURLY = history(every(timedelta(hours=1)), feed_entries=100)


@pytest.mark.parametrize(
    "hints, words",
    [
        (FeedHints(ttl=720), "ttl 720 minutes"),
        (FeedHints(update_period="daily", update_frequency=2), "updatePeriod daily"),
        (feed_hints(None, now=NOW, cache_control="public, max-age=43200"), "Cache-Control max-age 43200 seconds"),
    ],
)
def test_a_feed_is_left_alone_as_long_as_it_asks(hints, words):
    visit = next_visit(HOURLY, hints, NOW)
    assert timedelta(hours=12) <= visit.at - NOW < timedelta(hours=13)
    assert visit.reason == f"its feed asks not to be fetched sooner ({words})"


def test_no_hint_makes_a_visit_come_too_late():
    full = replace(HOURLY, feed_entries=10)
    visit = next_visit(full, FeedHints(ttl=10**6, max_age=10**8, update_period="yearly"), NOW)
    assert visit.at <= visit.latest_safe


def test_hours_and_days_in_which_nothing_is_published_are_left_out():
    feed = Feed(address=None, format="rss20", skip_hours=("9", "10", "11", "12", "24"), skip_days=("Thursday",))
    visit = next_visit(replace(DAILY, feed_entries=100), feed_hints(feed, now=NOW), NOW)
    assert visit.at.weekday() == 4
    assert visit.at.hour not in {0, 9, 10, 11, 12}


def test_hours_that_leave_no_hour_are_ignored():
    feed = Feed(address=None, format="rss20", skip_hours=tuple(map(str, range(24))), skip_days=("Someday",))
    assert next_visit(DAILY, feed_hints(feed, now=NOW), NOW) == next_visit(DAILY, NO_HINTS, NOW)


def test_a_blog_that_pushes_is_only_visited_to_make_sure():
    visit = next_visit(HOURLY, FeedHints(pushed=True), NOW)
    assert visit.at == visit.latest_safe
    assert "hub" in visit.reason


def test_a_blog_without_dates_is_visited_daily_and_then_less_often():
    fresh = next_visit(history(), NO_HINTS, NOW)
    quiet = next_visit(history(last_new_post=NOW - timedelta(days=80), feed_entries=100), NO_HINTS, NOW)
    assert fresh.at - NOW < 2 * DAY
    assert quiet.at - NOW > 10 * DAY


def test_dates_that_cannot_be_true_do_not_count():
    odd = ("1863-07-01", "2099-12-31T00:00:00+00:00", "0001-01-01T00:00:00+14:00", "soon", "2020-13-45")
    assert next_visit(history((*DAILY.published, *odd)), NO_HINTS, NOW) == next_visit(DAILY, NO_HINTS, NOW)


def test_days_without_a_time_teach_no_hour():
    days = tuple((NOW - timedelta(days=number)).date().isoformat() for number in range(1, 30))
    midnights = tuple(f"{day}T00:00:00+02:00" for day in days)
    told = next_visit(history(days), NO_HINTS, NOW)
    assert "around" not in told.reason
    assert next_visit(history(midnights), NO_HINTS, NOW) == told


def test_a_clock_that_was_set_back_does_not_stop_visits():
    visit = next_visit(replace(DAILY, last_visit=NOW + timedelta(days=4000)), NO_HINTS, NOW)
    assert visit.at <= NOW + 2 * DAY


def test_blogs_of_one_pattern_are_spread_and_each_keeps_its_moment():
    at = {name: next_visit(replace(DAILY, blog=name), NO_HINTS, NOW).at for name in "abcdefgh"}
    assert len(set(at.values())) == len(at)
    assert at["a"] == next_visit(replace(DAILY, blog="a"), NO_HINTS, NOW).at


moments = st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat)


@given(
    st.lists(st.one_of(moments, st.text(max_size=12), st.dates().map(str)), max_size=40),
    st.integers(-1, 5000),
    st.datetimes(timezones=st.just(UTC), min_value=datetime(1995, 1, 1), max_value=datetime(2090, 1, 1)),  # noqa: DTZ001
    st.integers(0, 60),
    st.builds(FeedHints, ttl=st.integers(0, 10**8), max_age=st.integers(0, 10**9), pushed=st.booleans()),
)
def test_every_plan_keeps_its_bounds(published, entries, last, failures, hints):
    known = history(tuple(published), feed_entries=entries, last_visit=last, failures=failures)
    visit = next_visit(known, hints, NOW)
    assert NOW <= visit.at <= NOW + timedelta(days=30)
    assert visit.at >= min(last, NOW) + QUARTER
    assert visit.reason
