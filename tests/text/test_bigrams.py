"""Tables 1 and 3 of [BF], and what holds for any two texts."""

from pathlib import Path

import pytest
from hypothesis import given

from blogforever.text.bigrams import bigrams, dice, similarity
from tests.random_pages import texts

TABLE_1 = [
    ("Scheme Scala", "Scala Scheme", 90, 50),
    ("Rachid", "Richard", 18, 61),
    ("Rachid", "Amy, Rachid and all their friends", 29, 31),
]
"""Two strings with their Sørensen–Dice and Levenshtein similarity in per cent. The texts count as they stand."""

TABLE_3 = {2: 0.7817, 3: 0.6680, 4: 0.6212}
"""The similarity of a post and its abstract by length of the n-grams, as printed."""

QUOTATION = Path(__file__).parent / "data" / "banos_table2_quotation.txt"


def ngrams(text: str, length: int) -> set[str]:
    """All runs of `length` adjacent characters: what Table 3 compares bigrams with."""
    return {text[i : i + length] for i in range(len(text) - length + 1)}


def levenshtein_similarity(one, other):
    """The share of characters that need no edit, where an exchange is an insertion and a deletion."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        left, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(left[j - 1] if a == b else 1 + min(left[j], row[-1]))
    return 1 - row[-1] / (len(one) + len(other))


@pytest.mark.parametrize("one, other, by_dice, by_edits", TABLE_1)
def test_table_1(one, other, by_dice, by_edits):
    assert round(100 * similarity(one, other)) == by_dice
    # The paper rounds 61.5 down and 30.8 up: a point of tolerance.
    assert levenshtein_similarity(one, other) * 100 == pytest.approx(by_edits, abs=1)


def test_dice_minds_word_order_less_than_edit_distance_does():
    one, other, *_ = TABLE_1[0]
    assert similarity(one, other) - levenshtein_similarity(one, other) > 0.3


def test_dice_prefers_the_same_word_in_a_longer_text_to_another_word():
    (_, another_word, *_), (name, longer, *_) = TABLE_1[1:]
    assert similarity(name, longer) > similarity(name, another_word)
    assert levenshtein_similarity(name, longer) < levenshtein_similarity(name, another_word)


def test_table_3_comes_out_in_its_order_but_lower():
    # The figures of Table 3 do not follow from the texts of Table 2 as printed, neither with sets nor with multisets,
    # with or without case, blanks, marks or padding. By the paper's own definition (sets of adjacent characters) the
    # texts give 0.66, 0.45 and 0.39: 0.12, 0.22 and 0.23 below the table, as if a part of the post had been compared.
    # What the table is there to show holds, and with more room: short n-grams find the most in common.
    _, post, abstract = QUOTATION.read_text(encoding="utf-8").split("---\n")
    found = {n: dice(ngrams(post.strip(), n), ngrams(abstract.strip(), n)) for n in TABLE_3}
    assert found[2] > found[3] > found[4]
    assert found[2] == pytest.approx(TABLE_3[2], abs=0.125)
    assert found[3] == pytest.approx(TABLE_3[3], abs=0.22)
    assert found[4] == pytest.approx(TABLE_3[4], abs=0.235)
    assert all(found[n] < TABLE_3[n] for n in TABLE_3)


@given(texts(30), texts(30))
def test_similarity_is_symmetric_and_within_0_and_1(one, other):
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1


@given(texts(30))
def test_a_text_of_two_characters_or_more_is_all_like_itself(text):
    assert similarity(text, text) == (1.0 if len(text) > 1 else 0.0)


@given(texts(30))
def test_bigrams_are_the_ngrams_of_length_2(text):
    assert bigrams(text) == ngrams(text, 2)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", set()),
        ("a", set()),
        ("aaa", {"aa"}),
        ("日本語", {"日本", "本語"}),
        ("🐑🐑x", {"🐑🐑", "🐑x"}),
        ("e\u0301a", {"e\u0301", "\u0301a"}),
    ],
)
def test_bigrams(text, expected):
    assert bigrams(text) == expected
