"""An ISO 8601 text as a day and as a moment in UTC, without adding anything that it does not state."""

import re
from datetime import UTC, date, datetime

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?=T|$)")


def exact_day(iso: str | None) -> date | None:
    """The day as it was shown, whatever the offset; None for a year or a month alone."""
    stated = _DAY.match(iso or "")
    try:
        return date.fromisoformat(stated.group()) if stated else None
    except ValueError:  # the 30th of February, from a damaged archive
        return None


def exact_utc(iso: str | None) -> datetime | None:
    """The moment in UTC, without a zone; None unless both the time and its offset are stated."""
    if iso is None or exact_day(iso) is None:
        return None
    try:
        moment = datetime.fromisoformat(iso)
        return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else None
    except (ValueError, OverflowError):  # no such time, or one before the year 1
        return None
