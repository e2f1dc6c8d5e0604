"""A record as one line of JSON: no sign in it that any reader of lines takes for the end of one."""

import json
from typing import Any

_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
"""JSON lets them stand; Python's splitlines and JavaScript break lines at them."""


def json_line(record: dict[str, Any]) -> bytes:
    """The record as UTF-8 with its line feed."""
    return json.dumps(record, ensure_ascii=False).translate(_LINE_ENDS).encode("utf-8", "replace") + b"\n"
