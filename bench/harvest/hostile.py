"""All attacks of tests/hostile, one after another: whether the program stands them, and what that costs."""

import tempfile
from pathlib import Path
from typing import Any

from bench.progress import Progress
from tests.hostile.attack import Attack, all_attacks
from tests.hostile.ground import Ground


def measure(folder: Path) -> list[dict[str, Any]]:
    """A row for each attack."""
    folder.mkdir(parents=True, exist_ok=True)
    attacks = all_attacks()
    progress = Progress("hostile", len(attacks))
    rows = []
    for attack in attacks:
        rows.append(_try(attack, folder))
        progress.step(f"{attack}: {rows[-1]['hole'] or 'stood'}")
    return rows


def _try(attack: Attack, folder: Path) -> dict[str, Any]:
    hole = ""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        ground = Ground(Path(place))
        try:
            attack.run(ground)
        except AssertionError as error:
            hole = " ".join(str(error).split())[:300] or "the attack succeeded"
        except Exception as error:
            hole = f"the attack itself failed: {type(error).__name__}: {error}"[:300]
    return {
        "family": attack.family,
        "attack": attack.name,
        "hole": hole,
        "seconds": round(ground.seconds, 1),
        "peak_mb": round(ground.peak_mb),
    }
