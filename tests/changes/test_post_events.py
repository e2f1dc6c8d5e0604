"""What can be said of posts that go and come back: only what the harvests' reports prove."""

import pytest

from blogforever.changes.post_events import find_departures, standing, version_event
from blogforever.model.archive import HarvestLine, PostVersion
from blogforever.model.harvest import PostChanges, State
from blogforever.model.post import Post


def harvest(number, *gone, back=0, unseen=0, has_report=True):
    return HarvestLine(
        id=number,
        state=State.DONE,
        began=f"2024-0{number}-01T00:00:00+00:00",
        ended=f"2024-0{number}-01T01:00:00+00:00",
        is_offline=False,
        posts=PostChanges(back=back, unseen=unseen) if has_report else None,
        gone=dict.fromkeys(gone, "not found (status 404)"),
    )


def told(harvests, *seen):
    found = find_departures(harvests, lambda key, number: (key, number) in seen)
    return [(one.event.harvest, one.key, one.event.kind.value) for one in found]


@pytest.mark.parametrize(
    "harvests, seen, expected",
    [
        ([harvest(1), harvest(2, "a"), harvest(3, "a")], [], [(2, "a", "gone")]),
        # The report counts one that is back, and only one can be.
        ([harvest(1), harvest(2, "a"), harvest(3, back=1)], [], [(2, "a", "gone"), (3, "a", "back")]),
        # It is not called gone any more, but nothing shows that it is back.
        ([harvest(1), harvest(2, "a"), harvest(3)], [], [(2, "a", "gone")]),
        ([harvest(1), harvest(2, "a"), harvest(3), harvest(4, "a")], [], [(2, "a", "gone")]),
        ([harvest(1), harvest(2, "a"), harvest(3), harvest(4)], [("a", 4)], [(2, "a", "gone"), (4, "a", "back")]),
        # One of two is back: the one that the harvest has a version of.
        (
            [harvest(1), harvest(2, "a", "b"), harvest(3, back=1)],
            [("b", 3)],
            [(2, "a", "gone"), (2, "b", "gone"), (3, "b", "back")],
        ),
        # A harvest without a report says nothing.
        ([harvest(2, "a"), harvest(3, has_report=False), harvest(4, "a")], [], [(2, "a", "gone")]),
        (
            [harvest(1, "a"), harvest(2, back=1), harvest(3, "a")],
            [],
            [(1, "a", "gone"), (2, "a", "back"), (3, "a", "gone")],
        ),
    ],
)
def test_posts_go_and_come_back(harvests, seen, expected):
    assert told(harvests, *seen) == expected


@pytest.mark.parametrize(
    "newest, last_seen, is_moved, expected",
    [
        (harvest(3), 3, False, "there"),
        (harvest(3, unseen=1), 2, False, "unseen"),
        (harvest(3, "key"), 2, False, "gone"),
        (harvest(3, unseen=1), 2, True, "moved"),
        # An update asks only for some posts: of the others it says nothing.
        (harvest(3), 2, False, "there"),
        (harvest(3), 1, False, "unseen"),
        (harvest(3, has_report=False), 1, False, "unseen"),
    ],
)
def test_how_a_post_stands(newest, last_seen, is_moved, expected):
    harvests = [harvest(1), harvest(2, unseen=1), newest]
    assert standing(harvests, "key", last_seen=last_seen, is_moved=is_moved).value == expected


def version(number, captured_at, title, *, from_feed=False):
    post = Post(url="http://a.example/", title=title, content_text="Some words.")
    return PostVersion(
        number=number, harvest=number, captured_at=captured_at, status_code=200, from_feed=from_feed, post=post
    )


@pytest.mark.parametrize(
    "before, kind",
    [
        (None, "new"),
        (version(1, "2024-01-01", "Old"), "edited"),
        # Read from the same capture: nobody edited the post, other rules found another title.
        (version(1, "2024-02-01", "Old"), "read again"),
        (version(1, "2024-02-01", "Old", from_feed=True), "edited"),
    ],
)
def test_how_a_version_came_about(before, kind):
    event = version_event(version(2, "2024-02-01", "New"), before)
    assert event.kind.value == kind
    assert event.words == 2
    assert [part.value for part in event.parts] == (["title"] if before else [])
