"""How soon, and how late, a blog is visited again."""

from datetime import timedelta

SHORTEST_WAIT = timedelta(minutes=15)
LONGEST_WAIT = timedelta(days=30)
