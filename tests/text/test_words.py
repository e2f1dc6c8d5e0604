import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.text.words import fold, tidy, token_f1, words
from tests.random_pages import texts


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", []),
        ("Tea, bread & 3 eggs.", ["tea", "bread", "3", "eggs"]),
        ("snake_case don't", ["snake", "case", "don", "t"]),
        ("Größe ÉTÉ", ["größe", "été"]),
        ("港の朝", ["港", "の", "朝"]),
        ("ﬁne ｶﾞ", ["fine", "ガ"]),
        ("e\u0301te\u0301", ["été"]),
        ("한국어 blog", ["한", "국", "어", "blog"]),
        ("🐑 — …", []),
    ],
)
def test_words(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    "one, other",
    [
        ("The ferryman’s “good” tea", 'the ferryman\'s "good"  TEA'),
        ("Tea – and ours", "Tea - and ours"),
        ("Wait...", "Wait…"),
        ("A title.", "A title"),
        ("Tea\u00a0time", "Tea time"),
        ("Cafe\u0301", "CAFÉ"),
        ("| Tea |", "Tea"),
    ],
)
def test_two_writings_of_a_title_fold_to_the_same(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize("one, other", [("Part 1", "Part 2"), ("C", "C++"), ("Tea", "Tee"), ("café", "cafe")])
def test_different_titles_stay_different(one, other):
    assert fold(one) != fold(other)


def test_tidy_folds_blanks_of_every_kind():
    assert tidy("  a \n\t b\u00a0\u3000c ") == "a b c"


@given(texts(30))
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(texts(30))
def test_tidying_twice_changes_nothing(text):
    assert tidy(tidy(text)) == tidy(text)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=12)


@given(WORDS, WORDS)
def test_token_f1_is_symmetric_and_within_0_and_1(one, other):
    assert token_f1(one, other) == token_f1(other, one)
    assert 0 <= token_f1(one, other) <= 1


@given(WORDS, st.randoms(use_true_random=False))
def test_token_f1_does_not_mind_the_order(one, chance):
    other = chance.sample(one, len(one))
    assert token_f1(one, other) == 1.0


@pytest.mark.parametrize(
    "found, wanted, expected",
    [
        ("a b", "a b", 1.0),
        ("a", "b", 0.0),
        ("", "", 1.0),
        ("", "a", 0.0),
        ("a a b", "a b b", 2 / 3),
        ("a", "a b c", 0.5),
    ],
)
def test_token_f1(found, wanted, expected):
    assert token_f1(found.split(), wanted.split()) == pytest.approx(expected)
