"""One moment as several sources tell it: the exactest, in the blog's own time where somebody knows that."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from blogforever.model.moment import Moment

_FARTHEST = timedelta(hours=14)
"""No place on earth is farther from Greenwich in time."""
_STEP = timedelta(minutes=15)
"""Of time zones."""
_TOLERANCE = timedelta(minutes=1)
"""Pages often leave out the seconds."""


def exactest(told: Sequence[Moment]) -> Moment | None:
    """The moment with an offset, else with a time; of equal ones the first.

    Feeds often tell the time of Greenwich. Where another source has the blog's own time, that one is what readers see.
    """
    best = max(told, key=_exactness, default=None)
    if best is None or _exactness(best) != 2:
        return best
    local = next((moment for moment in told if _exactness(moment) == 1), None)
    return (_in_own_time(local, best) if local else None) or best


def _exactness(moment: Moment) -> int:
    """0 for a day, 1 for a time, 2 for the time of Greenwich, 3 for a time with its offset."""
    time = moment.iso[10:]
    if not time:
        return 0
    if time[-1] == "Z" or time.endswith(("+00:00", "-00:00")):
        return 2
    return 3 if "+" in time or "-" in time else 1


def _in_own_time(local: Moment, greenwich: Moment) -> Moment | None:
    """The local time with the offset that the time of Greenwich betrays; None when the two are not one moment."""
    try:
        own = datetime.fromisoformat(local.iso)
        ahead = own - datetime.fromisoformat(greenwich.iso).replace(tzinfo=None)
    except ValueError:
        return None
    offset = round(ahead / _STEP) * _STEP
    if abs(ahead - offset) > _TOLERANCE or abs(offset) > _FARTHEST:
        return None
    return Moment(written=local.written, iso=own.replace(tzinfo=timezone(offset)).isoformat())
