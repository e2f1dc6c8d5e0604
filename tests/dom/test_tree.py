import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom import tree
from blogforever.dom.parsed_page import parse
from blogforever.dom.tree import decode, new_elements, parse_text
from blogforever.errors import NotHTML
from blogforever.model.page import Page

GERMAN = "Größere Schafe fressen übrigens mehr: täglich für fünf Euro Gras, außer bei Föhn – schön wär’s. "
JAPANESE = "朝の五時、港にはまだ霧が残っていて、船の灯りだけがゆっくり動いていた。市場のおばさんは歌う。"
RUSSIAN = "Утром на пристани стоял туман, и только огни лодок медленно двигались по воде у берега. "


def page(text, charset, *, declared="", header=None):
    head = f"<meta charset={declared}>" if declared else ""
    return Page(content=f"<html><head>{head}</head><p>{text}</p></html>".encode(charset), charset=header)


def paragraph(given):
    return parse(given).document.select_one("p").text


@pytest.mark.parametrize(
    "given",
    [
        page(GERMAN, "utf-8"),
        page(GERMAN, "utf-8", declared="iso-8859-1"),
        page(GERMAN, "utf-8", header="windows-1251"),
        page(GERMAN, "utf-8-sig", declared="shift_jis"),
        page(GERMAN, "utf-16"),
        page(GERMAN, "cp1252", declared="windows-1252"),
        page(GERMAN, "cp1252", declared="iso-8859-1"),
        page(GERMAN, "cp1252", declared="us-ascii"),
        page(GERMAN, "cp1252", header="ISO-8859-1"),
    ],
    ids=[
        "utf-8", "said to be latin-1", "sent as cyrillic", "with a mark", "utf-16", "windows-1252", "dashes in latin-1",
        "in ascii", "by its header",
    ],
)  # fmt: skip
def test_german_survives_whatever_the_page_declares(given):
    assert paragraph(given) == GERMAN
    assert decode(given)[1] == ()


@pytest.mark.parametrize("charset", ["shift_jis", "euc-jp", "iso-2022-jp"])
def test_japanese_in_its_declared_charset(charset):
    assert paragraph(page(JAPANESE, charset, declared=charset)) == JAPANESE
    assert paragraph(page(JAPANESE, charset, header=charset)) == JAPANESE


@pytest.mark.parametrize("declared", ["", "utf-8", "no-such-charset", "base64"])
@pytest.mark.parametrize(
    "text, charset", [(GERMAN * 5, "cp1252"), (JAPANESE * 5, "shift_jis"), (RUSSIAN * 5, "cp1251")]
)
def test_a_missing_or_false_declaration_is_seen_through_and_reported(text, charset, declared):
    given = page(text, charset, declared=declared)
    assert paragraph(given) == text
    (problem,) = decode(given)[1]
    assert (declared or "none") in problem


def test_one_bad_comment_spoils_no_page():
    given = Page(content=f"<p>{GERMAN * 20}</p>".encode() + b"<i>caf\xe9</i>")
    assert paragraph(given) == GERMAN * 20
    assert decode(given)[1] == ("damaged UTF-8",)


def test_a_page_over_the_limit_is_cut_between_characters(monkeypatch):
    monkeypatch.setattr(tree, "MOST_BYTES", 20)
    for lead in ("", "a", "aa"):
        text, problems = decode(Page(content=(lead + "朝" * 40).encode()))
        assert text == lead + "朝" * ((20 - len(lead)) // 3)
        assert len(problems) == 1
        assert "cut at 20" in problems[0]


@pytest.mark.parametrize(
    "content",
    [
        b"", b" \r\n\t", b"\0\0\0\0", b"%PDF-1.4 ...", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff\xe0",
        b"PK\x03\x04", b"\x1f\x8b\x08", bytes(range(32)) * 20 + b"\0" * 100,
    ],
)  # fmt: skip
def test_what_is_no_page_is_refused_by_name(content):
    with pytest.raises(NotHTML, match=r"soup\.html"):
        parse(Page(content=content, name="soup.html"))


def test_a_refused_page_without_a_file_is_named_by_its_address():
    with pytest.raises(NotHTML, match=r"https://tidewater\.example/soup"):
        parse(Page(content=b"", address="https://tidewater.example/soup"))


@given(
    st.binary(max_size=300), st.sampled_from([None, "", "utf-8", "utf-16", "idna", "punycode", "hex", "\0", "utf-7"])
)
def test_any_bytes_become_a_tree_or_are_refused(content, charset):
    try:
        document = parse(Page(content=content, charset=charset)).document
    except NotHTML:
        return
    assert document.select_one("body") is not None


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), min_size=1, max_size=60))
def test_sound_utf_8_comes_back_as_it_was(text):
    assert decode(Page(content=f"<p>{text}</p>".encode())) == (f"<p>{text}</p>", ())


def test_text_that_is_decoded_already_is_cut_too(monkeypatch):
    monkeypatch.setattr(tree, "MOST_BYTES", 5)
    assert parse_text("<p>ab and more").select_one("p").text == "ab"


def test_new_elements_can_be_told_apart_quickly_after_they_moved():
    document = parse_text("<p>" * 100)
    wrappers = new_elements("div", 100)
    for paragraph, wrapper in zip(document.select("p"), wrappers, strict=True):
        paragraph.replace_with(wrapper)
        wrapper.append(paragraph)
    assert document.select("div") == wrappers
    assert len({hash(wrapper) for wrapper in wrappers}) == 100
    assert new_elements("div", 0) == []
