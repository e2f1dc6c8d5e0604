"""Passwords taken out of text that others may see: messages, reports, the lock file."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

HIDDEN = "***"
_USERINFO = re.compile(
    r"(?P<before>[A-Za-z][A-Za-z0-9+.\-]*://[^\s:/?#@]*:)(?P<secret>[^\s]*?)@(?=[^\s@]*(?:\s|$|['\"]))"
)
"""What stands between the colon behind the user's name and the last @ of the word: a password may hold any sign."""
_NAMED = re.compile(
    r"(?P<before>\b(?:ssl)?(?:password|passwd|pwd)\s*=\s*)(?P<secret>'[^']*'|[^\s&'\",;)]+)", re.IGNORECASE
)


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with *** for the passwords of addresses and options in it, and for the secrets that are known."""
    for secret in sorted(set(secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    if "://" in text:
        text = _USERINFO.sub(rf"\g<before>{HIDDEN}@", text)
    return _NAMED.sub(rf"\g<before>{HIDDEN}", text)


def secrets_in(address: str) -> set[str]:
    """The passwords that an address of a database holds, as written and as meant."""
    userinfo = address.partition("://")[2].rpartition("@")[0]
    found = {userinfo.partition(":")[2], *(one["secret"] for one in _NAMED.finditer(address))}
    return {secret for written in found for secret in (written, unquote(written)) if secret}
