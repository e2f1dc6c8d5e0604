import pytest

from blogforever.text.bylines import byline_name, is_worded

BYLINES = [
    ("by Marta Lindqvist", "Marta Lindqvist"),
    ("Posted by Marta Lindqvist on 6 March 2012", "Marta Lindqvist"),
    ("Posted by Marta Lindqvist, 6 March", "Marta Lindqvist"),
    ("Written by: Marta Lindqvist", "Marta Lindqvist"),
    ("Author: Marta Lindqvist", "Marta Lindqvist"),
    ("By Marta Lindqvist | 3 comments", "Marta Lindqvist"),
    ("By Jean-Luc O'Neill · 4 min read", "Jean-Luc O'Neill"),
    ("By Marta Lindqvist in Kitchen", "Marta Lindqvist"),
    ("von Jörg Öttinger am 6. März 2012", "Jörg Öttinger"),
    ("Geschrieben von Jörg Öttinger", "Jörg Öttinger"),
    ("Publié par Zoé Lévêque le 6 mars", "Zoé Lévêque"),
    ("Publicado por Inés Núñez", "Inés Núñez"),
    ("Scritto da Lucia Conti", "Lucia Conti"),
    ("Geplaatst door Jan de Vries", "Jan de Vries"),
    ("作者：王小明", "王小明"),
    ("投稿者: 山田花子", "山田花子"),
    ("Автор: Анна Петрова", "Анна Петрова"),
]


@pytest.mark.parametrize("text, name", BYLINES)
def test_a_byline_names_its_author(text, name):
    assert byline_name(text) == name


@pytest.mark.parametrize("text, name", BYLINES)
def test_a_byline_is_told_by_its_words(text, name):
    assert is_worded(text)
    assert not is_worded(name)


@pytest.mark.parametrize(
    "text, name",
    [
        ("★ Posted by Marta Lindqvist on Friday", "Marta Lindqvist"),
        ("6 March 2012 | written by Marta Lindqvist", "Marta Lindqvist"),
        ("Kitchen · Author: Marta Lindqvist", "Marta Lindqvist"),
        ("Gestern | geschrieben von Jörg Öttinger", "Jörg Öttinger"),
    ],
)
def test_the_name_is_found_after_other_words_too(text, name):
    assert is_worded(text)
    assert byline_name(text) == name


@pytest.mark.parametrize("name", ["Marta Lindqvist", "Byron Bay", "Vonda Parker", "Author", "山田花子", "Dia Mirza"])
def test_a_bare_name_is_itself(name):
    assert byline_name(name) == name
    assert not is_worded(name)


@pytest.mark.parametrize(
    "text", ["", "   ", "2012", "6 March 2012", "a sentence of many words that nobody would take for a name at all"]
)
def test_what_cannot_be_a_name_is_none(text):
    assert byline_name(text) == ""


@pytest.mark.parametrize("text", ["Nothing here", "", "standby power", "3 May", "Down by the river"])
def test_words_that_only_contain_a_by_are_no_byline(text):
    assert not is_worded(text)
