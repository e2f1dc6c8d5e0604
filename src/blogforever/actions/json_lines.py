"""A record as one line of JSON: no sign in it that any reader of lines takes for the end of one."""

import json
from typing import Any

_OBEYED = (*range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
_ESCAPES = {sign: f"\\u{sign:04x}" for sign in _OBEYED}
"""JSON lets them stand, but Python's splitlines and JavaScript break lines at some, and terminals obey others."""


def json_line(record: dict[str, Any]) -> bytes:
    """The record as UTF-8 with its line feed."""
    return json.dumps(record, ensure_ascii=False).translate(_ESCAPES).encode("utf-8", "replace") + b"\n"
