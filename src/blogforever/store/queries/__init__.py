"""Queries for readers of the archive."""
