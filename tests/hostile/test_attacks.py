"""The quick attacks, one test each."""

import pytest

from tests.hostile.attack import all_attacks
from tests.hostile.ground import Ground


@pytest.mark.parametrize("attack", [one for one in all_attacks() if not one.slow], ids=str)
def test_the_attack_fails(attack, tmp_path):
    attack.run(Ground(tmp_path))
