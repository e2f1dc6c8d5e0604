"""Tags and categories as feeds write them."""

import re
from collections.abc import Iterable

from blogforever.text.words import fold, tidy

_ADDRESS = re.compile(r"(?:https?|tag|urn):\S+$", re.IGNORECASE)
_PLATFORM_SCHEME = re.compile(r"#kind$|schemas\.google\.com/g/2005", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:(?<!\s)\s++)?(?:[,;]\s++|;)")
LONGEST_TAG = 200


def tag_names(written: Iterable[str | None]) -> tuple[str, ...]:
    """Tags as shown, in order: no addresses, none twice."""
    names: dict[str, str] = {}
    for text in written:
        name = tidy(text or "").lstrip("#")
        if name and len(name) <= LONGEST_TAG and not _ADDRESS.match(name):
            names.setdefault(fold(name) or name, name)
    return tuple(names.values())


def is_platform_scheme(scheme: str | None) -> bool:
    """True for terms by which a platform tells its own kinds of entries apart (Blogger's kind#post)."""
    return bool(scheme and _PLATFORM_SCHEME.search(scheme))


def split_list(text: str) -> list[str]:
    """The subjects in a dc:subject that holds several."""
    return [part for part in _BETWEEN.split(text) if part]
