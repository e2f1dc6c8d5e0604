"""The fitted weights of the page model. Written by `make fit`; not by hand."""

INTERCEPT_WITH_RULES = -1.65
"""Log-odds of a page without any feature, read by the blog's rules."""
INTERCEPT_WITHOUT_RULES = -0.4
"""The same without rules: then their features cannot speak for the page."""

PAGE_WEIGHTS = {
    "an article rule matches": 0.2,
    "it matches more often than on posts": -1.0,
    "it matches far more often": -0.8,
    "the title rule gave the title": 1.7,
    "the title rule matches more often than on posts": -0.8,
    "the date rule gave the date": 0.9,
    "the date rule matches more often than on posts": -0.5,
    "there is no date": -1.7,
    "the tag rule gave tags": 1.2,
    "the page calls itself an article": 0.65,
    "the page calls itself a site or profile": -0.5,
    "the title stands in the head": 1.2,
    "the address is like those of posts": 1.7,
    "the address is unlike those of posts": -1.7,
    "the address names a list": -2.7,
    "hardly any text": -2.0,
    "mostly links": -0.35,
    "the body's class names a list": -1.3,
}
"""What each feature of a page adds to the log-odds of a post."""
