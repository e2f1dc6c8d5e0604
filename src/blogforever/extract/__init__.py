"""Turn any page of a blog into a post, with evidence for each field."""
