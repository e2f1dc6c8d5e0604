"""Whether a button says that there is more, in any of our languages."""

import re
import unicodedata
from functools import cache

from blogforever.render.more_buttons import MORE_WORDS, MoreWords

_LETTERS = re.compile(r"[^\W\d_]+")
_MEANING = frozenset({"verb", "more", "talk"})
_WRITTEN_TOGETHER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def says_more(text: str) -> bool:
    """True for what a button for more says, whatever numbers and arrows stand in it: "View 3 replies ▾"."""
    plain = " ".join(_LETTERS.findall(unicodedata.normalize("NFKC", text).lower()))
    # "show more", "older comments", "view replies"; but not "more" (a menu) or "posts" (a link).
    return any(len(_kinds(plain, language) & _MEANING) >= 2 for language in MORE_WORDS)


def _kinds(plain: str, language: str) -> set[str]:
    """The kinds of words that the text is made of; none if it has others too."""
    pattern, kind_of = _vocabulary(language)
    kinds = set()
    at = 0
    while at < len(plain):
        found = pattern.match(plain, at)
        if found is None:
            return set()
        kinds.add(kind_of[found.group(1)])
        at = found.end()
    return kinds


@cache
def _vocabulary(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    kind_of = _kind_of(MORE_WORDS[language])
    longest_first = sorted(kind_of, key=len, reverse=True)  # "daha fazla" before "daha"
    together = any(_WRITTEN_TOGETHER.match(word) for word in kind_of)
    return re.compile(f"({'|'.join(map(re.escape, longest_first))})(?:{' ?' if together else ' |$'})"), kind_of


def _kind_of(words: MoreWords) -> dict[str, str]:
    kinds = {
        "between": words.between,
        "thing": words.things,
        "talk": words.talk,
        "more": words.more,
        "verb": words.verbs,
    }
    return {word: kind for kind, known in kinds.items() for word in known}
