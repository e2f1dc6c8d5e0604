"""Days that exist, clock times and zones, each as its part of an ISO 8601 text."""

import re
from datetime import timedelta
from typing import Final

from blogforever.model.moment import Moment

Found = tuple[Moment, int, int]
"""A date with where its words start and end in the text."""

FIRST_YEAR: Final = 1990
LAST_YEAR: Final = 2100
"""No blog post is older than the first; a later year than the last is a number, not a date."""

_DAYS: Final = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_TWO: Final = tuple(f"{number:02d}" for number in range(100))

# Hours and minutes east of Greenwich. Missing on purpose: IST (India, Israel, Ireland), and names that are also words.
_ZONES: Final = {
    name: offset
    for offset, names in (
        ("+00:00", "Z UT UTC GMT"),
        ("-10:00", "HST"),
        ("-09:00", "AKST"),
        ("-08:00", "PST AKDT"),
        ("-07:00", "MST PDT"),
        ("-06:00", "CST MDT"),
        ("-05:00", "EST CDT"),
        ("-04:00", "EDT AST"),
        ("-03:30", "NST"),
        ("-03:00", "ADT BRT"),
        ("-02:30", "NDT"),
        ("+01:00", "CET MEZ BST"),
        ("+02:00", "CEST MESZ EET SAST"),
        ("+03:00", "EEST MSK TRT"),
        ("+07:00", "WIB ICT"),
        ("+08:00", "AWST HKT SGT"),
        ("+09:00", "JST KST"),
        ("+09:30", "ACST"),
        ("+10:00", "AEST"),
        ("+10:30", "ACDT"),
        ("+11:00", "AEDT"),
        ("+12:00", "NZST"),
        ("+13:00", "NZDT"),
    )
    for name in names.split()
}
_OFFSET: Final = re.compile(r"(?:UTC|GMT|UT|Z)?([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII)


def day_iso(year: int, month: int, day: int) -> str:
    """'2019-04-06', or '' if there is no such day or it lies outside the years of blogs."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12 and 1 <= day <= _DAYS[month]):
        return ""
    if day == 29 and month == 2 and (year % 4 or year == 2100):
        return ""
    return f"{year}-{_TWO[month]}-{_TWO[day]}"


def full_year(digits: str) -> int:
    """The year that two or four digits mean; years of the Buddhist calendar become Gregorian."""
    year = int(digits)
    if len(digits) == 2:
        return year + (2000 if year < 50 else 1900)
    return year - 543 if year > 2500 else year


def clock_iso(hour: int, minute: int, second: int, zone: str = "") -> str:
    """'T12:30:00' or 'T12:30:00+02:00', or '' if no clock shows that; a leap second counts as the one before."""
    if hour > 23 or minute > 59 or second > 60:
        return ""
    return f"T{_TWO[hour]}:{_TWO[minute]}:{_TWO[second if second < 60 else 59]}{zone}"


def zone_iso(zone: str) -> str:
    """'+02:00' for '+0200', 'GMT+2', 'CEST' and their kind, or '' if we do not know the zone."""
    if not zone:
        return ""
    known = _ZONES.get(zone)
    if known is not None:
        return known
    parts = _OFFSET.fullmatch(zone)
    if parts is None:
        return ""
    character, hours, minutes = parts.group(1), int(parts.group(2)), int(parts.group(3) or 0)
    offset = timedelta(hours=hours, minutes=minutes)
    if minutes > 59 or not is_offset(-offset if character == "-" else offset):
        return ""
    return f"{character}{_TWO[hours]}:{_TWO[minutes]}"


WESTERNMOST, EASTERNMOST = timedelta(hours=-12), timedelta(hours=14)
"""The smallest and the largest offset from UTC that clocks anywhere show."""


def is_offset(offset: timedelta) -> bool:
    """True when clocks somewhere are that far ahead of UTC."""
    return WESTERNMOST <= offset <= EASTERNMOST
