"""The language of an article: identified from its prose, and as the page declares it."""

import re

from blogforever.dom.language import identify_language
from blogforever.dom.tree import Document
from blogforever.extract.common_words import by_common_words
from blogforever.extract.head import Head

_FEWEST = 20
"""Letters under which no language is told."""
_SHORT = 80
"""Latin letters under which the answer counts only where the page or its blog says the same."""
_ENOUGH = 400
"""Characters in which the commonest words are looked for."""
_LOOKED_AT = 300
"""Characters of prose whose letter groups are counted: more cost time and hardly change the answer."""
_LOWEST = 0.05
"""Below this the two likeliest languages are too close to tell."""
_UNTOLD = (None, 0.0, "")
_CODE = "{}<>=;$\\|_("
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SHARE = 0.08
"""A text with so many East Asian signs is written in them, whatever else stands between."""
_OTHER_LETTERS = re.compile(r"[\u0370-\u1fff\u3040-\ud7af]")
_ASCII = re.compile(r"[\x00-\x7f]+")
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*\Z")


def article_language(text: str, *expected: str | None) -> tuple[str | None, float, str]:
    """The language that the text is written in, how sure that is and what told it; None when too little does.

    `expected` is what the page declares and what its blog is written in: it never decides alone.
    """
    hoped = {code[:2].lower() for code in expected if code}
    start = text[:_ENOUGH]
    if not start.isascii() and (code := _by_script(start)):
        return code, 1.0, "script of the text"
    if code := by_common_words(set(start.lower().split()), hoped):
        return code, 1.0, "commonest words of the text"
    sample, fewest = _prose(text), _SHORT
    if not sample.isascii() and len(_OTHER_LETTERS.findall(sample)) > 0.3 * len(sample):
        sample, fewest = _ASCII.sub(" ", sample), _FEWEST  # names in Latin letters do not make a Russian post English
    letters = sum(map(str.isalpha, sample[: 2 * _SHORT]))
    if letters < _FEWEST:
        return _UNTOLD
    found, sure = identify_language(sample[:_LOOKED_AT])
    if sure < _LOWEST or (letters < fewest and found not in hoped):
        return _UNTOLD
    return found, round(sure, 3), "letter groups of the text"


def declared_language(document: Document, head: Head) -> str | None:
    """The language that the page states: html lang, og:locale or content-language."""
    root = document.root
    stated = root.attr("lang") or root.attr("xml:lang") if root is not None else None
    return (
        _language_tag(stated)
        or _language_tag(head.meta("og:locale"))
        or _language_tag(head.equivalent("content-language"))
    )


def _language_tag(value: str | None) -> str | None:
    tag = value.split(",", 1)[0].strip() if value else ""
    return tag.replace("_", "-") if _TAG.match(tag) else None


def _by_script(sample: str) -> str | None:
    """Japanese, Korean and Chinese show themselves; code and names in Latin letters between them change nothing."""
    beyond_ascii = len(sample.encode("utf-8", "replace")) - len(
        sample
    )  # two for each of their signs: a quick look first
    if beyond_ascii < 2 * _SHARE * len(sample):
        return None
    signs = _EAST_ASIAN.findall(sample)
    if len(signs) < 5 or len(signs) < _SHARE * len(sample):
        return None
    kana, hangul = sum("\u3040" <= sign <= "\u30ff" for sign in signs), sum(sign >= "\uac00" for sign in signs)
    if hangul > 0.3 * len(signs):
        return "ko"
    return "ja" if kana > 0.1 * len(signs) else "zh"


def _prose(text: str) -> str:
    """The first lines that read like sentences; the text's beginning when there are none."""
    lines: list[str] = []
    size = 0
    for line in text[:20_000].split("\n"):
        length = len(line)
        if length >= 25 and sum(map(line.count, _CODE)) * 25 < length:
            lines.append(line)
            size += length
            if size >= _ENOUGH:
                break
    prose = "\n".join(lines) if size >= 100 else text
    return prose[:_ENOUGH]
