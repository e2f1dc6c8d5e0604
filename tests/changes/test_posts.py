"""Posts of a harvest beside what the archive holds: one change for each."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.changes.posts import (
    HeldPost,
    HeldPostVersion,
    PostChange,
    PostChangeKind,
    SeenPost,
    diff_posts,
)

NOW = 5
NEW, EDITED, REPEATED = PostChangeKind.NEW, PostChangeKind.EDITED, PostChangeKind.REPEATED
SAME, TAKEN_BACK, REMOVED = PostChangeKind.SAME, PostChangeKind.TAKEN_BACK, PostChangeKind.REMOVED


def version(number, harvest, digest, *, from_feed=False):
    return HeldPostVersion(number=number, harvest=harvest, digest=digest, from_feed=from_feed)


def held(*versions, last_seen):
    return HeldPost(versions=versions, last_seen=last_seen)


def seen(digest, *, from_feed=False):
    return SeenPost(digest=digest, from_feed=from_feed)


OLD = version(1, 2, "old")
OWN = version(2, NOW, "own")
ENTRY = version(1, 2, "old", from_feed=True)


@pytest.mark.parametrize(
    "known, says, kind, newest, last_seen",
    [
        (None, seen("a"), NEW, 1, NOW),
        (held(OLD, last_seen=4), seen("old"), SAME, 1, NOW),
        (held(OLD, last_seen=4), seen("other"), EDITED, 2, NOW),
        (held(OLD, OWN, last_seen=NOW), seen("own"), REPEATED, 2, NOW),
        (held(OLD, OWN, last_seen=NOW), seen("third"), EDITED, 2, NOW),
        (held(OLD, OWN, last_seen=NOW), seen("old"), TAKEN_BACK, 1, NOW),
        (held(version(1, NOW, "own"), last_seen=NOW), seen("own"), REPEATED, 1, NOW),
        (held(version(1, NOW, "own"), last_seen=NOW), seen("third"), EDITED, 1, NOW),
        # An entry of a feed holds less than a page.
        (held(OLD, last_seen=4), seen("short", from_feed=True), SAME, 1, NOW),
        (held(ENTRY, last_seen=4), seen("short", from_feed=True), EDITED, 2, NOW),
        (held(ENTRY, last_seen=4), seen("page"), EDITED, 2, NOW),
        (held(OLD, OWN, last_seen=NOW), seen("short", from_feed=True), TAKEN_BACK, 1, NOW),
        # Taken back by the harvest.
        (held(version(1, NOW, "own"), last_seen=NOW), None, REMOVED, 0, NOW),
        (held(OLD, OWN, last_seen=NOW), None, TAKEN_BACK, 1, 2),
        (held(OLD, last_seen=NOW), None, SAME, 1, 2),
        (held(OLD, last_seen=4), None, SAME, 1, 4),
    ],
)
def test_what_happens_to_a_post(known, says, kind, newest, last_seen):
    (change,) = diff_posts({"key": known} if known else {}, {"key": says}, harvest=NOW)
    assert change == PostChange(key="key", kind=kind, version=newest, last_seen=last_seen)


def test_what_is_neither_held_nor_seen_needs_no_change():
    assert diff_posts({}, {"key": None}, harvest=NOW) == ()


def test_what_is_held_and_not_spoken_of_needs_no_change():
    assert diff_posts({"key": held(OLD, last_seen=4)}, {}, harvest=NOW) == ()


DIGESTS = st.sampled_from(["a", "b"])
SEEN = st.dictionaries(
    st.sampled_from("xyz"), st.none() | st.builds(SeenPost, digest=DIGESTS, from_feed=st.booleans()), max_size=3
)


def carry_out(archive, says, harvest):
    """What the archive holds after the changes."""
    after = dict(archive)
    for change in diff_posts(archive, says, harvest=harvest):
        if change.kind is REMOVED:
            del after[change.key]
            continue
        known = archive[change.key].versions if change.key in archive else ()
        if change.kind is not SAME:
            known = tuple(one for one in known if one.harvest != harvest)
        if change.kind in {NEW, EDITED, REPEATED}:
            says_now = says[change.key]
            known += (version(change.version, harvest, says_now.digest, from_feed=says_now.from_feed),)
        assert max(one.number for one in known) == change.version
        after[change.key] = HeldPost(versions=known, last_seen=change.last_seen)
    return after


@given(st.lists(SEEN, max_size=4))
def test_the_same_said_twice_changes_nothing(harvests):
    archive = {}
    for number, says in enumerate(harvests, start=1):
        archive = carry_out(archive, says, number)
        again = diff_posts(archive, says, harvest=number)
        assert {change.kind for change in again} <= {SAME, REPEATED}
        assert carry_out(archive, says, number) == archive


@given(st.lists(SEEN, max_size=4))
def test_only_the_last_statement_of_a_harvest_counts(harvests):
    """What it said before is overwritten or taken back, but for who saw the post last."""
    at_once, in_steps = {}, {}
    for number, says in enumerate(harvests, start=1):
        at_once = carry_out(at_once, says, number)
        in_steps = carry_out(in_steps, dict.fromkeys(says, SeenPost(digest="c", from_feed=False)), number)
        in_steps = carry_out(in_steps, says, number)
        assert {key: set(post.versions) for key, post in at_once.items()} == {
            key: set(post.versions) for key, post in in_steps.items()
        }


@given(st.lists(SEEN, max_size=4), SEEN, st.randoms(use_true_random=False))
def test_the_order_does_not_matter(harvests, says, chance: random.Random):
    archive = {}
    for number, earlier in enumerate(harvests, start=1):
        archive = carry_out(archive, earlier, number)
    turned = {
        key: replace(post, versions=tuple(chance.sample(post.versions, len(post.versions))))
        for key, post in archive.items()
    }
    shuffled = dict(chance.sample(list(says.items()), len(says)))
    assert set(diff_posts(turned, shuffled, harvest=NOW)) == set(diff_posts(archive, says, harvest=NOW))
