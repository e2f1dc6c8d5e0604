"""Addresses that copying programs wrote into file names."""

import pytest
from hypothesis import given

from blogforever.urls.variants import mirrored
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


@pytest.mark.parametrize("address, before", [
    ("/index.html%3Fp=10.html", "/?p=10.html"),
    ("/index.php%3fp=10", "/?p=10"),
    ("/blog/index.htm%3Fm=201005", "/blog/?m=201005"),
    ("/show.php%3Fid=7", "/show.php?id=7"),
])  # fmt: skip
def test_the_address_before_the_copy_is_found(address, before):
    assert mirrored(B + address) == B + before


@pytest.mark.parametrize("address", ["/", "/rain", "/?p=10", "/why%3F", "/a%3Fb?c=1", ""])
def test_other_addresses_are_none(address):
    assert mirrored(B + address) is None


@given(ADDRESSES)
def test_any_string_is_read(address):
    assert mirrored(address) != address
