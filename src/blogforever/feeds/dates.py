"""Dates as feeds write them."""

from blogforever.model.moment import Moment
from blogforever.text.dates import find_date, read_machine_date

LONGEST_DATE = 120


def read_feed_date(written: str | None) -> Moment | None:
    """The moment that a feed's date element means, with its offset as written."""
    text = " ".join((written or "").split())
    if not text or len(text) > LONGEST_DATE:
        return None
    return read_machine_date(text) or find_date(text)
