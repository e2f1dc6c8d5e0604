"""Numbers at the end of a path: /2010/05/ lists a month, but the 969 of /2010/05/17/969/ is the name of a post."""

import re
from collections.abc import Sequence

_NUMBERS = re.compile(r"[0-9]++(?:[-_.][0-9]++)*+", re.ASCII)
_NUMBER = re.compile(r"[0-9]++", re.ASCII)
_RANGES = ((1990, 2099), (1, 12), (1, 31))
"""Of years, months and days. No blog is older than the web."""
_LONGEST_RUN = 5
"""More numbers than a date and a name have."""
_SHORTEST_NAME = 3
"""Digits: a shorter number may be that of a page of a list."""


def is_calendar(parts: Sequence[str]) -> bool:
    """True for a path that ends in a year, a month or a day: [blog, 2010, 05], [2010-05-17]."""
    return _is_date(_last_numbers(parts))


def is_numeric_name(parts: Sequence[str]) -> bool:
    """True for a path whose last part is a number that can be neither a date nor a page of a list."""
    numbers = _last_numbers(parts)
    if not numbers or numbers[-1] != parts[-1] or _is_date(numbers):
        return False
    return len(numbers[-1]) >= _SHORTEST_NAME or (len(numbers) > len(_RANGES) and _is_date(numbers[:-1]))


def _is_date(numbers: Sequence[str]) -> bool:
    if not 0 < len(numbers) <= len(_RANGES) or any(len(number) > 4 for number in numbers):
        return False
    return all(low <= int(number) <= high for number, (low, high) in zip(numbers, _RANGES, strict=False))


def _last_numbers(parts: Sequence[str]) -> list[str]:
    """The numbers in the last parts, as far as these hold nothing else."""
    numbers: list[str] = []
    for part in reversed(parts[-_LONGEST_RUN:]):
        if not _NUMBERS.fullmatch(part):
            break
        numbers = _NUMBER.findall(part) + numbers
    return numbers
