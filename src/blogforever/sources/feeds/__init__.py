"""Feeds of posts: found, parsed, cleaned of what only feeds add, and judged."""
