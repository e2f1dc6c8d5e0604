"""Fitting the post model: whether a page is a post, when all pages of the blog are known."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bench.fitting.page import PageModel
from bench.fitting.regression import Prior, fit_weights, in_steps
from bench.fitting.saved_blog import SavedBlog, SavedFeatures
from bench.fitting.scores import Scores
from blogforever.classifier.page_model import URL_FEATURES
from blogforever.classifier.post_classifier import BlogPages, ReadPage
from blogforever.classifier.post_weights import POST_WEIGHTS
from blogforever.classifier.thresholds import PostThresholds
from blogforever.harvest.pages.read import HOPELESS

ROUNDS = 2
"""Where posts lie depends on the weights themselves (BlogPages): fit, describe anew, and fit again."""

PostModel = Mapping[str, float]


class Describer:
    """The features of blogs' pages as a matrix; computed once for each set of likely posts."""

    def __init__(self, page_model: PageModel, thresholds: PostThresholds | None = None) -> None:
        self._page_model = page_model
        self._thresholds = thresholds or PostThresholds()
        self._blogs: dict[str, tuple[BlogPages, np.ndarray]] = {}
        self._matrices: dict[tuple[str, frozenset[int]], np.ndarray] = {}

    def matrix(self, blog: SavedBlog, weights: PostModel) -> np.ndarray:
        """One row for each page of the blog, as the weights make the classifier see it."""
        if blog.slug not in self._blogs:
            pages = BlogPages(_read_pages(blog, self._page_model), sorted(blog.entries), self._thresholds)
            self._blogs[blog.slug] = pages, _rows(pages.first_features())
        pages, first = self._blogs[blog.slug]
        likely = frozenset(np.flatnonzero(first @ _vector(weights) > 0).tolist())
        key = blog.slug, likely
        if key not in self._matrices:
            self._matrices[key] = _rows(pages.features(set(likely))[0])
        return self._matrices[key]


def fit(blogs: Sequence[SavedBlog], describer: Describer, prior: PostModel, strength: float) -> PostModel:
    """The model for these blogs, each blog counting the same."""
    weights = dict(prior)
    judged = [(blog, labels, labels >= 0) for blog in blogs if np.any((labels := _labels(blog)) >= 0)]
    for _ in range(ROUNDS):
        vector = fit_weights(
            np.concatenate([describer.matrix(blog, weights)[known] for blog, _, known in judged]),
            np.concatenate([labels[known] for _, labels, known in judged]),
            np.concatenate([np.full(known.sum(), 1 / known.sum()) for _, _, known in judged]),
            Prior(
                weights=_vector(prior).tolist(), strength=strength, directions=np.sign(_vector(POST_WEIGHTS)).tolist()
            ),
        )
        weights = {name: in_steps(value) for name, value in zip(POST_WEIGHTS, vector, strict=True)}
    return weights


def predict(weights: PostModel, blogs: Sequence[SavedBlog], describer: Describer) -> Scores:
    """What the model says of the judged pages of these blogs."""
    labels = [_labels(blog) for blog in blogs]
    odds = [_odds(blog, weights, describer)[known >= 0] for blog, known in zip(blogs, labels, strict=True)]
    return Scores(labels=np.concatenate([known[known >= 0] for known in labels]), odds=np.concatenate(odds))


def decisions(weights: PostModel, blogs: Sequence[SavedBlog], describer: Describer) -> dict[tuple[str, str], bool]:
    """Post or not, for every page of these blogs by slug and address, those without a label too."""
    return {
        (blog.slug, page.address): bool(odds > 0)
        for blog in blogs
        for page, odds in zip(blog.pages, _odds(blog, weights, describer), strict=True)
    }


def _odds(blog: SavedBlog, weights: PostModel, describer: Describer) -> np.ndarray:
    return np.round(describer.matrix(blog, weights) @ _vector(weights), 2)  # as PostVerdict rounds


def _labels(blog: SavedBlog) -> np.ndarray:
    """1 for a post, 0 for another page, -1 where the gold does not say."""
    return np.array([-1.0 if page.is_post is None else float(page.is_post) for page in blog.pages])


def _vector(weights: PostModel) -> np.ndarray:
    return np.array([weights[name] for name in POST_WEIGHTS])


def _rows(features: Mapping[int, Mapping[str, float]]) -> np.ndarray:
    rows = [[row[name] for name in POST_WEIGHTS] for row in features.values()]
    return np.array(rows).reshape(-1, len(POST_WEIGHTS))


def _read_pages(blog: SavedBlog, model: PageModel) -> list[ReadPage]:
    inbound = [0] * len(blog.pages)
    for number, page in enumerate(blog.pages):
        for target in page.links:
            inbound[target] += target != number
    return [
        ReadPage(
            number=number,
            address=page.address,
            is_named_as_post=page.is_named_as_post,
            inbound=inbound[number],
            fit=_fit(page, model, has_rules=blog.has_rules),
            links=page.links,
        )
        for number, page in enumerate(blog.pages)
    ]


def _fit(page: SavedFeatures, model: PageModel, *, has_rules: bool) -> float:
    """As a harvest weighs it: it does not read the text of a page that has no chance."""
    intercept = model.with_rules if has_rules else model.without_rules
    odds = intercept + sum(model.weights[name] for name in page.features if name not in URL_FEATURES)
    if odds > HOPELESS or page.is_named_as_post:
        odds += sum(model.weights[name] for name in page.text_features)
    return odds


def varied(name: str) -> dict[Any, PostThresholds]:
    """Thresholds with other values of one of them, by value."""
    present = getattr(PostThresholds(), name)
    factors = (0.5, 0.75, 1, 1.25, 1.5, 2)
    values = sorted({type(present)(round(present * factor, 3)) for factor in factors})
    return {value: PostThresholds(**{name: value}) for value in values}
