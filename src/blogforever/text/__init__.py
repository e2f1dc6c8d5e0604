"""Words, dates, names and charsets: pure functions over strings."""
