"""Commands that look after the archive."""
