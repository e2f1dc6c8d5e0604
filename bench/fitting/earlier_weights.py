"""The weights of the page and the post model before `make fit` wrote them.

They were fitted on a part of the corpus, which part is not on record, and rounded by hand. The fit is drawn towards
them: docs/why/post-or-not.md.
"""

from bench.fitting.page import PageModel

EARLIER_PAGE = PageModel(
    with_rules=-1.65,
    without_rules=-0.4,
    weights={
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
    },
)

EARLIER_POST = {
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
