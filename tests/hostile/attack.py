"""What an attack is, and the list of all."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

import tests.hostile
from tests.hostile.ground import Ground

_MODULES = "attacks_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """`run` raises AssertionError when the attack succeeds: a hole."""

    family: str
    """What it aims at: "local files", "private networks", "hangs" …"""
    name: str
    """What the attacker does, as a noun phrase: "a picture that redirects to file://"."""
    run: Callable[[Ground], None]
    slow: bool = False
    """It takes more than a few seconds, so only the benchmark runs it."""
    repeats: bool = False
    """A quicker test, or another attack of the family, meets the same guard: it is left to `make test-all`."""

    def __str__(self) -> str:
        return f"{self.family}: {self.name}"


_known: list[Attack] = []


def attack(
    family: str, name: str, *, slow: bool = False, repeats: bool = False
) -> Callable[[Callable[[Ground], None]], Callable[[Ground], None]]:
    """Put the decorated function on the list of attacks."""

    def register(run: Callable[[Ground], None]) -> Callable[[Ground], None]:
        _known.append(Attack(family=family, name=name, run=run, slow=slow, repeats=repeats))
        return run

    return register


def all_attacks() -> tuple[Attack, ...]:
    """Every attack, by family and name."""
    for module in pkgutil.iter_modules(tests.hostile.__path__):
        if module.name.startswith(_MODULES):
            importlib.import_module(f"tests.hostile.{module.name}")
    return tuple(sorted(_known, key=str))
