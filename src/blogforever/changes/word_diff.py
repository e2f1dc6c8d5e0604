"""Two texts beside each other, word by word.

texts → lines that both have → in between, words that both have → pieces → islands of a word or two are given up

Time and memory are linear in the texts, whatever they say. Each alignment cuts off what is equal at both ends, then
holds on to items that occur once in both texts (as a patience diff does), and aligns what is left between them exactly
while it is small enough. Where nothing occurs once, both texts are aligned window by window. What is different over
more words than a book has is one change: nobody would read its pieces.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import LCSseq

from blogforever.model.archive import DiffPiece, PieceKind
from blogforever.text.words import count_words

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+|\s+|[^\w\s]")
"""A word, a character of a language without spaces, white space, or a mark."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\w")
_EXACT = 4_000_000
"""How large (one length times the other) what is aligned exactly may be: a matrix of half a megabyte."""
_WINDOW = 2_000
MOST_ITEMS = 150_000
"""Words, spaces and marks of both texts together between the first change and the last."""
_DEEPEST = 8
"""How often anchors are looked for between anchors."""
_ISLAND = 2
"""Words that are equal by chance between two longer changes, of so many words at least:"""
_SEA = 3
_CONTEXT = 12

_Pieces = list[tuple[PieceKind, list[str]]]
_Block = tuple[int, int, int]
"""Where equal items begin in the one and in the other, and how many they are."""


def diff_words(old: str, new: str) -> tuple[DiffPiece, ...]:
    """The pieces of both texts in order: what both have, what only the first has, what only the second has."""
    before, after = _LINE.findall(old), _LINE.findall(new)
    pieces: _Pieces = []
    for is_same, lines, others in _runs(
        before, after, [line.strip() for line in before], [one.strip() for one in after]
    ):
        if is_same:
            _add(pieces, PieceKind.SAME, _tokens(others))
            continue
        removed, added = _tokens(lines), _tokens(others)
        for words_match, gone, come in _runs(removed, added, _comparable(removed), _comparable(added)):
            if words_match:
                _add(pieces, PieceKind.SAME, come)
            else:
                _add(pieces, PieceKind.REMOVED, gone)
                _add(pieces, PieceKind.ADDED, come)
    return tuple(_piece(kind, tokens) for kind, tokens in _without_islands(pieces))


def fold_pieces(pieces: Sequence[DiffPiece]) -> tuple[DiffPiece, ...]:
    """The same with long stretches that did not change folded to a little context."""
    folded: list[DiffPiece] = []
    for place, piece in enumerate(pieces):
        if piece.kind is not PieceKind.SAME:
            folded.append(piece)
            continue
        tokens = _TOKEN.findall(piece.text)
        head = _take(tokens, _CONTEXT) if place else 0
        tail = _take(tokens[::-1], _CONTEXT) if place < len(pieces) - 1 else 0
        hidden = tokens[head : len(tokens) - tail]
        if sum(map(_is_word, hidden)) <= _CONTEXT:
            folded.append(piece)
            continue
        parts = (
            (PieceKind.SAME, tokens[:head]),
            (PieceKind.FOLDED, hidden),
            (PieceKind.SAME, tokens[len(tokens) - tail :]),
        )
        folded += [_piece(kind, part) for kind, part in parts if part]
    return tuple(folded)


def _take(tokens: Sequence[str], words: int) -> int:
    """How many tokens hold that many words."""
    for place, token in enumerate(tokens):
        words -= _is_word(token)
        if words < 0:
            return place
    return len(tokens)


def _tokens(lines: Sequence[str]) -> list[str]:
    return _TOKEN.findall("".join(lines))


def _comparable(tokens: Sequence[str]) -> list[str]:
    """White space is white space, however much; the end of a line is more."""
    return [token if not token.isspace() else "\n" if "\n" in token else " " for token in tokens]


def _is_word(token: str) -> bool:
    return _WORD.match(token) is not None


def _piece(kind: PieceKind, tokens: Sequence[str]) -> DiffPiece:
    text = "".join(tokens)
    return DiffPiece(kind=kind, text=text, words=count_words(text))


def _add(pieces: _Pieces, kind: PieceKind, tokens: list[str]) -> None:
    if tokens and pieces and pieces[-1][0] is kind:
        pieces[-1][1].extend(tokens)
    elif tokens:
        pieces.append((kind, list(tokens)))


def _runs(
    old: Sequence[str], new: Sequence[str], old_items: Sequence[str], new_items: Sequence[str]
) -> Iterator[tuple[bool, list[str], list[str]]]:
    """Both in runs that are equal, or not; `…_items` are what is compared."""
    numbers: dict[str, int] = {}
    before = [numbers.setdefault(item, len(numbers)) for item in old_items]
    after = [numbers.setdefault(item, len(numbers)) for item in new_items]
    here = there = 0
    for one, other, length in (*_align(before, after, 0), (len(before), len(after), 0)):
        if here < one or there < other:
            yield False, list(old[here:one]), list(new[there:other])
        if length:
            yield True, list(old[one : one + length]), list(new[other : other + length])
        here, there = one + length, other + length


def _align(old: list[int], new: list[int], depth: int) -> Iterator[_Block]:
    """Equal stretches of both, in order."""
    head = _equal_at_start(old, new)
    tail = _equal_at_start(old[head:][::-1], new[head:][::-1])
    if head:
        yield 0, 0, head
    inner_old, inner_new = old[head : len(old) - tail], new[head : len(new) - tail]
    for one, other, length in _align_inside(inner_old, inner_new, depth):
        yield one + head, other + head, length
    if tail:
        yield len(old) - tail, len(new) - tail, tail


def _align_inside(old: list[int], new: list[int], depth: int) -> Iterator[_Block]:
    if not old or not new or len(old) + len(new) > MOST_ITEMS:
        return
    if len(old) * len(new) <= _EXACT:
        yield from (
            (block.a, block.b, block.size) for block in LCSseq.editops(old, new).as_matching_blocks() if block.size
        )
        return
    anchors = _anchors(old, new) if depth < _DEEPEST else []
    if not anchors:
        yield from _align_windows(old, new)
        return
    here = there = 0
    for one, other in (*anchors, (len(old), len(new))):
        for start, other_start, length in _align(old[here:one], new[there:other], depth + 1):
            yield start + here, other_start + there, length
        if one < len(old):
            yield one, other, 1
        here, there = one + 1, other + 1


def _align_windows(old: list[int], new: list[int]) -> Iterator[_Block]:
    """Each stretch of the one beside the stretch at the same place of the other."""
    for start in range(0, min(len(old), len(new)), _WINDOW):
        end = start + _WINDOW
        for block in LCSseq.editops(old[start:end], new[start:end]).as_matching_blocks():
            if block.size:
                yield block.a + start, block.b + start, block.size


def _anchors(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """The places of items that occur once in both, as many as come in the same order in both."""
    once = {item for item, count in Counter(old).items() if count == 1}
    once &= {item for item, count in Counter(new).items() if count == 1}
    there = {item: place for place, item in enumerate(new) if item in once}
    pairs = [(place, there[item]) for place, item in enumerate(old) if item in once]
    # The longest increasing subsequence of the places in `new`, by patience sorting.
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, (_, other) in enumerate(pairs):
        pile = bisect_left(tops, other)
        before.append(piles[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(other)
            piles.append(number)
        else:
            tops[pile], piles[pile] = other, number
    chosen = []
    number = piles[-1] if piles else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _equal_at_start(old: Sequence[int], new: Sequence[int]) -> int:
    shorter = min(len(old), len(new))
    return next((place for place in range(shorter) if old[place] != new[place]), shorter)


def _without_islands(pieces: _Pieces) -> _Pieces:
    """The pieces in which each change is one removal and one addition, joined across what is equal by chance.

    First across spaces and marks, so that a phrase is one change and not many; then across a word or two ("of", "and
    the") between longer changes. Never across the end of a paragraph.
    """
    return _joined(_joined(pieces, most_words=0, least_change=1), most_words=_ISLAND, least_change=_SEA)


def _joined(pieces: _Pieces, *, most_words: int, least_change: int) -> _Pieces:
    joined: _Pieces = []
    removed: list[str] = []
    added: list[str] = []
    sizes = [sum(map(_is_word, tokens)) for _, tokens in pieces]
    for place, (kind, tokens) in enumerate(pieces):
        if kind is not PieceKind.SAME:
            (removed if kind is PieceKind.REMOVED else added).extend(tokens)
        elif (
            sizes[place] <= most_words
            and 0 < place < len(pieces) - 1
            and not any("\n" in token for token in tokens)
            and all(_change_beside(pieces, sizes, place, step) >= least_change for step in (-1, 1))
        ):
            removed += tokens
            added += tokens
        else:
            _add(joined, PieceKind.REMOVED, removed)
            _add(joined, PieceKind.ADDED, added)
            _add(joined, PieceKind.SAME, tokens)
            removed, added = [], []
    _add(joined, PieceKind.REMOVED, removed)
    _add(joined, PieceKind.ADDED, added)
    return joined


def _change_beside(pieces: _Pieces, sizes: Sequence[int], place: int, step: int) -> int:
    """The words of the change beside the piece: the larger of what was removed and what was added."""
    beside = (place + step, place + 2 * step)
    changed = (one for one in beside if 0 <= one < len(pieces) and pieces[one][0] is not PieceKind.SAME)
    return max((sizes[one] for one in changed), default=0)
