"""Comments of a harvest beside what the archive holds: one change for each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.changes.comments import (
    CommentChange,
    CommentChangeKind,
    DiscussionCounts,
    HeldCommentVersion,
    HeldDiscussion,
    Placement,
    SeenComment,
    SeenDiscussion,
    diff_comments,
)
from blogforever.model.comment import CommentSource

NOW = 5
NOTHING = HeldDiscussion(comments={}, counts=None)
Kind = CommentChangeKind


def version(number, harvest, digest="old", *, gone=False, turned=None, position=0, source=CommentSource.PAGE):
    return HeldCommentVersion(
        number=number,
        harvest=harvest,
        digest=digest,
        source=source,
        has_text=True,
        placement=Placement(gone=gone, turned=turned, position=position),
    )


def held(*versions, counts=None):
    return HeldDiscussion(comments={"1": versions}, counts=counts)


def seen(*digests, complete=True, declared_count=None, exhausted=frozenset(CommentSource), text=True):
    comments = (SeenComment(id=str(number), digest=digest, has_text=text) for number, digest in enumerate(digests, 1))
    return SeenDiscussion(
        comments=tuple(comments), complete=complete, declared_count=declared_count, exhausted=exhausted
    )


OLD = version(1, 2)
MISSING = version(1, 2, gone=True, turned=4)


def placed(*, gone=False, turned=None, position=0):
    return Placement(gone=gone, turned=turned, position=position)


@pytest.mark.parametrize(
    "known, says, kind, effect",
    [
        ((), seen("a"), Kind.NEW, {"written": 1}),
        ((OLD,), seen("old"), Kind.SAME, {"earlier": 1}),
        ((OLD,), seen("new"), Kind.EDITED, {"earlier": 1, "written": 2}),
        ((version(1, 2, position=3),), seen("old"), Kind.MOVED, {"earlier": 1, "placement": placed()}),
        ((OLD,), seen(), Kind.GONE, {"earlier": 1, "placement": placed(gone=True, turned=NOW)}),
        ((MISSING,), seen(), Kind.SAME, {"earlier": 1}),
        ((MISSING,), seen("old"), Kind.BACK, {"earlier": 1, "placement": placed(turned=NOW)}),
        ((MISSING,), seen("new"), Kind.EDITED, {"earlier": 1, "written": 2}),
        # Not gone: not all was read.
        ((OLD,), seen(complete=False), Kind.SAME, {"earlier": 1}),
        ((OLD,), seen(exhausted=frozenset({CommentSource.API})), Kind.SAME, {"earlier": 1}),
        ((OLD,), None, Kind.SAME, {"earlier": 1}),
        # What this harvest said before.
        ((version(1, NOW, "own"),), seen("own"), Kind.REPEATED, {"written": 1}),
        ((version(1, NOW, "own"),), seen("new"), Kind.NEW, {"written": 1}),
        ((OLD, version(2, NOW, "own")), seen("own"), Kind.REPEATED, {"earlier": 1, "written": 2}),
        ((OLD, version(2, NOW, "own")), seen("old"), Kind.TAKEN_BACK, {"earlier": 1, "takes_back": True}),
        ((version(1, NOW, "own"),), seen(), Kind.TAKEN_BACK, {"takes_back": True}),
        ((version(1, NOW, "own"),), None, Kind.TAKEN_BACK, {"takes_back": True}),
        ((OLD, version(2, NOW, "own")), None, Kind.TAKEN_BACK, {"earlier": 1, "takes_back": True}),
        (
            (OLD, version(2, NOW, "own")), seen(), Kind.GONE,
            {"earlier": 1, "takes_back": True, "placement": placed(gone=True, turned=NOW)},
        ),
        ((version(1, 2, gone=True, turned=NOW),), seen(), Kind.SAME, {"earlier": 1}),
        ((version(1, 2, gone=True, turned=NOW),), seen("old"), Kind.TAKEN_BACK, {"earlier": 1, "placement": placed()}),
        ((version(1, 2, gone=True, turned=NOW),), None, Kind.TAKEN_BACK, {"earlier": 1, "placement": placed()}),
        (
            (version(1, 2, gone=True, turned=NOW),), seen("new"), Kind.EDITED,
            {"earlier": 1, "written": 2, "placement": placed()},
        ),
        ((version(1, 2, turned=NOW),), None, Kind.TAKEN_BACK, {"earlier": 1, "placement": placed(gone=True)}),
    ],
)  # fmt: skip
def test_what_happens_to_a_comment(known, says, kind, effect):
    (change,) = diff_comments(held(*known) if known else NOTHING, says, harvest=NOW).comments
    assert change == CommentChange(id="1", kind=kind, **effect)


def test_new_comments_are_placed_in_their_order():
    changes = diff_comments(NOTHING, seen("a", "b", "c"), harvest=NOW).comments
    assert [(change.id, change.position) for change in changes] == [("1", 0), ("2", 1), ("3", 2)]


def test_of_comments_with_the_same_id_the_first_counts():
    twice = (SeenComment(id="1", digest="a", has_text=True), SeenComment(id="1", digest="b", has_text=True))
    says = SeenDiscussion(comments=twice, complete=True, declared_count=None, exhausted=frozenset())
    change = diff_comments(held(version(1, 2, "a")), says, harvest=NOW)
    assert [(one.kind, one.id) for one in change.comments] == [(Kind.SAME, "1")]
    assert change.counts.kept == 1


def counts(kept, declared_count=None, *, complete=True):
    return DiscussionCounts(kept=kept, declared_count=declared_count, complete=complete)


@pytest.mark.parametrize(
    "before, says, after",
    [
        (NOTHING, seen(), counts(0)),
        (NOTHING, seen("a", "b", declared_count=7, complete=False), counts(2, 7, complete=False)),
        (NOTHING, seen("a", text=False), counts(0)),
        (held(OLD), seen(), counts(1)),
        (held(OLD, counts=counts(1)), seen(), None),
        (held(OLD, counts=counts(1)), seen("old"), None),
        (held(OLD, counts=counts(1, 3)), seen("old"), counts(1)),
        (held(OLD, counts=counts(1)), None, None),
        (held(version(1, NOW)), seen(), counts(0)),
    ],
)
def test_how_the_discussion_stands_is_noted_where_it_differs(before, says, after):
    assert diff_comments(before, says, harvest=NOW).counts == after


SEEN = st.none() | st.builds(
    SeenDiscussion,
    comments=st.lists(
        st.builds(SeenComment, id=st.sampled_from("xyz"), digest=st.sampled_from("ab"), has_text=st.booleans()),
        max_size=4,
    ).map(tuple),
    complete=st.booleans(),
    declared_count=st.none() | st.integers(0, 2),
    exhausted=st.frozensets(st.sampled_from([CommentSource.PAGE, CommentSource.API])),
)


def carry_out(archive, says, harvest):
    """The versions that the archive holds after the changes."""
    after = dict(archive)
    for change in diff_comments(HeldDiscussion(comments=archive, counts=None), says, harvest=harvest).comments:
        known = {one.number: one for one in archive.get(change.id, ())}
        if change.takes_back:
            known = {number: one for number, one in known.items() if one.harvest != harvest}
        if change.placement:
            one, place = known[change.earlier], change.placement
            known[change.earlier] = HeldCommentVersion(
                number=one.number, harvest=one.harvest, digest=one.digest, source=one.source, has_text=one.has_text,
                placement=place,
            )  # fmt: skip
        if change.written:
            shown = next(one for one in says.comments if one.id == change.id)
            known[change.written] = version(change.written, harvest, shown.digest, position=change.position)
        after[change.id] = tuple(known.values())
    return {name: versions for name, versions in after.items() if versions}


@given(st.lists(SEEN, max_size=4))
def test_the_same_said_twice_changes_nothing(harvests):
    archive = {}
    for number, says in enumerate(harvests, start=1):
        archive = carry_out(archive, says, number)
        again = diff_comments(HeldDiscussion(comments=archive, counts=None), says, harvest=number).comments
        assert {change.kind for change in again} <= {Kind.SAME, Kind.REPEATED}
        assert not any(change.takes_back or change.placement for change in again)
        assert carry_out(archive, says, number) == archive


@given(st.lists(SEEN, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_what_is_held_does_not_matter(harvests, chance):
    archive = {}
    for number, says in enumerate(harvests, start=1):
        names = chance.sample(list(archive), len(archive))
        turned = {name: tuple(chance.sample(archive[name], len(archive[name]))) for name in names}
        usual = diff_comments(HeldDiscussion(comments=archive, counts=None), says, harvest=number)
        other = diff_comments(HeldDiscussion(comments=turned, counts=None), says, harvest=number)
        assert (set(usual.comments), usual.counts) == (set(other.comments), other.counts)
        archive = carry_out(archive, says, number)
