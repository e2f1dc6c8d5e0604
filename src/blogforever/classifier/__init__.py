"""Fitted models: which text of a page is its article, and which page is a post."""
