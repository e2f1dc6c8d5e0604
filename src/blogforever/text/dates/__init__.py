"""Dates as pages and feeds write them, in some sixty languages, read into ISO 8601."""
