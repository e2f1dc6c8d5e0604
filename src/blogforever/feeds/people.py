"""Names of authors as feeds write them."""

import re
from collections.abc import Iterable

from blogforever.text.words import fold, tidy

_MAIL = re.compile(r"[\w.+%-]{1,64}@[\w.-]{1,120}")
_MAIL_THEN_NAME = re.compile(
    r"[<(\[]?\s*+(?:mailto:)?[\w.+%-]{1,64}@[\w.-]{1,120}\s*+[>)\]]?\s*+[(\[,;:-]?\s*+(.*?)\s*[)\]]?$"
)
_NAME_THEN_MAIL = re.compile(r"(.*?)\s*+[<(\[]\s*+(?:mailto:)?[\w.+%-]{1,64}@[\w.-]{1,120}\s*+[>)\]]$")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)

PLACEHOLDERS = frozenset(
    {
        "unknown",
        "author",
        "article author",
        "author name",
        "your name",
        "no author",
        "noreply",
        "no-reply",
        "none",
        "null",
        "undefined",
        "n/a",
    }
)
"""What software writes when it knows no author. "admin" is not here: blogs show it."""

LONGEST_NAME = 200


def author_names(written: Iterable[str | None]) -> tuple[str, ...]:
    """The names among what a feed gives as authors: no mail addresses, no placeholders, none twice."""
    names: dict[str, str] = {}
    for text in written:
        name = _name_in(tidy(text or ""))
        if name:
            names.setdefault(fold(name), name)
    return tuple(names.values())


def _name_in(text: str) -> str | None:
    if "@" in text[:LONGEST_NAME]:
        for shape in (_NAME_THEN_MAIL, _MAIL_THEN_NAME):
            if found := shape.match(text[: 2 * LONGEST_NAME]):
                text = found.group(1).strip()
                break
    if not text or len(text) > LONGEST_NAME or _MAIL.fullmatch(text) or _ADDRESS.match(text):
        return None
    return None if fold(text) in PLACEHOLDERS else text
