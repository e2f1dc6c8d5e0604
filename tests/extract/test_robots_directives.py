"""What pages say to robots."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.robots_directives import forbids_archiving, header_directives, robots_directives


@pytest.mark.parametrize(
    "html, said",
    [
        ("<meta name='robots' content='noindex, NOFOLLOW'>", ("noindex", "nofollow")),
        ("<META NAME='Robots' CONTENT='none'>", ("none",)),
        ("<meta name='blogforever' content='noarchive'>", ("noarchive",)),
        ("<meta name='googlebot' content='noarchive'>", ("googlebot: noarchive",)),
        ("<meta name='bingbot' content='noarchive'>", ()),
        ("<meta name='robots' content='index, follow, max-snippet:-1'>", ()),
        ("<meta name='description' content='noindex'>", ()),
        ("<meta name='robots' content='noai'><meta name='robots' content='noai,nosnippet'>", ("noai", "nosnippet")),
    ],
)  # fmt: skip
def test_meta_elements(html, said):
    assert robots_directives(parse_text(f"<head>{html}</head><p>Text</p>")) == said


@pytest.mark.parametrize(
    "tags, said",
    [
        (["noindex"], ("noindex",)),
        (["noarchive, nosnippet"], ("noarchive", "nosnippet")),
        (["googlebot: noarchive, nofollow"], ("googlebot: noarchive", "googlebot: nofollow")),
        (["blogforever: noarchive"], ("noarchive",)),
        (["otherbot: none", "noindex"], ("noindex",)),
        (["unavailable_after: 25 Jun 2010 15:00:00 PST, noindex"], ("noindex",)),
        (["x" * 5_000], ()),
    ],
)
def test_headers(tags, said):
    assert header_directives([("X-Robots-Tag", tag) for tag in tags]) == said


def test_headers_come_before_meta_elements_and_each_is_said_once():
    page = parse_text("<meta name='robots' content='noindex, noarchive'><p>Text</p>")
    assert robots_directives(page, ("noarchive",)) == ("noarchive", "noindex")


@pytest.mark.parametrize("said, forbids", [("noarchive", True), ("none", True), ("noindex", False)])
def test_what_forbids_archiving(said, forbids):
    assert forbids_archiving([said]) is forbids
    assert not forbids_archiving([f"googlebot: {said}"])
