"""Captures shown again by programs that are not ours."""
