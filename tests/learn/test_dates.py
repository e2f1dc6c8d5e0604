"""Dates that the feed states in one way and the pages in another."""

from datetime import date, timedelta

from blogforever.dom.tree import parse_text
from blogforever.extract.fields import Reader
from blogforever.learn.ruleset import learn_rules
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.moment import Moment
from tests.learn.blogs import read

CAPTURED = date(2026, 11, 1)
SENTENCES = (
    "The tide came in before noon and took the last of the driftwood with it.",
    "Nobody had painted the boathouse since the year of the long drought.",
    "A letter from the lighthouse keeper arrived with the morning ferry.",
    "We counted forty herons on the sandbank and one very patient fox.",
    "The baker shut early, as he does whenever the wind turns north.",
    "Somewhere behind the dunes a radio was playing a waltz.",
    "By evening the nets were mended and the kettle was on.",
)


def lesson(days_ago: list[int], line) -> tuple[Feed, list[tuple[str, object]]]:
    """A feed that states dates, and pages that show `line(day)` instead."""
    entries, pages = [], []
    for number, age in enumerate(days_ago):
        day = CAPTURED - timedelta(days=age)
        text = " ".join(SENTENCES[(number + step) % len(SENTENCES)] for step in range(4))
        address = f"http://quay.example/{number}"
        title = f"Notes from the quay {number}"
        entries.append(
            FeedEntry(address=address, title=title, text=text, published=Moment(written="", iso=day.isoformat()))
        )
        html = (
            f"<title>{title}</title><body><h1>{title}</h1>"
            f"<p class=when>{line(day)}</p><div class=story><p>{text}</p></div>"
        )
        pages.append((address, parse_text(html)))
    return Feed(address=None, format="rss20", entries=tuple(entries)), pages


def ago(day: date) -> str:
    days = (CAPTURED - day).days
    return f"{days} days ago" if days < 60 else f"{days // 30} months ago"


def test_days_ago_are_understood_when_the_day_of_capture_is_known():
    feed, pages = lesson([3, 9, 20, 41], ago)
    reader = Reader(learn_rules(feed, pages, captured=CAPTURED))
    shown = [read(document, reader, address, CAPTURED).published for address, document in pages]
    assert [moment.day for moment in shown] == [entry.published.day for entry in feed.entries]
    assert shown[0].written == "3 days ago"


def test_days_ago_stay_unknown_when_nobody_knows_the_day_of_capture():
    feed, pages = lesson([3, 9, 20, 41], ago)
    reader = Reader(learn_rules(feed, pages))
    assert [read(document, reader, address).published for address, document in pages] == [None] * 4


def test_the_order_of_day_and_month_is_learned():
    feed, pages = lesson([3, 9, 20, 41, 300], lambda day: f"{day:%d/%m/%Y}")
    rules = learn_rules(feed, pages)
    assert rules.day_first is True
    ambiguous = parse_text(
        "<title>x</title><body><h1>x</h1><p class=when>03/04/2010</p><div class=story><p>y</p></div>"
    )
    assert read(ambiguous, Reader(rules)).published.day == "2010-04-03"


def test_the_date_of_publication_is_told_from_the_date_of_the_last_change():
    feed, pages = lesson([3, 9, 20, 41], lambda day: f"Updated 30 October 2026 – published {day.day} {day:%B %Y}")
    reader = Reader(learn_rules(feed, pages))
    shown = [read(document, reader, address).published.day for address, document in pages]
    assert shown == [entry.published.day for entry in feed.entries]
