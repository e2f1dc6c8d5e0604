"""Which elements about time a feed has, by their own names: parsers make one of pubDate and dc:date [OS 3.2]."""

import json
import re

_FIRST_ITEM = re.compile(r"<(?:[\w-]+:)?(?:item|entry)[\s>]", re.IGNORECASE)
_LAST_ITEM = re.compile(r"</(?:[\w-]+:)?(?:item|entry)\s*>", re.IGNORECASE)
_OF_FEED = (
    "lastBuildDate", "pubDate", "updated", "modified", "date", "ttl", "updatePeriod", "updateFrequency", "skipHours",
    "skipDays",
)  # fmt: skip
_OF_ITEM = ("pubDate", "published", "issued", "updated", "modified", "lastModified", "date")
_NAMES = {name.lower(): name for name in (*_OF_FEED, *_OF_ITEM)} | {"date": "dc:date"}
_ELEMENT = re.compile(rf"<(?:[\w-]+:)?({'|'.join(_NAMES)})[\s>]", re.IGNORECASE)
_SKIPPED = re.compile(r"<(?:hour|day)>\s*(\w{1,9})\s*<", re.IGNORECASE)
_JSON_FIELDS = ("date_published", "date_modified")


def time_elements(text: str) -> tuple[str, ...]:
    """The elements, those of the feed itself as "feed: ttl", those of its entries as "entry: pubDate"."""
    if text.lstrip()[:1] == "{":
        return tuple(f"entry: {name}" for name in _JSON_FIELDS if json.dumps(name) in text)
    channel, items = _parts(text)
    return (*_found(channel, "feed", _OF_FEED), *_found(items, "entry", _OF_ITEM))


def skipped(text: str, element: str) -> tuple[str, ...]:
    """What skipHours or skipDays lists, as written."""
    channel, _ = _parts(text)
    lower = channel.lower()
    start = lower.find(f"<{element.lower()}>")
    end = lower.find(f"</{element.lower()}>", start)
    return tuple(_SKIPPED.findall(channel[start:end])) if 0 <= start < end else ()


def _parts(text: str) -> tuple[str, str]:
    """What stands around the entries, and the entries."""
    first = _FIRST_ITEM.search(text)
    if first is None:
        return text, ""
    end = max((found.end() for found in _LAST_ITEM.finditer(text)), default=len(text))
    return text[: first.start()] + text[end:], text[first.start() : end]


def _found(text: str, whose: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    there = {name.lower() for name in _ELEMENT.findall(text)}
    return tuple(f"{whose}: {_NAMES[name.lower()]}" for name in wanted if name.lower() in there)
