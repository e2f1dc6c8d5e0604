"""The regression that fits the classifier's weights."""

import numpy as np
import pytest

from bench.fitting.regression import Prior, fit_weights

TRUE_WEIGHTS = np.array([1.5, -2.0, 0.0])


@pytest.fixture(scope="module")
def data():
    chance = np.random.default_rng(7)
    inputs = chance.normal(size=(4_000, 3))
    labels = (chance.random(4_000) < 1 / (1 + np.exp(-inputs @ TRUE_WEIGHTS))).astype(float)
    return inputs, labels, np.ones(4_000)


def test_without_a_prior_the_weights_are_those_behind_the_data(data):
    prior = Prior(weights=[0, 0, 0], strength=1.0, directions=[0, 0, 0])
    assert fit_weights(*data, prior) == pytest.approx(TRUE_WEIGHTS, abs=0.15)


def test_a_strong_prior_holds_the_weights(data):
    prior = Prior(weights=[1.0, 1.0, 1.0], strength=1e9, directions=[0, 0, 0])
    assert fit_weights(*data, prior) == pytest.approx([1.0, 1.0, 1.0], abs=0.001)


def test_a_weight_never_leaves_its_direction(data):
    prior = Prior(weights=[0, 0, 0], strength=1.0, directions=[-1, 1, 0])
    weights = fit_weights(*data, prior)
    assert weights[0] <= 0 <= weights[1]


def test_examples_count_by_their_importance(data):
    _, labels, _ = data
    importance = np.where(labels > 0, 1.0, 1e-9)
    prior = Prior(weights=[0.0], strength=1.0, directions=[0])
    assert fit_weights(np.ones((len(labels), 1)), labels, importance, prior)[0] > 3
