"""Records as lines of JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.actions._files.records import json_line


@pytest.mark.parametrize("character", ["\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\0"])
def test_no_character_in_a_record_ends_its_line(character):
    line = json_line({"title": f"a{character}b"})
    assert len(line.decode().splitlines()) == 1
    assert json.loads(line) == {"title": f"a{character}b"}


def test_letters_of_all_scripts_stand_as_they_are():
    assert json_line({"title": "港の朝 é 🦊"}) == '{"title": "港の朝 é 🦊"}\n'.encode()


def test_half_a_letter_is_replaced():
    assert json_line({"title": "a\ud800"}) == b'{"title": "a?"}\n'


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=10)


@given(st.dictionaries(TEXTS, st.none() | st.integers() | TEXTS | st.lists(TEXTS, max_size=3), max_size=4))
def test_what_goes_in_comes_out(record):
    line = json_line(record)
    assert line.count(b"\n") == 1
    assert len(line.decode().splitlines()) == 1
    assert json.loads(line) == record
