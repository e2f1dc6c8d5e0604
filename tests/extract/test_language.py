"""The language of an article."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.head import Head
from blogforever.extract.language import article_language, declared_language


@pytest.mark.parametrize(
    "text, language",
    [
        ("It was the best of times, and it was the worst of times, as you have heard before, and this is true.", "en"),
        ("Es war einmal ein König, der hatte eine Tochter, und sie war nicht nur schön, sondern auch klug.", "de"),
        ("Había una vez un rey que vivía en un palacio con su hija, y no quería que ella se casara.", "es"),
        ("Жил-был царь, и было у него три сына, и все они хотели жениться, но не знали на ком именно.", "ru"),
        ("むかしむかし、あるところに、おじいさんとおばあさんがいました。", "ja"),
        ("从前有一个国王，他有一个美丽的女儿，住在一座城堡里。", "zh"),
        ("옛날 옛적에 한 왕이 살았는데 그에게는 아름다운 딸이 있었습니다.", "ko"),
        ("Μια φορά κι έναν καιρό ήταν ένας βασιλιάς που είχε τρεις κόρες και ένα παλάτι.", "el"),
        (
            "これは Python のコードです。\nimport os\nfor name in os.listdir():\n    print(name)\nわかりますか。",
            "ja",
        ),
    ],
)
def test_the_language_of_prose(text, language):
    assert article_language(text)[0] == language


@pytest.mark.parametrize("text", ["", "Hi", "12345 67890 12345 67890 12345", "🙂🙂🙂", "OK? Ok. :-)"])
def test_too_little_to_tell(text):
    assert article_language(text) == (None, 0.0, "")


@pytest.mark.parametrize(
    "text, told_by",
    [
        ("むかしむかし、あるところに、おじいさんとおばあさんがいました。", "script of the text"),
        ("It was the best of times, and this is the worst of them, as you have heard.", "commonest words of the text"),
        (
            "Gorgeous mountain landscapes stretched beyond quiet villages, winding rivers, ancient forests.",
            "letter groups of the text",
        ),
    ],
)
def test_what_told_the_language_is_stated(text, told_by):
    assert article_language(text)[2] == told_by


def test_what_the_page_declares_never_decides_alone():
    text = "Es war einmal ein König, der hatte eine Tochter, und sie war nicht nur schön, sondern auch klug."
    assert article_language(text, "en-US", "en")[0] == "de"


@pytest.mark.parametrize(
    "html, expected",
    [
        ('<html lang="de-AT">', "de-AT"),
        ('<html><meta property="og:locale" content="pt_BR">', "pt-BR"),
        ('<html><meta http-equiv="Content-Language" content="fr, en">', "fr"),
        ('<html lang="">', None),
        ('<html lang="{{ lang }}">', None),
    ],
)
def test_the_language_that_a_page_declares(html, expected):
    document = parse_text(html)
    assert declared_language(document, Head(document)) == expected
