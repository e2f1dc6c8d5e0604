"""Text in the form that both databases take and give back unchanged."""

import hashlib
import json
from typing import Any

REPLACEMENT = "\ufffd"

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_ESCAPED_NUL = "\\u0000"
_LONGEST_KEY = 800
"""Bytes. PostgreSQL refuses index entries of about 2,700 bytes."""
_READABLE_START = 200


def storable(text: str) -> str:
    """The text with U+FFFD for what databases cannot keep: NUL characters and halves of surrogate pairs."""
    if "\0" in text:
        text = text.replace("\0", REPLACEMENT)
    return text if text.isascii() else _without_surrogates(text)


def storable_or_none(text: str | None) -> str | None:
    """The same for text that may be missing."""
    return None if text is None else storable(text)


def as_json(value: Any) -> str:
    """The value as JSON with storable text in it."""
    text = _ENCODE(value)
    if _ESCAPED_NUL in text:
        text = _ENCODE(_storable_inside(value))
    return text if text.isascii() else _without_surrogates(text)


def index_key(key: str) -> str:
    """The key as it is, or a short stand-in for one that is too long for an index."""
    key = storable(key)
    if len(key) * 4 <= _LONGEST_KEY or len(encoded := key.encode()) <= _LONGEST_KEY:
        return key
    return f"{key[:_READABLE_START]}…{hashlib.sha256(encoded).hexdigest()}"


def _without_surrogates(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(REPLACEMENT if "\ud800" <= character <= "\udfff" else character for character in text)
    return text


def _storable_inside(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(name): _storable_inside(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_storable_inside(part) for part in value]
    return value
