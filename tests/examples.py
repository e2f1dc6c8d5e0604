"""How many examples a property test tries: few for `make test-fast`, more for `make test`, most for `make test-all`.

The Makefile chooses the profile (`--hypothesis-profile`); all are the same in every run and on every machine.
"""

from hypothesis import settings

USUAL = 100
_PROFILES = {"fast": 15, "usual": USUAL, "thorough": 3 * USUAL}


def register_profiles():
    """Make the profiles known, and take the usual one until another is asked for."""
    for name, examples in _PROFILES.items():
        settings.register_profile(name, derandomize=True, deadline=None, database=None, max_examples=examples)
    settings.load_profile("usual")


def examples(usual):
    """Settings for a test that tries so many examples in `make test`, and in proportion elsewhere."""
    return settings(max_examples=max(5, usual * settings.default.max_examples // USUAL))
