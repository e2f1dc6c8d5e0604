"""The cheap visit to a blog that the archive knows."""
