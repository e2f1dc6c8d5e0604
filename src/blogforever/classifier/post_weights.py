"""The fitted weights of the post model. Written by `make fit`; not by hand."""

POST_WEIGHTS = {
    "fit": 1.8,
    "a feed names it": 2.0,
    "unlike the feed's addresses": -2.5,
    "a year, month or day": -6.0,
    "named like a list": -3.0,
    "posts lie below it": -1.6,
    "most pages link to it": -1.6,
    "more pages than usual link to it": -2.4,
    "links to more posts than posts do": -0.65,
    "a date in its address": 3.5,
    "as the feed's own pages are": 2.1,
}
"""What one unit of each feature adds to the log-odds of a post."""
