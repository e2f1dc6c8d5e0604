"""Passwords taken out of text that others may see: messages, reports, the lock file."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

HIDDEN = "***"
_NOT_IN_NAMES = frozenset("/?#@")
_WORD = re.compile(r"\S++")
_NAMED = re.compile(
    r"(?P<before>\b(?:ssl)?(?:password|passwd|pwd)\s*+=\s*+)(?P<secret>'[^']*+'|[^\s&'\",;)]++)", re.IGNORECASE
)


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with *** for the passwords of addresses and options in it, and for the secrets that are known."""
    for secret in sorted(set(secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    if "://" in text:
        text = _WORD.sub(_without_password, text)
    return _NAMED.sub(rf"\g<before>{HIDDEN}", text)


def _without_password(word: re.Match[str]) -> str:
    """The word with *** between the colon behind a user's name and the last @: a password may hold any sign."""
    text = word.group()
    start = text.find("://") + 3
    colon, end = text.find(":", start), text.rfind("@")
    if start < 3 or not start <= colon < end or not _NOT_IN_NAMES.isdisjoint(text[start:colon]):
        return text
    return f"{text[: colon + 1]}{HIDDEN}{text[end:]}"


def secrets_in(address: str) -> set[str]:
    """The passwords that an address of a database holds, as written and as meant."""
    userinfo = address.partition("://")[2].rpartition("@")[0]
    found = {userinfo.partition(":")[2], *(one["secret"] for one in _NAMED.finditer(address))}
    return {secret for written in found for secret in (written, unquote(written)) if secret}
