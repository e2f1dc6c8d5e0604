"""The rules for short fields: title, authors, date, tags."""
