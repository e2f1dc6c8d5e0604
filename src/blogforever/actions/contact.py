"""Whom a blog's owner can write to: what the user says, else what the environment says."""

import os

VARIABLE = "BLOGFOREVER_CONTACT"


def contact(given: str | None) -> str | None:
    """The contact that requests name; without one they name this user and machine."""
    return given or os.environ.get(VARIABLE) or None
