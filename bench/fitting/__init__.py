"""Fitting the classifier's models on the corpus: `make fit`."""
