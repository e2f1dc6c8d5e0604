"""Captures that nobody can look at are lost as well: a replay program shows what every harvest saw."""

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.replay.changing_blog import changing_blog
from tests.replay.harvested import check_replay, new_files


@attack("replay", "a blog that changes, answers 304, moves and loses pages over three harvests", slow=True)
def three_harvests(ground: Ground) -> None:
    harvests = []
    with changing_blog() as blog:
        for turn in (1, 2, 3):
            blog.turn = turn
            run = ground.harvest(blog.home)
            assert run.code == 0, run.errors
            harvests.append(new_files(ground.archive, [path for paths in harvests for path in paths]))
        check_replay(ground.folder / "pywb", blog, harvests)
