"""Logistic regression whose weights may be held to a direction and drawn towards known ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """What is believed of the weights before any data are seen."""

    weights: Sequence[float]
    strength: float
    """How many examples it takes to outweigh this belief, roughly: the factor of the squared distance to `weights`."""
    directions: Sequence[int]
    """1 for a weight that may not be negative, -1 for one that may not be positive, 0 for one that may be either."""


def fit_weights(inputs: np.ndarray, labels: np.ndarray, importance: np.ndarray, prior: Prior) -> np.ndarray:
    """The weights with the least log loss plus distance to the prior. `importance` is scaled to a mean of 1."""
    importance = importance * len(importance) / importance.sum()
    centre = np.array(prior.weights, dtype=float)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds = inputs @ weights
        errors = importance * (_probability(odds) - labels)
        log_losses = importance * (np.logaddexp(0, odds) - labels * odds)
        away = weights - centre
        return (
            float(log_losses.sum() + prior.strength * (away @ away) / 2),
            inputs.T @ errors + prior.strength * away,
        )

    bounds = [(0, None) if sign > 0 else (None, 0) if sign < 0 else (None, None) for sign in prior.directions]
    return np.asarray(minimize(loss, centre, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 2000}).x)


def in_steps(weight: float) -> float:
    """The weight in steps of 0.05: a few thousand pages do not say more of it."""
    return round(round(float(weight) * 20) / 20, 2)


def _probability(odds: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
