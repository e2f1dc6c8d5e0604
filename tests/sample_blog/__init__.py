"""A small made-up blog with known truth: every text is ours, every page and feed is made anew from a seed.

words → writing (posts) → themes (pages), feeds → blog (all of it). `python -m tests.sample_blog FOLDER` writes one.
"""
