"""Words, and how much two texts have in common."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

# Chinese, Japanese and Korean put no spaces between words: there each character counts as one.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]|[^\W_]+")

_COUNTED_SINGLY = re.compile(
    "[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]"
)
"""Chinese characters and Japanese syllables, which a word count counts one by one. Korean has spaces."""
_LETTER = re.compile(r"[^\W_]")

TITLE_SEPARATOR = re.compile(r" [|\-–—·•«»:~/]+ ")
"""What stands between a post's title and its blog's name in a page's title, once white space is folded."""

_QUOTES_AND_DASHES = str.maketrans(
    {**dict.fromkeys("‘’‚′`´", "'"), **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‐‑–—−", "-")}
)


def words(text: str) -> list[str]:
    """The words of a text in order, folded so that writing variants compare equal."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return _WORD.findall(text.lower())


def count_words(text: str) -> int:
    """The length of the text in words, as word processors count.

    A word is what stands between spaces and has a letter or a digit, and each character of Chinese and Japanese.
    """
    if text.isascii():
        return sum(_LETTER.search(part) is not None for part in text.split())
    spaced, singles = _COUNTED_SINGLY.subn(" ", text)
    return singles + sum(_LETTER.search(part) is not None for part in spaced.split())


def fold(text: str) -> str:
    """A short text (title, name, tag) in the form in which two writings of it compare equal."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_QUOTES_AND_DASHES)
    else:
        text = text.replace("`", "'")
    return " ".join(text.lower().replace("...", "…").split()).strip(" .:|-·…")


def tidy(text: str) -> str:
    """The text with its white space folded and its ends trimmed."""
    return " ".join(text.split())


def token_f1(found: Iterable[str], wanted: Iterable[str]) -> float:
    """The F1 of two word multisets: 1.0 for the same words, 0.0 for none in common."""
    one, other = Counter(found), Counter(wanted)
    if not one and not other:
        return 1.0
    shared = (one & other).total()
    return 2 * shared / (one.total() + other.total()) if shared else 0.0
