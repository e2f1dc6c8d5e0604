"""Two texts beside each other: every word is there, what changed is marked, and no text takes long."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.changes.word_diff import diff_words, fold_pieces
from blogforever.model.archive import PieceKind

ADDED, REMOVED, SAME, FOLDED = PieceKind.ADDED, PieceKind.REMOVED, PieceKind.SAME, PieceKind.FOLDED
TEXTS = st.text(alphabet="ab c\n.é今", max_size=60)
MOST_SECONDS = 8
"""For two megabytes; quadratic time would take hours."""


def marked(pieces):
    marks = {ADDED: "{+%s+}", REMOVED: "[-%s-]", SAME: "%s", FOLDED: "<%s>"}
    return "".join(marks[piece.kind] % piece.text for piece in pieces)


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("The cat slept.", "The cat slept.", "The cat slept."),
        ("The cat slept.", "The tabby cat slept.", "The {+tabby +}cat slept."),
        ("one two three", "one three", "one [-two -]three"),
        ("Salt, and bread.", "Salt and bread.", "Salt[-,-] and bread."),
        ("first line\nlast line", "first line\nnew line\nlast line", "first line\n{+new line\n+}last line"),
        ("今日は晴れ", "今日も晴れ", "今日[-は-]{+も+}晴れ"),
        ("", "all new", "{+all new+}"),
        ("all gone", "", "[-all gone-]"),
        ("", "", ""),
        # A phrase is one change, although both have spaces and an "and" in the same places.
        (
            "We ate bread with salt and drank the water.",
            "They slept on stone steps and saw five boats.",
            "[-We ate bread with salt and drank the water-]{+They slept on stone steps and saw five boats+}.",
        ),
    ],
)  # fmt: skip
def test_what_changed_is_marked(old, new, expected):
    assert marked(diff_words(old, new)) == expected


def test_spaces_alone_are_no_change():
    assert [piece.kind for piece in diff_words("a  b\tc \nd", "a b c\nd")] == [SAME]


@given(TEXTS, TEXTS)
def test_the_pieces_hold_all_of_both_texts(old, new):
    pieces = diff_words(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind is not REMOVED) == new
    kept = "".join(piece.text for piece in pieces if piece.kind is not ADDED)
    assert "".join(kept.split()) == "".join(old.split())


@given(TEXTS, TEXTS)
def test_folding_hides_only_what_did_not_change(old, new):
    pieces = diff_words(old, new)
    folded = fold_pieces(pieces)
    assert "".join(piece.text for piece in folded) == "".join(piece.text for piece in pieces)
    assert [piece for piece in folded if piece.kind in {ADDED, REMOVED}] == [
        piece for piece in pieces if piece.kind is not SAME
    ]


def test_long_stretches_are_folded_to_a_little_context():
    words = [f"w{number}" for number in range(200)]
    changed = [*words[:100], "new", *words[100:]]
    head, before, added, after, tail = fold_pieces(diff_words(" ".join(words), " ".join(changed)))
    assert (head.kind, head.words, tail.kind, tail.words) == (FOLDED, 88, FOLDED, 88)
    assert (before.text.split()[0], added.text.strip(), after.text.split()[-1]) == ("w88", "new", "w111")


def test_a_change_in_the_midst_of_a_megabyte_of_one_word_is_found():
    text = "word " * 200_000
    pieces = diff_words(text, text[:500_000] + "another " + text[500_000:])
    assert [(piece.kind, piece.text) for piece in pieces if piece.kind is not SAME] == [(ADDED, "another ")]


@pytest.mark.parametrize(
    "old, new",
    [
        ("a b " * 250_000, "b a " * 250_000),
        ("a\n" * 500_000, "b\n" * 500_000),
        ("\n".join(map(str, range(150_000))), "\n".join(map(str, reversed(range(150_000))))),
        (" ".join(map(str, range(36_000))), " ".join(str(number * 7919 % 36_000) for number in range(36_000))),
        (" " * 1_000_000, ".," * 500_000),
    ],
    ids=["two words", "lines", "lines reversed", "words shuffled", "no words"],
)
def test_hostile_texts_take_no_longer_than_others(old, new):
    start = time.process_time()
    fold_pieces(diff_words(old, new))
    assert time.process_time() - start < MOST_SECONDS
