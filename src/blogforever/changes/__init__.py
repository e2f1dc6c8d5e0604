"""Decides what a harvest changes in the archive: pure functions from what is held and what was seen to changes."""
