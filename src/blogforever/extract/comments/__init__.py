"""Comments on a page: found, read, put into threads, and merged with those of other sources."""
