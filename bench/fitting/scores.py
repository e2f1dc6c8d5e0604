"""How good predictions are, and the folds by which they are judged."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from bench.corpus import SEED

FOLDS = 5
_Blog = TypeVar("_Blog")
_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Predictions beside what people say."""

    labels: np.ndarray
    odds: np.ndarray
    """Log-odds; above 0 the prediction is yes."""

    @classmethod
    def joined(cls, parts: Iterable["Scores"]) -> "Scores":
        """All of them as one."""
        parts = list(parts)
        return cls(
            labels=np.concatenate([part.labels for part in parts]), odds=np.concatenate([part.odds for part in parts])
        )

    @property
    def accuracy(self) -> float:
        """The share of right predictions."""
        return float(np.mean((self.odds > 0) == self.labels))

    @property
    def log_loss(self) -> float:
        """The mean surprise, in nats: 0.693 for a coin."""
        return float(np.mean(np.logaddexp(0, self.odds) - self.labels * self.odds))

    @property
    def precision(self) -> float:
        """The share of posts among what is called a post."""
        return self._hits / max(1, int(np.sum(self.odds > 0)))

    @property
    def recall(self) -> float:
        """The share of the posts that is called a post."""
        return self._hits / max(1, int(np.sum(self.labels)))

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self._hits / max(1, int(np.sum(self.odds > 0)) + int(np.sum(self.labels)))

    @property
    def _hits(self) -> int:
        return int(np.sum((self.odds > 0) & self.labels.astype(bool)))

    def line(self, name: str) -> str:
        """One line of a table."""
        return (
            f"  {name:34} {len(self.labels):6} {self.precision:9.4f} {self.recall:7.4f} {self.f1:7.4f} "
            f"{self.accuracy:8.4f} {self.log_loss:8.4f}\n"
        )


HEAD = f"  {'':34} {'pages':>6} {'precision':>9} {'recall':>7} {'F1':>7} {'accuracy':>8} {'log loss':>8}\n"


def split(blogs: Sequence[_Blog]) -> list[list[_Blog]]:
    """The blogs in folds, the same on every run; all pages of a blog are in one."""
    shuffled = list(blogs)
    random.Random(SEED).shuffle(shuffled)  # noqa: S311 - folds, not a secret
    return [shuffled[fold::FOLDS] for fold in range(FOLDS)]


def cross_validate(
    blogs: Sequence[_Blog], fit: Callable[[list[_Blog]], _Part], predict: Callable[[_Part, list[_Blog]], Scores]
) -> list[Scores]:
    """For each fold the predictions of a model that was fitted on the other folds."""
    folds = split(blogs)
    return [
        predict(fit([blog for other in folds if other is not fold for blog in other]), fold) for fold in folds
    ]  # fmt: skip


def table(name: str, folds: Sequence[Scores]) -> str:
    """Each fold and all of them together."""
    lines = [scores.line(f"{name}, fold {number}") for number, scores in enumerate(folds, start=1)]
    return "".join(lines) + Scores.joined(folds).line(f"{name}, all folds")
