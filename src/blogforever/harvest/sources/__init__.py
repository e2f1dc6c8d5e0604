"""Sources of a harvest: asked for, read, and the posts that only they still have."""
