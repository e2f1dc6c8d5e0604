"""Dates that programs write: ISO 8601, mail and feed dates, Unix seconds."""

import datetime as dt
import re
from typing import Final

from blogforever.model.moment import Moment
from blogforever.text.dates.calendar import clock_iso, day_iso, full_year, is_offset, zone_iso
from blogforever.text.dates.month_names import month_of

_LONGEST: Final = 80
_ZONE: Final = r"\s*((?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|[A-Za-z]{1,5})?\s*(?:\([^()]*\)|\[[^\[\]]*\])?"
_CLOCK: Final = r"(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?"

_ISO: Final = re.compile(
    r"(\d{4})(?:([-/])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))"
    r"(?:(?:\s*T\s*|\s+)(\d{1,2})(?::?(\d\d)(?::?(\d\d)(?:[.,:]\d+)?)?)?\s*([ap]m\b)?" + _ZONE + ")?",
    re.ASCII | re.IGNORECASE,
)
_COMPACT: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?", re.ASCII)
_MONTH: Final = re.compile(r"(\d{4})-(\d\d)", re.ASCII)
# Sat, 03 Apr 2010 12:30:00 +0200; the weekday may be missing, wrong or of any language.
_MAIL: Final = re.compile(
    r"(?:[^\W\d]+\.?,?\s+)?([0-9]{1,2})[\s-]+([^\W\d]+)\.?[\s-]+([0-9]{2,4})(?:,?\s+" + _CLOCK + _ZONE + ")?"
)
# Sat Apr  3 12:30:00 2010, with a zone before or after the year, or the year before the clock.
_ASCTIME: Final = re.compile(
    r"(?:[^\W\d]+\.?,?\s+)?([^\W\d]+)\.?\s+([0-9]{1,2}),?\s+(?:([0-9]{4})\s+)?" + _CLOCK + _ZONE + r"\s*([0-9]{4})?"
)
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def read_machine_date(text: str) -> Moment | None:
    """The moment that the whole text states, its offset as written; only a bare YYYY-MM gives less than a day."""
    text = text.strip()
    iso = ""
    if text[4:5] == "-" == text[7:8]:
        iso = _plain_iso(text)
    if not iso and 6 < len(text) <= _LONGEST:
        iso = _any_iso(text)
    return Moment(written=text, iso=iso) if iso else None


def _plain_iso(text: str) -> str:
    """What the standard library reads, which is nearly every date in feeds and metadata, or ''."""
    size = len(text)
    if not "1990" <= text[:4] <= "2100" or size < 10 or text[10:11] not in "T t":
        return ""
    try:
        if size == 10:
            dt.date.fromisoformat(text)
            return text
        when = dt.datetime.fromisoformat(text)
    except ValueError:
        return ""
    offset = when.utcoffset()
    if offset is not None and not is_offset(offset):
        when, size = when.replace(tzinfo=None), 0
    if size == 25 and text[10] == "T" and text[16] == text[22] == ":":
        return text
    if size == 20 and text[16] == ":" and when.tzinfo:
        return f"{text[:10]}T{text[11:19]}+00:00"
    return when.isoformat(timespec="seconds")[:25]


def _any_iso(text: str) -> str:
    if text.isdecimal():
        return _from_digits(text) if text.isascii() else ""
    first = text[0]
    if "0" <= first <= "9":
        return _from_iso(text) or _from_mail(text)
    return _from_mail(text) or _from_asctime(text)


def _from_digits(text: str) -> str:
    size = len(text)
    if size == 8:
        return day_iso(int(text[:4]), int(text[4:6]), int(text[6:]))
    if size in {10, 13}:
        iso = (_EPOCH + dt.timedelta(seconds=int(text[:10]))).isoformat()
        return iso if "1990" <= iso[:4] <= "2100" else ""
    parts = _COMPACT.fullmatch(text)
    if parts is None:
        return ""
    year, month, day, hour, minute, second = (int(part or 0) for part in parts.groups())
    return _joined(day_iso(year, month, day), clock_iso(hour, minute, second))


def _from_iso(text: str) -> str:
    parts = _ISO.fullmatch(text)
    if parts is None:
        month_only = _MONTH.fullmatch(text)
        return text if month_only and day_iso(int(month_only[1]), int(month_only[2]), 1) else ""
    year, _, month, day, month2, day2, hour, minute, second, half, zone = parts.groups()
    iso = day_iso(int(year), int(month or month2), int(day or day2))
    if hour is None or not iso:
        return iso
    if hour == "24" and not int(minute or 0) and not int(second or 0):  # ISO 8601: midnight at the end of the day
        iso = (dt.date.fromisoformat(iso) + dt.timedelta(days=1)).isoformat()
        return _joined(iso, clock_iso(0, 0, 0, _zone(zone))) if iso < "2101" else ""
    clock = int(hour) % 12 + (12 if half in {"pm", "PM"} else 0) if half else int(hour)
    return _joined(iso, clock_iso(clock, int(minute or 0), int(second or 0), _zone(zone)))


def _from_mail(text: str) -> str:
    parts = _MAIL.fullmatch(text)
    if parts is None:
        return ""
    day, month, year, hour, minute, second, zone = parts.groups()
    return _from_parts(year, month, day, (hour, minute, second, zone))


def _from_asctime(text: str) -> str:
    parts = _ASCTIME.fullmatch(text)
    if parts is None:
        return ""
    month, day, early, hour, minute, second, zone, late = parts.groups()
    if (early is None) == (late is None):
        return ""
    return _from_parts(early or late, month, day, (hour, minute, second, zone))


def _from_parts(year: str, month: str, day: str, clock: tuple[str | None, str | None, str | None, str | None]) -> str:
    # Old programs wrote the years since 1900 with three digits (RFC 2822, 4.3).
    number = int(year) + 1900 if len(year) == 3 else full_year(year)
    iso = day_iso(number, month_of(month.casefold()), int(day))
    hour, minute, second, zone = clock
    if hour is None or not iso:
        return iso
    return _joined(iso, clock_iso(int(hour), int(minute or 0), int(second or 0), _zone(zone)))


def _zone(zone: str | None) -> str:
    return zone_iso(zone.upper()) if zone else ""


def _joined(day: str, clock: str) -> str:
    return day + clock if day and clock else ""
