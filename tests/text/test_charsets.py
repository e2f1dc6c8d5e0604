"""Charset labels and their codecs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.text.charsets import charset_of, codec_of, try_decode


@pytest.mark.parametrize("label, codec", [
    ("latin1", "cp1252"), ("ISO-8859-1", "cp1252"), ("us-ascii", "cp1252"), (" Latin-1 ", "cp1252"),
    ("shift_jis", "cp932"), ("x-sjis", "cp932"), ("Windows-31J", "cp932"), ("gb2312", "gb18030"), ("GBK", "gb18030"),
    ("x-gbk", "gb18030"), ("euc-kr", "cp949"), ("ks_c_5601-1987", "cp949"), ("big5", "big5hkscs"),
    ("iso-8859-9", "cp1254"), ("latin5", "cp1254"), ("tis-620", "cp874"), ("iso-8859-11", "cp874"),
    ("x-mac-roman", "mac-roman"), ("iso-8859-8-i", "iso8859-8"), ("unicode-1-1-utf-8", "utf-8"), ("utf8", "utf-8"),
    ("hz", "hz"), ("cp437", "cp437"),
])  # fmt: skip
def test_a_label_means_what_browsers_take_it_for(label, codec):
    assert codec_of(label) == codec


@pytest.mark.parametrize("label", ["", "no-such-charset", "base64", "hex", "rot13", "idna", "unicode_escape", "a\0b"])
def test_what_is_not_a_charset_has_no_codec(label):
    assert codec_of(label) is None
    assert try_decode(b"rain", label) is None


@pytest.mark.parametrize("label, content, text", [
    ("iso-8859-9", b"\x93\xde\x94", "“Ş”"),
    ("tis-620", b"\x85\xa1", "…ก"),
    ("euc-kr", b"\x8c\x63", "똠"),
    ("gb2312", b"\x81\x40", "丂"),
    ("shift_jis", b"\x87\x40", "①"),
])  # fmt: skip
def test_characters_beyond_the_declared_charset_are_read(label, content, text):
    assert try_decode(content, label) == text


def test_unsound_bytes_are_refused_or_replaced():
    assert try_decode(b"\xff", "utf-8") is None
    assert try_decode(b"\xff", "utf-8", "replace") == "\ufffd"


@given(st.text(max_size=30), st.binary(max_size=20))
def test_any_label_and_any_bytes_are_taken(label, content):
    assert try_decode(content, label) is None or isinstance(try_decode(content, label), str)


@pytest.mark.parametrize("header, charset", [
    ("text/html; charset=UTF-8", "utf-8"), ('text/html;charset="gbk"; x=y', "gbk"), ("text/html", None),
    ("text/html; charset=", None),
])  # fmt: skip
def test_the_charset_of_a_content_type(header, charset):
    assert charset_of(header) == charset
