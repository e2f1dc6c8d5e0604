"""What verify looks at: captures, media, the database."""
