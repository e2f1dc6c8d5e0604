"""Captures: WARC files, their index, and what is read back from them."""
