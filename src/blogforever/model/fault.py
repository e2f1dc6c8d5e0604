"""What is wrong with an archive, as `verify` and `doctor` tell it."""

from dataclasses import dataclass
from enum import StrEnum


class Area(StrEnum):
    """Which part of the archive a fault lies in."""

    DATABASE = "database"
    CAPTURES = "captures"
    INDEX = "index"
    MEDIA = "media"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong, with the way out."""

    area: Area
    subject: str
    """A file, seen from the archive's folder, or an address."""
    problem: str
    next_step: str
    is_passing: bool = False
    """The next harvest of the blog mends it, and it hides nothing that was reported as kept."""
