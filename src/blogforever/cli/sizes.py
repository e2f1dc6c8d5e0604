"""Sizes as people write them: 500M, 2G."""

import re
from typing import Any

import click

_WRITTEN = re.compile(r"(?P<number>[0-9]{1,15}(?:\.[0-9]{1,3})?)\s*(?P<unit>[kKMGT]?)(?:i?B)?")
_UNITS = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


class Size(click.ParamType[int]):
    """A number of bytes; k, M, G and T are thousands, millions and so on."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes, if it is one."""
        written = _WRITTEN.fullmatch(str(value).strip())
        number = round(float(written["number"]) * _UNITS[written["unit"]]) if written else 0
        if number < 1:
            self.fail(f"{value!r} is not a size. Write it like 500M or 2G.", param, ctx)
        return number
