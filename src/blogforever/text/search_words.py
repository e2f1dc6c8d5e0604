"""Words as both databases index them, what a user's query asks for, and the piece of a text that shows a match."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'"([^"]*)(?:"(\*?))?')
_PREFIX = re.compile(r"[^\W_]\*\W*$")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Thai, Lao, Burmese, Khmer, Japanese, Chinese: no spaces between words, so a word is looked for inside a line."""
_ACCENTS = re.compile("[\u0300-\u036f]")
_LONGEST_QUERY = 2_000
_MOST_TERMS = 32
_MOST_LOOKED_AT = 200_000
_MOST_SPANS = 500
_PIECE = 180
_BEFORE_MATCH = 40


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other, as they were typed; a plain word is a phrase of one."""

    words: tuple[str, ...]
    is_prefix: bool = False
    """The last word is only the beginning of one: "archiv*"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a user looks for: all of it must be in a post, or in a comment."""

    phrases: tuple[Phrase, ...]
    inside: tuple[str, ...]
    """Words of scripts without spaces, to be found anywhere."""

    def __bool__(self) -> bool:
        return bool(self.phrases or self.inside)


def words_of(text: str) -> list[str]:
    """The words in order, in lower case, without accents ("é" is found by "e")."""
    return _WORD.findall(_folded(text))


def read_query(typed: str) -> Query:
    """Plain words, "quoted phrases" and beginnings of words*; every other character only separates words."""
    phrases: dict[Phrase, None] = {}
    inside: dict[str, None] = {}
    for part in _parts(unicodedata.normalize("NFC", typed[:_LONGEST_QUERY])):
        words = tuple(_WORD.findall(part))
        if _UNSPACED.search(part):
            inside.update(dict.fromkeys(words))
        elif words:
            phrases[Phrase(words, is_prefix=_PREFIX.search(part) is not None)] = None
    return Query(phrases=tuple(phrases)[:_MOST_TERMS], inside=tuple(inside)[:_MOST_TERMS])


def snippet(text: str, query: Query, marks: tuple[str, str]) -> str:
    """The piece of the text that holds most of the query's words, with marks around them; else its beginning."""
    text = text[:_MOST_LOOKED_AT]
    spans = sorted(_matches(text, query))
    best = max(spans, key=lambda span: sum(span[0] <= start < span[0] + _PIECE for start, _ in spans), default=(0, 0))
    start = _word_start(text, max(0, best[0] - _BEFORE_MATCH))
    end = min(len(text), start + _PIECE + _BEFORE_MATCH)
    pieces = ["…" if start else ""]
    for left, right in spans:
        if left >= start and right <= end:
            pieces += [text[start:left], marks[0], text[left:right], marks[1]]
            start = right
    pieces += [text[start:end], "…" if end < len(text) else ""]
    return " ".join("".join(pieces).split())


def _parts(typed: str) -> Iterator[str]:
    end = 0
    for quoted in _QUOTED.finditer(typed):
        yield from typed[end : quoted.start()].split()
        yield quoted.group(1) + (quoted.group(2) or "")
        end = quoted.end()
    yield from typed[end:].split()


def _matches(text: str, query: Query) -> Iterator[tuple[int, int]]:
    wanted, beginnings = _wanted(query)
    found = 0
    for word in _WORD.finditer(text):
        if found == _MOST_SPANS:
            return
        folded = words_of(word.group())
        if not wanted.isdisjoint(folded) or any(part.startswith(beginnings) for part in folded):
            found += 1
            yield word.span()
            continue
        for part in query.inside:
            if (place := word.group().find(part)) >= 0:
                found += 1
                yield word.start() + place, word.start() + place + len(part)
                break


def _wanted(query: Query) -> tuple[set[str], tuple[str, ...]]:
    """The words of the query as they are compared, and the beginnings of words."""
    wanted: set[str] = set()
    beginnings: list[str] = []
    for phrase in query.phrases:
        words = words_of(" ".join(phrase.words))
        if phrase.is_prefix and words:
            beginnings.append(words.pop())
        wanted.update(words)
    return wanted, tuple(beginnings)


def _word_start(text: str, place: int) -> int:
    """The start of the word at or after the place, unless it is far."""
    space = text.find(" ", place, place + _BEFORE_MATCH // 2) if place else -1
    return place if space < 0 else space + 1


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text.lower())))
