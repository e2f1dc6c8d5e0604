"""Rules from the feed after all: its entries' pages were found, but under other addresses than the feed's."""

from functools import partial

from blogforever.crawl.feed_posts import captured_feed
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.old_pages import read_again
from blogforever.crawl.recall import recall_page
from blogforever.errors import BlogforeverError
from blogforever.learn.lesson import learn
from blogforever.learn.pairs import spread

LEARNING = "learning the blog's rules"
"""The same step at the beginning of a harvest and at its end: where it hung once, it is not tried again."""
_FEWEST = 3


def learn_late(harvest: Harvest) -> None:
    """For a blog with a feed and without rules: learn them, and read all pages by them."""
    known = next(iter(harvest.sources.feeds), None)
    feed = captured_feed(harvest, known.address) if known and harvest.rules is None else None
    if feed is None:
        return
    try:
        lines = [harvest.plan.known(entry.address) for entry in feed.entries if entry.address]
        read = [line for line in lines if line and line.number in harvest.seen and line.address not in harvest.given_up]
        found = [recall_page(harvest.sink, line.address) for line in read]
        pages = spread([page for page in found if page is not None])
        if len(pages) < _FEWEST:
            return
        lesson = harvest.attempt_learning(LEARNING, partial(learn, feed, pages))
    except BlogforeverError:
        return
    if lesson is None:
        return
    harvest.use_rules(lesson.rules)
    harvest.notes.append("the feed names its posts by other addresses than the pages")
    for number in sorted(harvest.seen):
        read_again(harvest, harvest.plan.lines[number], vouched_for=True)
