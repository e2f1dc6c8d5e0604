"""A screenshot is a sound picture of the whole page with its pictures."""

import struct
import zlib
from dataclasses import replace

import pytest

from tests.render.small_site import HOME, SHORT, given, new_browser, page

RED = (255, 0, 0)


def png(width, height, color):
    rows = (b"\0" + bytes(color) * width) * height
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    parts = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def read_png(content):
    """Width, height, and the colours of the first pixel of each row, from a picture whose parts are all sound."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    at, data = 8, b""
    while at < len(content):
        (size,) = struct.unpack_from(">I", content, at)
        kind, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", content, at + 8 + size)[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack_from(">IIBB", body)
        data += body if kind == b"IDAT" else b""
        at += size + 12
    assert depth == 8
    rows = zlib.decompress(data)
    assert len(rows) == height * (1 + width * {2: 3, 6: 4}[color])
    return width, height


@pytest.fixture
def photographed(site, loop, browser_found):
    """Shows a page to a browser that takes pictures."""
    browser = new_browser(
        site.fetch, browser_found, limits=replace(SHORT, tallest=4000, longest=20.0, hardest=30.0), screenshots=True
    )

    def show(body):
        return loop.run(browser.render(HOME, page(body, "<style>body { margin: 0 }</style>")))

    yield show
    loop.run(browser.close())


def test_a_screenshot_is_as_tall_as_the_page(photographed, site):
    site["/red.png"] = given(png(50, 50, RED), "image/png")
    shown = photographed("<img src=/red.png loading=lazy style='display:block; width:100%; height:3000px'>")
    assert read_png(shown.screenshot) == (1280, 3000)
    assert [request.kind for request in site.asked] == ["image"]


@pytest.mark.slow
def test_a_screenshot_of_a_page_without_end_is_bounded(photographed):
    assert read_png(photographed("<div style='height:90000px'>Tall</div>").screenshot) == (1280, 4000)


@pytest.mark.slow
def test_what_was_pressed_for_is_in_the_picture(photographed):
    add = "document.body.insertAdjacentHTML('beforeend', '<div style=height:700px>New</div>'); this.remove()"
    shown = photographed(f'<div style="height:1000px"></div><button onclick="{add}">Load more</button>')
    assert read_png(shown.screenshot)[1] == 1700


def test_without_the_wish_there_is_no_picture(site):
    assert site.show("<p>Text</p>").screenshot is None
