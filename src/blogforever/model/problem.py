"""A page that gave nothing: failures that are expected travel as values."""

from dataclasses import dataclass

from blogforever.errors import BlogforeverError


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A page that could not be read, and why."""

    subject: str
    """The page's name or address."""
    message: str
    """The whole sentence for people: subject, what is wrong, what to do next."""
    error: BlogforeverError
    """What to raise when nothing else came of the work either."""
