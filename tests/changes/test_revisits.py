"""Which known posts are worth another look."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from blogforever.changes.revisits import MOST_BY_AGE, PostInList, absent_posts, changed_posts, overdue_posts
from blogforever.model.blog import KnownPost

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def known(*, seen, changed=None, is_gone=False):
    """A post that was seen and changed so many days ago."""
    return KnownPost(
        address="a",
        seen=NOW - timedelta(days=seen),
        changed=NOW - timedelta(days=seen if changed is None else changed),
        is_gone=is_gone,
    )


def test_a_post_that_changed_since_it_was_seen_is_looked_at():
    posts = {"old": known(seen=5), "new": known(seen=5), "silent": known(seen=5)}
    listed = {
        "old": PostInList("a", NOW - timedelta(days=6)),
        "new": PostInList("a", NOW - timedelta(days=4)),
        "silent": PostInList("a"),
        "unknown": PostInList("a", NOW),
    }
    assert changed_posts(posts, listed) == ["new"]


def test_one_that_was_gone_and_is_listed_again_is_looked_at():
    assert changed_posts({"a": known(seen=5, is_gone=True)}, {"a": PostInList("a")}) == ["a"]


def test_what_a_nearly_complete_list_lacks_may_be_gone():
    posts = {str(number): known(seen=5) for number in range(10)}
    listed = {str(number): PostInList("a") for number in range(9)}
    assert absent_posts(posts, listed) == ["9"]
    assert absent_posts(posts, {"1": PostInList("a")}) == []
    assert absent_posts({}, listed) == []


def test_the_longer_a_post_stayed_the_same_the_rarer_it_is_asked_for():
    posts = {
        "seen today": known(seen=0.5),
        "changed just before": known(seen=1.5, changed=2),
        "the same for a year": known(seen=30, changed=395),
        "the same for ten years": known(seen=200, changed=3_850),
        "gone": known(seen=500, is_gone=True),
    }
    assert set(overdue_posts(posts, NOW)) == {"changed just before", "the same for ten years"}


@given(st.dictionaries(st.text(max_size=3), st.floats(-1e4, 1e4), max_size=30))
def test_few_are_looked_at_and_clocks_may_be_wrong(days):
    posts = {key: known(seen=seen, changed=-seen) for key, seen in days.items()}
    assert len(overdue_posts(posts, NOW)) <= MOST_BY_AGE
