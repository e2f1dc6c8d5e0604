"""Comments from several sources, each once."""

from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from blogforever.extract.comments.merge import merge_discussions
from blogforever.model.comment import Comment, CommentKind, CommentSource, CommentStatus, Discussion
from blogforever.model.moment import Moment

API, PAGE, FEED = CommentSource.API, CommentSource.PAGE, CommentSource.FEED


def moment(iso):
    return Moment(written=iso, iso=iso)


def source(kind, *comments, **more):
    return Discussion(comments=tuple(replace(comment, source=kind) for comment in comments), read_by=kind, **more)


def say(number, text, author="Ann", day="2020-05-01", **more):
    return Comment(id=number, author=author, content_text=text, published=moment(day) if day else None, **more)


def texts(comments):
    return [comment.content_text for comment in comments]


def test_one_comment_from_three_sources_has_the_best_of_all():
    page = source(PAGE, say("12", "I agree! :)", parent="11", author_url="https://ann.example/"), say("11", "Salt?"))
    feed = source(FEED, say("12", "I agree...", day="2020-05-01T10:00:00+00:00", url="https://b.example/#comment-12"))
    api = source(
        API, say("12", "I agree! 🙂", avatar="https://pic.example/", day="2020-05-01T12:00:00"), say("11", "Salt?")
    )
    found = {comment.id: comment for comment in merge_discussions([feed, page])}
    assert found["12"].content_text == "I agree! :)"
    assert found["12"].published.iso == "2020-05-01T10:00:00+00:00"
    assert (found["12"].parent, found["12"].url) == ("11", "https://b.example/#comment-12")
    assert found["12"].source is PAGE
    found = {comment.id: comment for comment in merge_discussions([feed, page, api])}
    assert found["12"].content_text == "I agree! 🙂"
    assert (found["12"].avatar, found["12"].author_url) == ("https://pic.example/", "https://ann.example/")
    assert len(found) == 2


def test_the_platform_knows_that_a_comment_answers_nobody():
    page = source(PAGE, say("1", "One."), say("2", "Two.", parent="1"))
    api = source(API, say("1", "One."), say("2", "Two."))
    assert [comment.parent for comment in merge_discussions([page, api])] == [None, None]


def test_the_same_words_of_the_same_person_are_one_comment_whatever_their_numbers():
    page = source(
        PAGE, say("made-1", "Well said, Bob! 🙂", parent="made-0"), say("made-0", "A word to the wise.", "Bob")
    )
    feed = source(FEED, say("77", "well said Bob", day="2020-04-30"))
    found = merge_discussions([page, feed])
    assert [(comment.id, comment.parent) for comment in found] == [("77", "made-0"), ("made-0", None)]


def test_an_answer_keeps_its_parent_when_that_gets_another_number():
    page = source(PAGE, say("made-0", "A word to the wise."), say("made-1", "Indeed so.", "Bob", parent="made-0"))
    feed = source(FEED, say("77", "A word to the wise."))
    assert [(comment.id, comment.parent) for comment in merge_discussions([feed, page])] == [
        ("77", None),
        ("made-1", "77"),
    ]


def test_a_shortened_comment_is_the_start_of_the_whole_one():
    long = "This is a long story about bread and salt and much more besides."
    found = merge_discussions(
        [source(FEED, say("9", "This is a long story about bread and sal…")), source(PAGE, say("a", long))]
    )
    assert texts(found) == [long]


def test_short_words_of_another_day_or_person_are_another_comment():
    page = source(PAGE, say("1", "Thanks!"))
    for other in (say("2", "Thanks!", day="2020-06-01"), say("2", "Thanks!", author="Bob"), say("2", "Thanks a lot!")):
        assert len(merge_discussions([page, source(FEED, other)])) == 2
    assert len(merge_discussions([page, source(FEED, say("2", "thanks", day="2020-05-02"))])) == 1


def test_who_says_the_same_twice_on_a_page_has_two_comments():
    page = source(PAGE, say("1", "First!"), say("2", "First!"))
    feed = source(FEED, say("31", "First!"), say("32", "First!"))
    assert [comment.id for comment in merge_discussions([page, feed])] == ["1", "2"]


def test_comments_that_one_source_alone_has_are_kept_after_the_page_by_date():
    page = source(PAGE, say("2", "Second thing.", day="2020-05-02"), say("1", "First thing.", day="2020-05-01"))
    feed = source(FEED, say("4", "Fourth thing.", day="2020-05-04"), say("3", "Third thing.", day="2020-05-03"))
    assert [comment.id for comment in merge_discussions([feed, page])] == ["2", "1", "3", "4"]
    assert [comment.id for comment in merge_discussions([feed])] == ["3", "4"]


def test_what_the_page_no_longer_shows_is_told_by_the_feed_and_stays_deleted():
    page = source(PAGE, Comment(id="5", status=CommentStatus.DELETED))
    (found,) = merge_discussions([page, source(FEED, say("5", "Rude words."))])
    assert (found.content_text, found.status) == ("Rude words.", CommentStatus.DELETED)


def test_parents_outside_and_circles_are_no_parents():
    page = source(
        PAGE,
        say("1", "A.", parent="3"),
        say("2", "B.", parent="1"),
        say("3", "C.", parent="2"),
        say("4", "D.", parent="9"),
    )
    found = merge_discussions([page])
    assert sum(comment.parent is None for comment in found) == 2
    assert {comment.id: comment.parent for comment in found}["4"] is None


IDS = st.sampled_from(["1", "2", "3", "made-a", "made-b"])
DATES = st.sampled_from(["2020-05-01", "2020-05-01T10:00:00", "2020-05-02T01:00:00+02:00", "x"])
TEXTS = ["", "Thanks!", "thanks", "🙂", "one two three four five six seven eight nine", "one two three four f…"]
COMMENTS = st.builds(
    Comment, id=IDS, author=st.sampled_from([None, "Ann", "ann", "Bob"]), published=st.none() | DATES.map(moment),
    content_text=st.sampled_from(TEXTS), parent=st.none() | IDS, kind=st.sampled_from(CommentKind),
    source=st.sampled_from(CommentSource),
)  # fmt: skip


def alone(comments):
    return Discussion(comments=tuple({comment.id: comment for comment in comments}.values()))


DISCUSSIONS = st.lists(st.lists(COMMENTS, max_size=4).map(alone), max_size=3)


@given(DISCUSSIONS)
def test_the_order_of_the_sources_is_no_matter(found):
    assert len({merge_discussions(order) for order in permutations(found)}) == 1


@given(DISCUSSIONS)
def test_every_comment_is_there_once_and_parents_lead_to_the_top(found):
    merged = merge_discussions(found)
    parents = {comment.id: comment.parent for comment in merged}
    assert len(parents) == len(merged)
    assert all(comment.parent is None or comment.parent in parents for comment in merged)
    for comment in merged:
        above, steps = comment.parent, 0
        while above is not None:
            above, steps = parents[above], steps + 1
            assert steps <= len(parents)
    said = {comment.content_text for source in found for comment in source.comments}
    assert {comment.content_text for comment in merged} <= said


@given(st.lists(COMMENTS, max_size=5).map(alone))
def test_a_source_alone_keeps_all_its_comments(found):
    one_kind = Discussion(comments=tuple(replace(comment, source=PAGE) for comment in found.comments))
    merged = merge_discussions([one_kind])
    assert [comment.id for comment in merged] == [comment.id for comment in one_kind.comments]
    assert merge_discussions([Discussion(comments=merged)]) == merged


def test_pages_of_one_day_come_in_the_order_of_their_numbers():
    pages = [source(PAGE, say(str(number), f"Comment {number}.")) for number in (10, 9, 100, 1)]
    for order in permutations(pages):
        assert [comment.id for comment in merge_discussions(order)] == ["1", "9", "10", "100"]
