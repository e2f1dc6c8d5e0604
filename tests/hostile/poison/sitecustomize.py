"""Python loads this before the program, where it is on PYTHONPATH: a marked page then poisons whoever reads it.

The poison is one that no care in our own readers takes away. $POISON names its kind, $POISON_AT the reader, $POISON_LOG
a file that gets a line each time it works, $POISON_LIMITS the limits of the program in JSON: tests shorten them.
"""

import ctypes
import json
import os
import re
import time
from pathlib import Path

from blogforever.actions._crawl import supervisor
from blogforever.extract import post
from blogforever.learn import lesson
from blogforever.model.harvest import CrawlLimits
from blogforever.sources.feeds import parse

MARK = "hemlock"
_PART = 20_000_000


def _loop():
    while True:
        pass


def _regex():
    re.match(r"(a|a)+$", "a" * 60 + "b")


def _c_code():
    """A function in C that neither returns, nor lets another thread run, nor looks for signals: locked twice."""
    mutex = ctypes.create_string_buffer(256)
    ctypes.PyDLL(None).pthread_mutex_lock(mutex)
    ctypes.PyDLL(None).pthread_mutex_lock(mutex)


def _memory():
    held = []
    while True:
        held.append(b"x" * _PART)
        time.sleep(0.02)


POISONS = {"loop": _loop, "regex": _regex, "c": _c_code, "abort": os.abort, "memory": _memory}


def _drink(content):
    if MARK in content:
        with Path(os.environ["POISON_LOG"]).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        POISONS[os.environ["POISON"]]()


def _poison(owner, name, content_of):
    function = getattr(owner, name)

    def poisoned(*arguments, **options):
        _drink(content_of(*arguments))
        return function(*arguments, **options)

    setattr(owner, name, poisoned)


READERS = {
    "page": lambda: _poison(post, "read_comments", lambda document: document.text),
    "feed": lambda: _poison(parse, "decode_feed", lambda content: content.decode("utf-8", "replace")),
    "learning": lambda: _poison(lesson, "outline", lambda document: document.text),
}

if "POISON" in os.environ:
    supervisor.LIMITS = CrawlLimits(**json.loads(os.environ["POISON_LIMITS"]))
    READERS[os.environ["POISON_AT"]]()
