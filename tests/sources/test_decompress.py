"""Packed bytes in many parts."""

import gzip
import zlib

import pytest

from blogforever.sources.decompress import BARE_DEFLATE, Members

TEXT = bytes(range(256)) * 2_000


def bare(content):
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 70_000, len(TEXT)])
@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_all_parts_come_out_in_their_order(pack, size):
    content = TEXT[:size]
    members = Members(pack(content) + pack(b"") + pack(content + b"end"))
    assert b"".join(members) == content + content + b"end"
    assert not members.breaks_off


def test_bare_deflate_is_unpacked():
    assert b"".join(Members(bare(TEXT), window=BARE_DEFLATE)) == TEXT


def test_what_unfolds_comes_in_small_pieces():
    sizes = [len(piece) for piece in Members(gzip.compress(bytes(10_000_000)))]
    assert sum(sizes) == 10_000_000
    assert max(sizes) <= 1 << 16


def test_a_part_that_breaks_off_gives_what_it_has():
    members = Members(gzip.compress(TEXT, compresslevel=0)[:-100])
    assert b"".join(members) == TEXT[: len(TEXT) - 92]
    assert members.breaks_off


def test_what_is_no_part_is_an_error_after_the_sound_ones():
    members = Members(gzip.compress(b"soup") + b"padding")
    pieces = iter(members)
    assert next(pieces) == b"soup"
    with pytest.raises(zlib.error):
        next(pieces)
    assert members.starts_with(b"pad")
