"""What a feed tells since it was read before."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from blogforever.changes.feeds import edited_entries, more_comments, moved_entries
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.moment import Moment

B = "http://blog.example"
RAIN = FeedEntry(address=f"{B}/rain/", id="1", title="Rain", text="It rained.", tags=("a", "b"), comment_count=2)
SNOW = FeedEntry(address=f"{B}/snow/", id="2", title="Snow", text="It snowed.")
BEFORE = Feed(address=f"{B}/feed", format="rss20", entries=(RAIN, SNOW))


def now(*entries):
    return replace(BEFORE, entries=entries)


def test_an_entry_that_says_something_else_is_edited():
    for edit in ({"title": "Hail"}, {"text": "It hailed."}, {"tags": ("a",)},
                 {"updated": Moment(written="x", iso="2020-01-01")}):  # fmt: skip
        edited = replace(RAIN, **edit)
        assert edited_entries(BEFORE, now(edited, SNOW)) == (edited,)


def test_what_says_the_same_in_another_way_is_not():
    same = replace(RAIN, text="It  rained. ", tags=("b", "a"), address="https://www.blog.example/rain", html="<b>x</b>")
    assert edited_entries(BEFORE, now(same, SNOW)) == ()
    assert moved_entries(BEFORE, now(same, SNOW)) == {}


def test_another_number_of_comments_is_no_edit():
    more = replace(RAIN, comment_count=3)
    assert edited_entries(BEFORE, now(more)) == ()
    assert more_comments(BEFORE, now(more, SNOW)) == (more,)


def test_an_entry_with_the_same_id_at_another_address_has_moved():
    moved = replace(RAIN, address=f"{B}/heavy-rain/")
    assert moved_entries(BEFORE, now(moved, SNOW)) == {f"{B}/heavy-rain/": f"{B}/rain/"}


def test_ids_that_are_used_twice_and_addresses_that_were_there_say_nothing():
    assert moved_entries(BEFORE, now(replace(RAIN, address=f"{B}/snow/"))) == {}
    new = replace(RAIN, address=f"{B}/hail/")
    assert moved_entries(BEFORE, now(new, replace(new, address=f"{B}/sleet/"))) == {}


ENTRIES = st.lists(
    st.builds(
        FeedEntry,
        address=st.none() | st.sampled_from([f"{B}/1", f"{B}/2", f"{B}/3"]),
        id=st.none() | st.sampled_from("abc"),
        title=st.sampled_from(["x", "y"]),
    ),
    max_size=5,
)


@given(ENTRIES)
def test_a_feed_that_did_not_change_tells_nothing(entries):
    feed = now(*entries)
    assert edited_entries(feed, feed) == ()
    assert more_comments(feed, feed) == ()
    assert moved_entries(feed, feed) == {}
