"""Answers that no sane server gives: without end, or unfolding to more than was sent."""

import gzip

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import hostile_blog
from tests.loopback import address, say, serving

UNREACHABLE = 4
_MUCH_MEMORY = 600.0


@attack("endless answers", "a home page that never ends")
def endless_home_page(ground: Ground) -> None:
    def endless(handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        while True:
            handler.wfile.write(b"<p>more and more and more</p>" * 10_000)

    with serving({"/": endless}) as server:
        run = ground.harvest(address(server))
    assert run.code == UNREACHABLE
    assert run.peak_mb < _MUCH_MEMORY


@attack("endless answers", "a page that unfolds to a gigabyte")
def gzip_bomb(ground: Ground) -> None:
    bomb = gzip.compress(bytes(1_000_000_000), compresslevel=1)
    with hostile_blog({"/bomb": say(200, bomb, Content_Encoding="gzip")}) as (home, _):
        run = ground.harvest(home, within=90)
    assert run.code == 0
    assert run.peak_mb < _MUCH_MEMORY
