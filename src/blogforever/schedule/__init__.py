"""When to look at a blog again."""
