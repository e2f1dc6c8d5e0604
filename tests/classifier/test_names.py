import re

import pytest

from blogforever.classifier.place_names import BODY_NAME, PLACE_NAME, PLACES, POST_NAME, readable


@pytest.mark.parametrize(
    "name, expected",
    [
        ("postFooter", "post-footer"),
        ("Post-Footer", "post-footer"),
        ("entry-content", "entry-content"),
        ("ENTRY", "entry"),
        ("blogPostBody main", "blog-post-body main"),
        ("", ""),
    ],
)
def test_names_are_read_part_by_part(name, expected):
    assert readable(name) == expected


@pytest.mark.parametrize("word", [word for words in PLACES.values() for word in words.split("|") if word.isalpha()])
def test_a_word_names_its_place_as_a_whole_or_as_a_part(word):
    for name in (word, f"my-{word}", f"{word}-2", f"x_{word} y"):
        found = PLACE_NAME.search(name)
        assert found is not None
        assert re.fullmatch(PLACES[found.lastgroup], word)


@pytest.mark.parametrize("word", ["footer", "nav", "share", "tags", "related", "comments"])
def test_a_word_inside_another_word_names_nothing(word):
    assert PLACE_NAME.search(f"x{word}") is None
    assert PLACE_NAME.search(f"{word}x") is None


@pytest.mark.parametrize("name", ["entry-content", "post-body", "prose", "article__content", "e-content"])
def test_names_of_the_article(name):
    assert BODY_NAME.search(name)


@pytest.mark.parametrize("name", ["content", "entry", "wrapper", "postscript-body"])
def test_names_that_may_hold_more_than_the_article(name):
    assert not BODY_NAME.search(name)


@pytest.mark.parametrize("name, is_post", [("post", True), ("hentry", True), ("poster", False), ("blog", False)])
def test_names_of_posts(name, is_post):
    assert bool(POST_NAME.search(name)) is is_post
