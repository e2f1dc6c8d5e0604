"""The language of an article: identified from its prose, and as the page declares it."""

import re

from blogforever.dom.language import identify_language
from blogforever.dom.tree import Document
from blogforever.extract.head import Head

_FEWEST = 20
"""Letters under which no language is identified."""
_SHORT = 80
"""Latin letters under which the answer counts only where the page or its blog declares the same."""
_ENOUGH = 400
"""Characters in which the commonest words are looked for."""
_LOOKED_AT = 300
"""Characters of prose whose letter groups are counted: more cost time and hardly change the answer."""
_LOWEST = 0.05
"""Below this the two likeliest languages are too close to choose."""
_UNKNOWN = (None, 0.0, "")
_CODE = "{}<>=;$\\|_("
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SHARE = 0.08
"""A text with so many East Asian characters is written in them, whatever else stands between."""
_OTHER_LETTERS = re.compile(r"[\u0370-\u1fff\u3040-\ud7af]")
_ASCII = re.compile(r"[\x00-\x7f]+")
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*\Z")


def article_language(text: str, *expected: str | None) -> tuple[str | None, float, str]:
    """The language that the text is written in, how sure that is and what shows it; None when nothing does.

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
        return _UNKNOWN
    found, sure = identify_language(sample[:_LOOKED_AT])
    if sure < _LOWEST or (letters < fewest and found not in hoped):
        return _UNKNOWN
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
    )  # two for each of their characters: a quick look first
    if beyond_ascii < 2 * _SHARE * len(sample):
        return None
    features = _EAST_ASIAN.findall(sample)
    if len(features) < 5 or len(features) < _SHARE * len(sample):
        return None
    kana, hangul = (
        sum("\u3040" <= feature <= "\u30ff" for feature in features),
        sum(feature >= "\uac00" for feature in features),
    )
    if hangul > 0.3 * len(features):
        return "ko"
    return "ja" if kana > 0.1 * len(features) else "zh"


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


COMMON_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "bg": "на и да се за от не по са като това ще при с е но",
        "ca": "el els les de que i en amb per una del és als són però",
        "cs": "a se na je že v do jsem s ale které jako jsou pro si bylo",
        "da": "og at det er en til på som med af ikke den har for jeg men",
        "de": "der die und das ist nicht ein eine zu mit auf ich den sich für auch es",
        "el": "και το να του της που η με για είναι τα στο από θα δεν",
        "en": "the and of to is that it this with for was are have on you as",
        "es": "el los las que y en una por con para del es se lo no como pero",
        "fi": "ja on ei se että oli kun mutta niin myös joka ole sen hän tai",
        "fr": "le les des et est une que pour dans qui pas du sur avec ce au mais",
        "hr": "je i se na da su za od s kao ali koji što bi nije",
        "hu": "a az és hogy nem is egy de meg ez csak volt van már el",
        "id": "yang dan di ini dengan untuk dari tidak pada itu dalam adalah akan juga ke saya",
        "it": "il che di non è una per con sono della le gli anche nel ma più come",
        "nl": "de het een en van is dat niet op te voor met zijn ik er maar",
        "nb": "og det er en til på som med av ikke jeg den har for men",
        "pl": "i w nie na się że z do to jest jak ale o co przez dla",
        "pt": "o os as que e de do da em um uma para com não é se por mais",
        "ro": "și de la în cu nu pe care este un o sa mai din să că",
        "ru": "и в не на что я с как это по но а из то все у",
        "sk": "a sa na je že v do s ale ktoré ako sú pre si bolo to",
        "sl": "je in se na da so za ki v pa ne tudi kot od bi",
        "sr": "је и се на да су за од с као али који што би није",
        "sv": "och att det är en på som för med av inte jag den har till men",
        "tr": "ve bir bu için da de ne ile olarak çok daha gibi ama var kadar",
        "uk": "і в не на що я з як це та до але а за то й",
        "vi": "và của là có không một cho được với các trong này những để người",
    }.items()
}
_ENOUGH_WORDS = 5
"""So many different ones of them show up in any few sentences of their own language."""

_FEWEST_WORDS = 3
"""So many are enough where the page or its blog declares the same."""

_LANGUAGES: dict[str, tuple[str, ...]] = {}
for _language, _words in COMMON_WORDS.items():
    for _word in _words:
        _LANGUAGES[_word] = (*_LANGUAGES.get(_word, ()), _language)
_KNOWN = frozenset(_LANGUAGES)


def by_common_words(seen: set[str], hoped: set[str]) -> str | None:
    """The language whose commonest words were seen; None when they are too few or another is close."""
    known = seen & _KNOWN
    if len(known) < _FEWEST_WORDS:
        return None
    counts: dict[str, int] = {}
    for word in known:
        for language in _LANGUAGES[word]:
            counts[language] = counts.get(language, 0) + 1
    best = max(counts, key=counts.__getitem__)
    most = counts.pop(best)
    second = max(counts.values(), default=0)
    if best in hoped:
        return best if most >= _FEWEST_WORDS and most > second else None
    return best if most >= _ENOUGH_WORDS and (most >= 2 * second or most >= second + 3) else None
