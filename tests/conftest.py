"""Every run is the same run: property tests draw the same examples wherever and whenever they run."""

from hypothesis import settings

settings.register_profile("same everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same everywhere")
