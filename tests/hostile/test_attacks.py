"""The quick attacks, one test each."""

import pytest

from tests.hostile.attack import all_attacks
from tests.hostile.ground import Ground

QUICK = [
    pytest.param(attack, id=str(attack), marks=pytest.mark.slow if attack.repeats else ())
    for attack in all_attacks()
    if not attack.slow
]


@pytest.mark.parametrize("attack", QUICK)
def test_the_attack_fails(attack, tmp_path):
    attack.run(Ground(tmp_path))
