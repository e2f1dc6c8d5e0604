"""Pages that want all the memory of the machine through the browser."""

from tests.hostile.archive_search import ledger_entries
from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import hostile_blog
from tests.loopback import respond

_MUCH_MEMORY = 1_500.0
"""MB of all processes, where what they share counts once: about 500 for two plain pages."""
_LARGE = bytes(15_000_000)
_SHELL = "<!doctype html><title>Shell</title><div id=app></div><script>{}</script>"


@attack("browser memory", "a script that fetches large answers in a loop and holds them", slow=True)
def fetch_flood(ground: Ground) -> None:
    script = """
        window.held = [];
        const more = (number) => fetch(`/large?${number}`).then((answer) => answer.arrayBuffer())
            .then((body) => { held.push(body); more(number + 100); }, () => more(number + 100));
        for (let number = 0; number < 50; number++) more(number);
    """
    hostile = {
        "/": respond(200, _SHELL.format(script)),
        "*": respond(200, _LARGE, Content_Type="application/octet-stream"),
    }
    with hostile_blog(hostile) as (home, server):
        ground.harvest(home, "--render", "always", "--max-pages", 1, within=240)
    assert len([path for path in server.asked if path.startswith("/large")]) > 1
    assert ground.runs[-1].held_mb < _MUCH_MEMORY


@attack("browser memory", "a script that takes more and more memory", slow=True)
def hoarding_script(ground: Ground) -> None:
    script = """
        window.held = [];
        const more = () => {
            held.push(new Uint8Array(50_000_000).fill(7));
            app.textContent = held.length;
            if (held.length < 50) setTimeout(more, 20);
        };
        more();
    """
    with hostile_blog({"/": respond(200, _SHELL.format(script))}) as (home, _):
        ground.harvest(home, "--render", "always", "--max-pages", 1, within=240)
    assert ground.runs[-1].held_mb < _MUCH_MEMORY
    assert home in ledger_entries(ground.archive)
