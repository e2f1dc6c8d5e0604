import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.text.comment_ids import LONGEST, comment_id, made_up_id

UUID = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"


@pytest.mark.parametrize(
    "named, number",
    [
        ("comment-12", "12"),
        ("li-comment-12", "12"),
        ("div-comment-12", "12"),
        ("dsq-comment-12", "12"),
        ("comment_12", "12"),
        ("https://blog.example/2010/05/post/#comment-12", "12"),
        ("https://blog.example/?p=5#comment-12", "12"),
        ("https://blog.example/2010/05/post.html?showComment=1273000000000#c77", "77"),
        ("c12", "12"),
        ("12", "12"),
        ("tag:blogger.com,1999:blog-1.post-77", "77"),
        ("isso-5", "5"),
        ("IDComment99", "99"),
        ("comment-6a00d83451b1fd69e2", "6a00d83451b1fd69e2"),
        (UUID, UUID),
        (f"comment-{UUID}", UUID),
        ("  comment-12\n", "12"),
        ("comments", "comments"),
        ("comment-form", "comment-form"),
        ("respond", "respond"),
        ("https://blog.example/post", "https://blog.example/post"),
        ("", ""),
        ("#", "#"),
    ],
)
def test_a_comment_has_one_number_whoever_names_it(named, number):
    assert comment_id(named) == number


@given(st.text())
def test_naming_is_total_and_idempotent(named):
    once = comment_id(named)
    assert comment_id(once) == once
    assert len(once) <= LONGEST


@given(st.from_regex(r"(?:(?:comment|c|li|#|tag:|post)[-_:]?){0,5}[0-9a-f]{1,12}", fullmatch=True))
def test_naming_is_idempotent_for_what_looks_like_ids(named):
    assert comment_id(comment_id(named)) == comment_id(named)


def test_an_endless_id_becomes_a_short_one_that_still_tells_two_apart():
    assert len(comment_id("x" * 5000)) <= LONGEST
    assert comment_id("x" * 5000) != comment_id("x" * 5001)


def test_a_made_up_id_minds_who_when_and_what_but_not_how_it_is_written():
    one = made_up_id("Ann", "2010-05-01", "Well  said,\nBob!")
    assert one == made_up_id("ANN", "2010-05-01", "well said bob")
    assert one != made_up_id("Eve", "2010-05-01", "Well said, Bob!")
    assert one != made_up_id("Ann", "2010-05-02", "Well said, Bob!")
    assert one != made_up_id("Ann", "2010-05-01", "Well said")
    assert made_up_id(None, None, "😀") != made_up_id(None, None, "😡")


@given(st.none() | st.text(), st.none() | st.text(), st.text())
def test_a_made_up_id_is_total_and_stays_what_it_is(author, published, text):
    made = made_up_id(author, published, text)
    assert made == made_up_id(author, published, text) == comment_id(made)
