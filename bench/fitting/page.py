"""Fitting the page model: whether a page is a post, by the page alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bench.fitting.regression import Prior, fit_weights, in_steps
from bench.fitting.saved_blog import SavedBlog
from bench.fitting.scores import Scores
from blogforever.classifier.page_weights import INTERCEPT_WITH_RULES, INTERCEPT_WITHOUT_RULES, PAGE_WEIGHTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PageModel:
    """Intercepts and weights."""

    with_rules: float
    without_rules: float
    weights: Mapping[str, float]

    def vector(self) -> np.ndarray:
        """All of them in the order of the inputs."""
        return np.array([self.with_rules, self.without_rules, *self.weights.values()])

    @classmethod
    def of(cls, vector: Sequence[float]) -> "PageModel":
        """The reverse of `vector`."""
        with_rules, without_rules, *weights = (in_steps(value) for value in vector)
        return cls(
            with_rules=with_rules, without_rules=without_rules, weights=dict(zip(PAGE_WEIGHTS, weights, strict=True))
        )


PRESENT = PageModel(
    with_rules=INTERCEPT_WITH_RULES, without_rules=INTERCEPT_WITHOUT_RULES, weights=PAGE_WEIGHTS
)  # fmt: skip
"""The weights in src as they are now."""
ZERO = PageModel(with_rules=0.0, without_rules=0.0, weights=dict.fromkeys(PAGE_WEIGHTS, 0.0))


def examples(blog: SavedBlog, *, with_rules: bool | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and labels of the blog's pages: read by rules, without them, or (None) both."""
    rows, labels = [], []
    for page in blog.pages:
        if page.is_post is None:
            continue
        if with_rules is not False:
            rows.append(_row({*page.features, *page.text_features}, with_rules=blog.has_rules))
            labels.append(page.is_post)
        if with_rules is not True and page.without_rules is not None:
            rows.append(_row(set(page.without_rules), with_rules=False))
            labels.append(page.is_post)
    return np.array(rows, dtype=float).reshape(-1, 2 + len(PAGE_WEIGHTS)), np.array(labels, dtype=float)


def fit(blogs: Sequence[SavedBlog], prior: PageModel, strength: float) -> PageModel:
    """The model for these blogs, each blog counting the same."""
    data = [known for known in map(examples, blogs) if len(known[1])]
    importance = np.concatenate([np.full(len(labels), 1 / len(labels)) for _, labels in data])
    directions = [0, 0, *(1 if weight > 0 else -1 for weight in PAGE_WEIGHTS.values())]
    vector = fit_weights(
        np.concatenate([inputs for inputs, _ in data]),
        np.concatenate([labels for _, labels in data]),
        importance,
        Prior(weights=prior.vector().tolist(), strength=strength, directions=directions),
    )
    return PageModel.of(vector.tolist())


def predict(model: PageModel, blogs: Sequence[SavedBlog], *, with_rules: bool | None = None) -> Scores:
    """What the model says of the pages of these blogs."""
    data = [examples(blog, with_rules=with_rules) for blog in blogs]
    return Scores(
        labels=np.concatenate([labels for _, labels in data]),
        odds=np.concatenate([inputs for inputs, _ in data]) @ model.vector(),
    )


def decisions(model: PageModel, blogs: Sequence[SavedBlog]) -> dict[tuple[str, str], bool]:
    """Post or not, for every page of these blogs by slug and address, read by the rules where there are any."""
    return {
        (blog.slug, page.address): _is_post({*page.features, *page.text_features}, model, with_rules=blog.has_rules)
        for blog in blogs
        for page in blog.pages
    }


def _is_post(features: set[str], model: PageModel, *, with_rules: bool) -> bool:
    return bool(np.dot(_row(features, with_rules=with_rules), model.vector()) > 0)


def _row(features: set[str], *, with_rules: bool) -> list[float]:
    return [float(with_rules), float(not with_rules), *(float(name in features) for name in PAGE_WEIGHTS)]
