"""Ways to damage a page or a feed. Each takes a source of chance, the bytes, and the bytes of something else."""

# ruff: noqa: E501 - lists of small data

import re
from collections.abc import Callable
from random import Random

Mutator = Callable[[Random, bytes, bytes], bytes]

_TAGS = (
    b"div", b"p", b"b", b"table", b"td", b"tr", b"svg", b"math", b"template", b"select", b"option", b"script", b"style",
    b"title", b"textarea", b"ul", b"li", b"a", b"form", b"button", b"noscript", b"frameset", b"plaintext", b"h1", b"article",
    b"item", b"entry", b"channel", b"link", b"description", b"content", b"x:y", b"a\x00b", b"h3<foo", "é".encode(),
)  # fmt: skip
_CHARSETS = (
    "utf-16",
    "utf-16-be",
    "utf-32",
    "latin-1",
    "cp1252",
    "shift_jis",
    "euc-kr",
    "gb18030",
    "iso-2022-jp",
    "utf-7",
)
_LABELS = (
    b"utf-16", b"utf-7", b"iso-2022-jp", b"shift_jis", b"x-user-defined", b"base64", b"rot13", b"idna", b"punycode", b"",
    b"utf8mb4", b"'\"", b"unicode_escape", b"cp65001", b"\xff",
)  # fmt: skip
_ENTITIES = (
    b"&#xD800;", b"&#0;", b"&#x110000;", b"&#99999999999999999999;", b"&bogus;", b"&amp;amp;amp;lt;", b"&", b"&#x80;", b"&lt;script&gt;",
    b"&e9;", b"&#xFFFE;",
)  # fmt: skip
_NUMBERS = (
    b"0",
    b"-1",
    b"99",
    b"13",
    b"31",
    b"1e309",
    b"999999999999999999999",
    "٣".encode(),
    "³".encode(),
    "三".encode(),
    b"2024",
)
_NAMES = (
    b"", b" ", b"0", b"-", b"--", b"1a", b"a:b", b"a.b", b"a\\b", b'a"b', b"a'b", b"[x]", b"{}", b"a>b", b"*", b"#", b"md:w-1/2", b"\x00",
    b"\xc3\x28", "日本".encode(), "🐑".encode(), b"a\nb", b"post-" + b"9" * 50, b":is(", b"x" * 3000,
)  # fmt: skip
_BOMB = (
    b'<!DOCTYPE bomb [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 10) for name in range(ord("b"), ord("l")))
    + b'<!ENTITY out SYSTEM "file:///etc/hostname">]>'
)


def _cut(chance: Random, content: bytes, longest: int = 400) -> tuple[int, int]:
    start = chance.randrange(len(content) + 1)
    return start, min(len(content), start + chance.randint(1, longest))


def _insert(chance: Random, content: bytes, what: bytes) -> bytes:
    """Anywhere, or more often right at a tag, where it does most harm."""
    place = chance.randrange(len(content) + 1)
    if chance.random() < 0.7:
        place = max(content.find(b"<", place), 0)
    return content[:place] + what + content[place:]


def flip_bytes(chance: Random, content: bytes, _: bytes) -> bytes:
    damaged = bytearray(content)
    for _place in range(min(len(damaged), chance.choice((1, 3, 30)))):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def truncate(chance: Random, content: bytes, _: bytes) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def behead(chance: Random, content: bytes, _: bytes) -> bytes:
    return content[chance.randrange(len(content) + 1) :]


def drop_slice(chance: Random, content: bytes, _: bytes) -> bytes:
    start, end = _cut(chance, content, 3000)
    return content[:start] + content[end:]


def repeat_slice(chance: Random, content: bytes, _: bytes) -> bytes:
    start, end = _cut(chance, content, 1500)
    return content[:start] + content[start:end] * chance.choice((2, 5, 40)) + content[end:]


def move_slice(chance: Random, content: bytes, _: bytes) -> bytes:
    start, end = _cut(chance, content, 1500)
    return _insert(chance, content[:start] + content[end:], content[start:end])


def graft(chance: Random, content: bytes, other: bytes) -> bytes:
    start, end = _cut(chance, other, 3000)
    return _insert(chance, content, other[start:end])


def swap(_: Random, __: bytes, other: bytes) -> bytes:
    return other


def tag_soup(chance: Random, content: bytes, _: bytes) -> bytes:
    for _place in range(chance.choice((1, 5, 25))):
        tag = chance.choice(_TAGS)
        content = _insert(
            chance, content, chance.choice((b"<%s>", b"</%s>", b"<%s", b"<%s/>", b"<!--<%s>", b"<![CDATA[%s")) % tag
        )
    return content


def unclose(chance: Random, content: bytes, _: bytes) -> bytes:
    share = chance.choice((0.1, 0.5, 1.0))
    return re.sub(rb"</\w+>|\]\]>|-->", lambda tag: b"" if chance.random() < share else tag.group(), content)


def wrong_charset(chance: Random, content: bytes, _: bytes) -> bytes:
    return content.decode("utf-8", "replace").encode(chance.choice(_CHARSETS), "replace")


def wrong_label(chance: Random, content: bytes, _: bytes) -> bytes:
    return re.sub(rb"(?i)utf-8", lambda _label: chance.choice(_LABELS), content)


def control_characters(chance: Random, content: bytes, _: bytes) -> bytes:
    for _place in range(chance.choice((1, 20))):
        content = _insert(chance, content, bytes([chance.choice((*range(32), 127))]))
    return content


def null_bytes(chance: Random, content: bytes, _: bytes) -> bytes:
    for _place in range(chance.choice((1, 10))):
        content = _insert(chance, content, b"\0" * chance.choice((1, 3, 100)))
    return content


def deep_nesting(chance: Random, content: bytes, _: bytes) -> bytes:
    tag, depth = chance.choice(_TAGS), chance.choice((50, 300, 300, 3000))
    closing = b"</%s>" % tag * depth if chance.random() < 0.5 else b""
    return _insert(chance, content, b"<%s>" % tag * depth + closing)


def deep_json(chance: Random, content: bytes, _: bytes) -> bytes:
    depth = chance.choice((50, 2000, 20_000))
    return _insert(chance, content, chance.choice((b"[", b'{"a":', b"(")) * depth)


def huge_attribute(chance: Random, content: bytes, _: bytes) -> bytes:
    name = chance.choice((b"class", b"id", b"href", b"datetime", b"rel", b"title", b"src"))
    value = chance.choice((b"a ", b"x", b"2", b"/../", b"%41", "é".encode())) * chance.choice((500, 50_000))
    return (
        content.replace(b"<", b'<i %s="%s"></i><' % (name, value), 1)
        if chance.random() < 0.3
        else _insert(chance, content, b'<div %s="%s">' % (name, value))
    )


def many_attributes(chance: Random, content: bytes, _: bytes) -> bytes:
    return _insert(
        chance, content, b"<div " + b" ".join(b"a%d=%d" % (n, n) for n in range(chance.choice((100, 3000)))) + b">"
    )


def entities(chance: Random, content: bytes, _: bytes) -> bytes:
    for _place in range(chance.choice((1, 10))):
        content = _insert(chance, content, chance.choice(_ENTITIES) * chance.choice((1, 3, 500)))
    return content


def entity_bomb(chance: Random, content: bytes, _: bytes) -> bytes:
    start = max(content.find(b"?>") + 2, 0) if content.startswith(b"<?xml") else 0
    return _insert(chance, content[:start] + _BOMB + content[start:], chance.choice((b"&k;", b"&out;", b"&c;")))


def numbers(chance: Random, content: bytes, _: bytes) -> bytes:
    return re.sub(rb"\d+", lambda found: chance.choice(_NUMBERS) if chance.random() < 0.3 else found.group(), content)


def names(chance: Random, content: bytes, _: bytes) -> bytes:
    return re.sub(
        rb'(class|id|itemprop|rel|href|datetime|name)="[^"]*"',
        lambda found: b'%s="%s"' % (found[1], chance.choice(_NAMES)) if chance.random() < 0.4 else found.group(),
        content,
    )


def empty_texts(chance: Random, content: bytes, _: bytes) -> bytes:
    share = chance.choice((0.3, 1.0))
    return re.sub(rb">[^<]+<", lambda found: b"><" if chance.random() < share else found.group(), content)


def escapes(chance: Random, content: bytes, _: bytes) -> bytes:
    return _insert(
        chance, content, chance.choice((b"\\ud800", b"\\u0000", b"\\", b'"', b"null", b"\xed\xa0\x80", b"\xef\xbf\xbf"))
    )


MUTATORS: tuple[Mutator, ...] = (
    flip_bytes, truncate, behead, drop_slice, repeat_slice, move_slice, graft, swap, tag_soup, unclose, wrong_charset,
    wrong_label, control_characters, null_bytes, deep_nesting, deep_json, huge_attribute, many_attributes, entities,
    entity_bomb, numbers, names, empty_texts, escapes,
)  # fmt: skip


def mutate(chance: Random, content: bytes, other: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The bytes after one to three mutations, and the names of these."""
    chosen = [chance.choice(MUTATORS) for _ in range(chance.choice((1, 1, 2, 3)))]
    for mutator in chosen:
        content = mutator(chance, content, other)
    return content, tuple(mutator.__name__ for mutator in chosen)
