"""Captured answers as pages."""

import gzip
import zlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.harvest.recall import page_of_exchange
from blogforever.model.exchange import Exchange
from blogforever.model.page import LARGEST_PAGE

AT = datetime(2026, 5, 1, tzinfo=UTC)
BODY = "<p>Grüße</p>".encode()


def page(body, **headers):
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return page_of_exchange(
        Exchange(address="http://blog.example/", at=AT, status=200, body=body, response_headers=named)
    )


def raw_deflate(body):
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


@pytest.mark.parametrize("packed, encoding", [
    (BODY, ""),
    (BODY, "identity"),
    (BODY, "gzip"),
    (gzip.compress(BODY, mtime=0), "gzip"),
    (gzip.compress(BODY, mtime=0), "X-GZIP"),
    (gzip.compress(BODY[:5], mtime=0) + gzip.compress(BODY[5:], mtime=0), "gzip"),
    (gzip.compress(BODY, mtime=0) + b"\0" * 9, "gzip"),
    (zlib.compress(BODY), "deflate"),
    (raw_deflate(BODY), "deflate"),
])  # fmt: skip
def test_the_body_is_unpacked_as_its_headers_say_and_else_left_alone(packed, encoding):
    assert page(packed, content_encoding=encoding).content == BODY


def test_a_body_that_breaks_off_is_unpacked_as_far_as_it_goes():
    text = bytes(range(256)) * 40
    assert text.startswith(page(gzip.compress(text, mtime=0)[:-20], Content_Encoding="gzip").content)


def test_a_bomb_is_cut_off():
    bomb = gzip.compress(b"\0" * (LARGEST_PAGE + 5_000_000))
    assert len(page(bomb + bomb, Content_Encoding="gzip").content) == LARGEST_PAGE


@pytest.mark.parametrize("stated, charset", [
    ("text/html; charset=UTF-8", "utf-8"),
    ("text/html;charset='latin-1'; x=y", "latin-1"),
    ("text/html", None),
    ("text/html; charset=", None),
])  # fmt: skip
def test_charset_address_and_day_are_told(stated, charset):
    got = page(BODY, Content_Type=stated)
    assert (got.charset, got.address, got.captured) == (charset, "http://blog.example/", AT.date())


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate", "br", "gzip, deflate"]), st.text(max_size=20))
def test_any_bytes_are_coped_with(body, encoding, stated):
    assert isinstance(page(body, Content_Encoding=encoding, Content_Type=stated).content, bytes)


def test_packings_one_in_another_are_undone_from_the_outside_and_not_without_end():
    assert page(gzip.compress(zlib.compress(BODY), mtime=0), Content_Encoding="deflate, gzip").content == BODY
    bomb = gzip.compress(bytes(LARGEST_PAGE), mtime=0)
    assert page(bomb, Content_Encoding=", ".join(["gzip"] * 50_000)).content == bytes(LARGEST_PAGE)
