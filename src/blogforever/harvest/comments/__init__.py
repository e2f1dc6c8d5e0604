"""The comments of a harvest's posts, from all of their sources."""
