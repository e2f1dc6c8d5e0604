"""The shape of an address."""

import pytest
from hypothesis import given

from blogforever.urls.shape import shape_of
from tests.frontier.addresses import ADDRESSES


@pytest.mark.parametrize(
    "address, expected",
    [
        ("http://blog.example", "/"),
        ("http://blog.example/2011/05/a-walk-in-the-rain.html", "/Y/N2/S.html"),
        ("https://other.example/1999/12/the-last-one-of-all.html", "/Y/N2/S.html"),
        ("http://blog.example/tag/Rain/page/12/", "/tag/rain/page/N2/"),
        ("http://blog.example/post123", "/post#"),
        ("http://blog.example/averyveryverylongslugwithouthyphens", "/S"),
        ("http://blog.example/?p=12&b=x", "/?b=V&p=N"),
        ("http://blog.example/?b=y&p=9999", "/?b=V&p=N"),
        ("http://blog.example/archives/000123.php#more", "/archives/N6.php"),
        ("http://blog.example/tag/%E6%9C%AA%E5%88%86/", "/tag/W/"),
        ("http://blog.example/%D0%B4%D0%BE" + "%D0%B6" * 20, "/S"),
        ("/about", "/about"),
    ],
)
def test_pages_of_one_kind_have_one_shape(address, expected):
    assert shape_of(address) == expected


@given(ADDRESSES)
def test_every_string_has_a_shape_that_is_not_longer_than_needed(address):
    assert shape_of(address) == shape_of(address)
    assert len(shape_of(address)) <= len(address) + 24
