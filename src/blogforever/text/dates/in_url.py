"""The day in a post's address."""

import re
from typing import Final

from blogforever.model.moment import Moment
from blogforever.text.dates.calendar import day_iso
from blogforever.text.dates.month_names import MONTHS

_LONGEST: Final = 2000
_HOST: Final = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//[^/?#]*", re.ASCII | re.IGNORECASE)
# /2010/04/03/, /2010-04-03-slug, /slug-2010_04_03.html
_PARTED: Final = re.compile(
    r"(?<![0-9])((?:19|20|21)\d\d)([/_.-])(\d{1,2}|[a-z]{3,9})\2(\d{1,2})(?![0-9])", re.ASCII | re.IGNORECASE
)
# /2010/0403/, /201004/03/, /2010-04/03/
_HALF_PARTED: Final = re.compile(r"/((?:19|20|21)\d\d)[/-]?(\d\d)[/-]?(\d\d)(?![0-9])", re.ASCII)
# /20100403123000
_WITH_CLOCK: Final = re.compile(
    r"/((?:19|20|21)\d\d)(\d\d)(\d\d)(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?![0-9])", re.ASCII
)


def date_in_address(address: str) -> Moment | None:
    """The full day that the path of an address names; None if it names a month only."""
    address = address[:_LONGEST]
    host = _HOST.match(address)
    low = host.end() if host else 0
    for pattern in (_PARTED, _HALF_PARTED, _WITH_CLOCK):
        for parts in pattern.finditer(address, low):
            moment = _moment(parts)
            if moment is not None:
                return moment
    return None


def _moment(parts: re.Match[str]) -> Moment | None:
    year, month, day = parts[1], parts[parts.re.groups - 1], parts[parts.re.groups]
    number = int(month) if month.isdecimal() else MONTHS.get(month.lower(), 0)
    iso = day_iso(int(year), number, int(day))
    return Moment(written=parts[0].strip("/"), iso=iso) if iso else None
