"""Text of the web made safe for a terminal: whatever a title holds, it cannot move the cursor or paint the screen."""

import json
import re
from typing import Any

from blogforever.model.secrets import without_secrets

_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]+")
"""Controls, line ends, what turns the direction of writing, and halves of signs."""
_HARMFUL_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def plain(text: str) -> str:
    """The text in one line, with a space for what a terminal would obey."""
    return _HARMFUL.sub(" ", text).strip()


def plain_lines(text: str) -> str:
    """The same for text of many lines."""
    return "\n".join(_HARMFUL.sub(" ", line) for line in text.split("\n"))


def message(text: str) -> str:
    """What went wrong, for people: what it is about may come from the web, or hold a password."""
    return plain_lines(without_secrets(text))


def json_line(record: dict[str, Any]) -> str:
    """The record as one line of JSON; what a terminal would obey is escaped, so that it reads back the same."""
    return escaped_json(json.dumps(record, ensure_ascii=False))


def json_block(value: dict[str, Any]) -> str:
    """The same over many lines."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2))


def escaped_json(text: str) -> str:
    """JSON text with escapes for what a terminal would obey."""
    return _HARMFUL_IN_JSON.sub(lambda sign: f"\\u{ord(sign.group()):04x}", text)
