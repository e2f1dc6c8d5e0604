"""Names in bylines: "Posted by Anna Smith on 3 May" names Anna Smith."""

import re
from functools import lru_cache

from blogforever.text.words import tidy

_VERBED = (
    r"(?:posted|written|published|submitted|created|authored|added)\s+(?:\w+\s+)?by",
    r"(?:geschrieben|verfasst|verfaßt|veröffentlicht|erstellt|eingestellt|gepostet)\s+von",
    r"(?:écrit|publié|rédigé|posté)\s+par",
    r"(?:escrito|publicado|enviado)\s+por",
    r"(?:scritto|pubblicato|postato|inserito)\s+da",
    r"(?:geschreven|geplaatst|gepost)\s+door",
    r"(?:skrevet|postet|publisert|lagt ut|skriven|postat|publicerad|upplagd)\s+a[vf]",
    r"(?:napisane|opublikowane|dodane)\s+przez",
    r"(?:ditulis|diposting)\s+oleh",
)
"""Wording that makes a byline wherever in a short text it stands."""

_LABELS = (
    "author", "authors", "autor", "autorin", "autoren", "verfasser", "auteur", "autora", "autore", "szerző",
    "kirjoittaja", "yazar", "автор", "συντάκτης", "作者", "著者", "投稿者", "글쓴이", "작성자", "tác giả",
)  # fmt: skip
"""Words that name the field; a colon follows them."""

_SHORT = (
    "by", "words by", "text by", "guest post by", "von", "par", "por", "di", "door", "av", "af", "przez", "napsal",
    "vložil", "napisal", "írta", "kirjoittanut", "yazan", "gönderen", "от", "από", "oleh", "كتب", "بقلم", "מאת",
)  # fmt: skip
"""Words that make a byline only where they begin it."""

_STOPS = (
    "on", "in", "at", "am", "um", "le", "el", "il", "à", "a las", "op", "den", "dne", "w", "who", "under", "posted",
    "posté", "published", "and is", "über", "unter", "dans", "filed", "with", "zuletzt",
)  # fmt: skip
"""Words that end a name in a byline."""

_BEFORE = r"(?:^|(?<=[\s|·•—–:(]))"
_STRONG = rf"(?:{'|'.join(_VERBED)})(?:\s*[:：]\s*|\s+)|(?:{'|'.join(_LABELS)})\s*[:：]\s*"
_ANYWHERE = re.compile(rf"{_BEFORE}(?:{_STRONG})(?=\S)", re.IGNORECASE)
_AT_THE_START = re.compile(
    rf"^[\s|·•—–(]*+(?:{_STRONG}|(?:{'|'.join((*_SHORT, *_LABELS))})(?:\s*[:：]\s*|\s+))(?=\S)", re.IGNORECASE
)
_END = re.compile(
    r" ?(?:[,|·•(\[{<>«»→，、；。]|@(?=\s|\d)|[—–](?=\s)| - | \d"
    rf"| (?:{'|'.join(_STOPS)})(?:\s|$|[,:.]))",
    re.IGNORECASE,
)
_MOST_WORDS = 6
_LONGEST = 60


def byline_name(text: str) -> str:
    """The name in a byline, or the whole text when it may be a name; "" when it cannot be one."""
    text = tidy(text)
    start = _start(text)
    name = text[start.end() :] if start else text
    end = _END.search(name)
    if end:
        name = name[: end.start()]
    name = name.strip(" \t\n,;:|·•—–-.()\"'“”")
    return name if name and len(name) <= _LONGEST and len(name.split()) <= _MOST_WORDS and not name[0].isdigit() else ""


@lru_cache(maxsize=4096)  # a blog's menus and captions come by on page after page
def is_worded(text: str) -> bool:
    """True when the text begins with "by" as a byline does, or says "posted by" after an icon."""
    return _start(text) is not None


def _start(text: str) -> re.Match[str] | None:
    return _AT_THE_START.match(text) or _ANYWHERE.search(text)
