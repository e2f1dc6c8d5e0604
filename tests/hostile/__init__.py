"""Attacks on the program as a user starts it: hostile servers, poisoned documents, damaged archives, failing machines.

Each attack is a function in a module `attacks_….py`. `test_attacks.py` runs the quick ones, `make bench-harvest
BENCH_ARGS="--parts hostile"` runs all and prints what each cost.
"""
