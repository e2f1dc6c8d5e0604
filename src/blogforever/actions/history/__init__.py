"""What happened: to an address, a post, a blog, and how its front page looked at a moment."""
