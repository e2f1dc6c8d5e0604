"""How the cost of matching a page's nodes with a feed's comments grows, on invented comments [BF 3.5]."""

import random
from math import log
from typing import Any

from bench.corpus import SEED
from bench.cost import cpu_ms
from bench.progress import Progress
from blogforever.learn.comments.matching import Similarities, matching_value

SIZES = ((100, 20), (250, 50), (500, 100), (1000, 200), (2000, 400))
"""Nodes and comments."""
_SENTENCE = (5, 120)
"""The fewest and the most words of a comment."""


def time_matching(progress: Progress) -> dict[str, Any]:
    """CPU ms of comparing every node with every comment, and of the matching, for each size; and how both grow."""
    rows = []
    for many, few in SIZES:
        nodes, comments = invent_comments(many, few)
        weights = Similarities(comments).of(nodes)
        comparing = cpu_ms(lambda nodes=nodes, comments=comments: Similarities(comments).of(nodes))
        rows.append(
            {"nodes": many, "comments": few, "comparing": comparing, "matching": cpu_ms(matching_value, weights)}
        )
        progress.step(f"{many} nodes")
    return {"sizes": rows, "exponent": _exponent(rows)}


def _exponent(rows: list[dict[str, Any]]) -> float:
    """The power of the number of nodes with which the whole cost grows, from the first row to the last."""
    first, last = rows[0], rows[-1]
    times = (last["comparing"] + last["matching"]) / (first["comparing"] + first["matching"])
    return log(times) / log(last["nodes"] / first["nodes"])


def invent_comments(many: int, few: int) -> tuple[list[str], list[str]]:
    """The texts of the nodes of a page, and of the feed's comments: some of the same, a little changed."""
    chance = random.Random(SEED + many)  # noqa: S311 - a text to compare, not a secret
    words = ["".join(chance.choices("abcdefghijklmnoprstuvw", k=chance.randint(2, 10))) for _ in range(4000)]
    texts = [chance.choices(words, k=chance.randint(*_SENTENCE)) for _ in range(many)]
    comments = [[word for word in text if chance.random() > 0.02] for text in chance.sample(texts, few)]
    return [" ".join(text) for text in texts], [" ".join(text) for text in comments]
