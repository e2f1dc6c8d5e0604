"""Dates: our reader beside dateparser and Babel, on the strings that pages and feeds really show.

pages and feeds -> strings that hold the day that people read there -> each reader -> right, wrong or no answer

Which strings are taken must not depend on a reader. So a string counts when the numbers of the gold day stand in it:
the day, the year (in full, in two digits or in the Buddhist calendar) and, where it is in figures alone, the month.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml.html import HTMLParser, document_fromstring

from bench.corpus import Blog, sample_pages
from bench.ours import as_page, learn, read_feed
from bench.progress import Progress
from blogforever.dom.parsed_page import try_parse
from blogforever.dom.select import first_value
from blogforever.model.rules import RuleSet
from blogforever.text.dates.read import find_date, read_machine_date

SHOWN = "shown on the page"
RULE = "selected by the learned rule"
FEED = "in the feed"
OURS = "blogforever"
OURS_HINTED = "blogforever, day order of the blog"
PARSE = "dateparser.parse"
PARSE_HINTED = "dateparser.parse, language and day order of the blog"
SEARCH = "search_dates"
SEARCH_HINTED = "search_dates, language and day order of the blog"
BABEL = "Babel parse_date, locale of the blog"
CLASSES = ("ISO 8601 and mail", "figures", "East Asian", "words, English", "words, other languages", "within a line")

_LONGEST = 120
_ALONE = 40
"""A longer string than this says more than a date."""
_WARM_UP = 40
"""Strings that are read before the clock runs: a library that loads its languages pays that once."""
_MOST_EXAMPLES = 12
_PAGES_A_BLOG = 6
_SLOW = 8
"""Of so many strings one is given to the reader that takes longest."""
_NUMBER = re.compile(r"\d+")
_CLOCK = re.compile(r"T?\d{1,2}:\d\d(:\d\d)?([.,]\d+)?([+-]\d\d:?\d\d)?")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2}")
_NAMES_A_DATE = re.compile(r"date|time|publish|posted|created|meta|byline", re.IGNORECASE)
_MACHINE = re.compile(
    r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?|(\w{3}, )?\d{1,2} [A-Z][a-z]{2,8} \d{4} \d\d:\d\d(:\d\d)? ?\S*", re.ASCII
)
_EAST_ASIAN = re.compile("[年月日년월일]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateString:
    """A string with the day that people read there."""

    text: str
    day: str
    """ISO 8601."""
    source: str
    slug: str
    language: str
    day_first: bool | None = None
    """The order of day and month that was learned from the blog."""

    @property
    def form(self) -> str:
        """The class of strings that it belongs to."""
        if _MACHINE.fullmatch(self.text):
            return CLASSES[0]
        if len(self.text) > _ALONE:
            return CLASSES[5]
        if not _LETTER.search(self.text):
            return CLASSES[1]
        if _EAST_ASIAN.search(self.text):
            return CLASSES[2]
        return CLASSES[3] if self.language == "en" else CLASSES[4]


Reader = Callable[[DateString], date | str | None]


def measure_dates(blogs: Sequence[Blog], languages: dict[str, str], progress: Progress) -> dict[str, Any]:
    """Right, wrong and missing answers of each reader, by class and by source of the strings, and CPU time a string."""
    strings: list[DateString] = []
    for blog in blogs:
        strings += dict.fromkeys(_strings(blog, languages[blog.slug]))
        progress.step(blog.slug)
    readers = _readers()
    given = {name: strings[:: _SLOW if name == SEARCH else 1] for name in readers}
    answers: dict[str, list[str | None]] = {}
    cpu: dict[str, float] = {}
    for name, read in readers.items():
        for string in strings[:_WARM_UP]:
            _answer(read, string)
        before = time.process_time_ns()
        answers[name] = [_answer(read, string) for string in given[name]]
        cpu[name] = (time.process_time_ns() - before) / 1e3 / len(given[name])
        print(f"dates: {name}: {cpu[name]:.0f} µs a string", file=sys.stderr)
    return {
        "strings": len(strings),
        "blogs": len({string.slug for string in strings}),
        "rows": [_row(name, given[name], answers[name], cpu[name], cpu[OURS]) for name in readers],
        "lost": _examples(strings, answers[PARSE_HINTED], answers[OURS_HINTED]),
        "odd": _examples(strings, answers[PARSE_HINTED], answers[OURS_HINTED], wanted=False),
    }


def holds_day(text: str, day: str) -> bool:
    """Whether the numbers of the day stand in the text."""
    year, month, number = map(int, day.split("-"))
    found = _NUMBER.findall(_CLOCK.sub(" ", text))
    if day.replace("-", "") in found:
        return True
    values = Counter(map(int, found))
    has_year = any(values[other] for other in (year, year + 543)) or f"{year % 100:02d}" in found
    wanted = Counter([number] if _WORD.search(text) else [number, month])
    return has_year and wanted <= values


def write_dates(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    rows = figures["rows"]
    lines = [
        f"{figures['strings']} strings of {figures['blogs']} blogs.",
        "",
        "| reader | right | wrong day | no answer | CPU µs a string | times ours |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {row['name']} | {row['right']:.1%} | {row['wrong']:.1%} | {row['none']:.1%} "
        f"| {row['us']:.0f} | {row['ratio']:.1f} |"
        for row in rows
    ]
    for kind in ("by_source", "by_class"):
        groups = list(rows[0][kind])
        lines += ["", f"| right | {' | '.join(groups)} |", f"| --- |{' ---: |' * len(groups)}"]
        lines.append(f"| strings | {' | '.join(str(rows[0][kind][group][1]) for group in groups)} |")
        lines += [f"| {row['name']} | {' | '.join(f'{row[kind][group][0]:.1%}' for group in groups)} |" for row in rows]
    lines += ["", "Read by dateparser (hinted) and not by us (hinted):", *figures["lost"]]
    lines += ["", "Read rightly by neither:", *figures["odd"]]
    return "\n".join(lines)


def _strings(blog: Blog, language: str) -> Iterator[DateString]:
    rules = learn(blog, read_feed(blog))
    base = DateString(
        text="", day="", source="", slug=blog.slug, language=language, day_first=rules.day_first if rules else None
    )
    days = {post["url"]: post["date"] for post in blog.gold["posts"] if post.get("date")}
    pages = [page for page in sample_pages(blog, _PAGES_A_BLOG) if page.url in days]
    for page in pages:
        day = days[page.url][:10]
        found = {SHOWN: _shown(page.text(), day)}
        if rules and (parsed := try_parse(as_page(page))) is not None:
            selected = (first_value(parsed.document, rule) for rule in _date_rules(rules))
            found[RULE] = next((text for text in selected if text and holds_day(text, day)), None)
        yield from (
            replace(base, text=text, day=day, source=source) for source, text in found.items() if text is not None
        )
    by_path = {_path(url): day[:10] for url, day in days.items()}
    for path, text in list(_feed_dates(blog.feed_file))[:_PAGES_A_BLOG]:
        stated = by_path.get(path)
        if stated and holds_day(text, stated):
            yield replace(base, text=text, day=stated, source=FEED)


def _date_rules(rules: RuleSet) -> Iterator[Any]:
    for template in rules.templates:
        yield from template.published.rules


def _shown(html: str, day: str) -> str | None:
    """The text of the innermost node whose markup speaks of a date and in which the day stands; the first of a page."""
    try:
        root = document_fromstring(html.encode(), parser=HTMLParser(encoding="utf-8"))
    except (ValueError, AssertionError):
        return None
    body = root.find("body")
    for element in filter(_names_a_date, (root if body is None else body).iter("*")):
        text = _text(element)
        if len(text) <= _LONGEST and holds_day(text, day):
            inner = map(_text, filter(_names_a_date, element.iterdescendants("*")))
            return min((text, *(other for other in inner if holds_day(other, day))), key=len)
    return None


def _names_a_date(element: Any) -> bool:
    names = " ".join(element.get(name, "") for name in ("class", "id", "itemprop"))
    return element.tag in {"time", "abbr"} or _NAMES_A_DATE.search(names) is not None


def _text(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).split())


def _feed_dates(file: Path) -> Iterator[tuple[str, str]]:
    """Path of an entry's page and its date as the feed writes it."""
    import feedparser

    for entry in feedparser.parse(file.read_bytes()).entries:
        text = entry.get("published") or entry.get("created") or entry.get("updated")
        if text and entry.get("link"):
            yield _path(entry.link), " ".join(text.split())


def _path(address: str) -> str:
    return unquote(urlsplit(address).path).removesuffix("index.html").rstrip("/")


def _answer(read: Reader, string: DateString) -> str | None:
    """The day in ISO 8601; None when the reader gives none or fails."""
    try:
        answer = read(string)
    except Exception:
        return None
    return answer.isoformat()[:10] if isinstance(answer, date) else answer


def _readers() -> dict[str, Reader]:
    import dateparser
    from babel.dates import parse_date
    from dateparser.search import search_dates

    whole = {"REQUIRE_PARTS": ["day", "month", "year"]}  # else it makes up what is missing from today's date

    def hints(string: DateString) -> dict[str, Any]:
        order = {} if string.day_first is None else {"DATE_ORDER": "DMY" if string.day_first else "MDY"}
        languages = list(dict.fromkeys((string.language, "en")))  # feeds write English, whatever the blog does
        return {"languages": languages, "settings": whole | order}

    def first(found: list[tuple[str, date]] | None) -> date | None:
        return found[0][1] if found else None

    return {
        OURS: lambda string: _ours(string.text, day_first=None),
        OURS_HINTED: lambda string: _ours(string.text, day_first=string.day_first),
        PARSE: lambda string: dateparser.parse(string.text, settings=whole),
        PARSE_HINTED: lambda string: dateparser.parse(string.text, **hints(string)),
        SEARCH: lambda string: first(search_dates(string.text, settings=whole)),
        SEARCH_HINTED: lambda string: first(search_dates(string.text, **hints(string))),
        BABEL: lambda string: parse_date(string.text, locale=string.language),
    }


def _ours(text: str, *, day_first: bool | None) -> str | None:
    moment = read_machine_date(text) or find_date(text, day_first=day_first)
    return moment.day if moment else None


def _row(
    name: str, strings: list[DateString], answers: list[str | None], cpu_us: float, ours_us: float
) -> dict[str, Any]:
    right = [string.day == answer for string, answer in zip(strings, answers, strict=True)]
    missing = answers.count(None)
    return {
        "name": name,
        "right": sum(right) / len(right),
        "wrong": (len(right) - sum(right) - missing) / len(right),
        "none": missing / len(right),
        "us": cpu_us,
        "ratio": cpu_us / ours_us,
        "by_source": _shares([string.source for string in strings], right, (SHOWN, RULE, FEED)),
        "by_class": _shares([string.form for string in strings], right, CLASSES),
    }


def _shares(labels: list[str], right: list[bool], order: Sequence[str]) -> dict[str, tuple[float, int]]:
    """Share of right answers and number of strings of each label."""
    shares = {}
    for label in order:
        own = [good for other, good in zip(labels, right, strict=True) if other == label]
        if own:
            shares[label] = (sum(own) / len(own), len(own))
    return shares


def _examples(
    strings: list[DateString], theirs: list[str | None], ours: list[str | None], *, wanted: bool = True
) -> list[str]:
    """Strings that we do not read rightly, and that they do (or, with `wanted` false, do not) read rightly."""
    found = [
        f"- {string.slug}: `{string.text}` is {string.day}, we read {our}"
        for string, their, our in zip(strings, theirs, ours, strict=True)
        if our != string.day and (their == string.day) is wanted
    ]
    return [f"{len(found)} strings", *found[:_MOST_EXAMPLES]]
