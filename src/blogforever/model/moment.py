"""A point in time, as written and as understood."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A date that a page or feed states."""

    written: str
    """The words or attribute as they stand in the source."""
    iso: str
    """ISO 8601, as exact as the source is: a day, or a time with its offset where one is stated."""

    @property
    def day(self) -> str:
        """The calendar day as written (not in UTC): the day a reader sees."""
        return self.iso[:10]
