"""XML that declares entities: they are neither expanded nor fetched, in feeds, sitemaps and lists of blogs."""

from itertools import pairwise

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Answer, address, respond
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site

_BLOG = make_blog(posts=POSTS, feed=4)
_MUCH_MEMORY = 600.0
_NAMES = "abcdefghij"
LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "' + "ha" * 50 + '">'
    + "".join(f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in pairwise(_NAMES))
    + "]>"
)  # fmt: skip
"""A hundred characters that unfold to a hundred milliards."""
BLOW_UP = '<!DOCTYPE x [<!ENTITY j "' + "ha" * 50_000 + '">]>'
"""Used fifty thousand times."""
_SECRET = "the-secret-of-this-machine"  # noqa: S105 - it is one for the test alone


def _poisoned(path: str, doctype: str, inside: str) -> Answer:
    """The sane blog's answer with a DOCTYPE before it, and a reference in its first title or address."""

    def answer(handler) -> None:
        body, kind = make_site(address(handler.server), _BLOG)[path]
        head, found, rest = body.decode().partition("?>")
        text = f"{head}{found}{doctype}{rest}" if found else doctype + head
        for place in ("<title>", "<loc>", "<description>"):
            text = text.replace(place, place + inside, 1)
        respond(200, text, Content_Type=kind)(handler)

    return answer


def _harvest(ground: Ground, path: str, doctype: str, inside: str) -> list[str]:
    """Harvest the blog with the poisoned answer; what its server was asked for."""
    with hostile_blog({path: _poisoned(path, doctype, inside)}) as (home, server):
        run = ground.harvest(home, "--no-media", within=60)
        asked = list(server.asked)
    assert run.code == 0, run.errors
    assert run.peak_mb < _MUCH_MEMORY
    kept = ground.blogforever("posts", "--archive", ground.archive, "--json").output
    assert len(kept.splitlines()) >= POSTS
    assert "hahahahaha" not in kept
    assert _SECRET not in kept + ground.blogforever("blogs", "--archive", ground.archive, "--json").output
    return asked


@attack("entities", "a billion laughs in a feed", repeats=True)
def laughing_feed(ground: Ground) -> None:
    _harvest(ground, "/feed/", LAUGHS, "&j;")


@attack("entities", "a quadratic blow-up in a feed", slow=True)
def swelling_feed(ground: Ground) -> None:
    _harvest(ground, "/feed/", BLOW_UP, "&j;" * 50_000)


@attack("entities", "a billion laughs in a sitemap", slow=True)
def laughing_sitemap(ground: Ground) -> None:
    _harvest(ground, "/sitemap.xml", LAUGHS, "&j;")


@attack("entities", "a quadratic blow-up in a sitemap", slow=True)
def swelling_sitemap(ground: Ground) -> None:
    _harvest(ground, "/sitemap.xml", BLOW_UP, "&j;" * 50_000)


def _external(ground: Ground, path: str) -> None:
    secret = ground.folder / "secret.txt"
    secret.write_text(_SECRET, "utf-8")
    _harvest(ground, path, f'<!DOCTYPE x [<!ENTITY f SYSTEM "{secret.as_uri()}">]>', "&f;")
    doctype = '<!DOCTYPE x SYSTEM "/xxe.dtd" [<!ENTITY h SYSTEM "/xxe.txt"><!ENTITY % p SYSTEM "/xxe.ent"> %p;]>'
    asked = _harvest(ground, path, doctype, "&h;")
    assert not [place for place in asked if place.startswith("/xxe")]


@attack("entities", "entities in a feed that name a file and an address")
def external_in_feed(ground: Ground) -> None:
    _external(ground, "/feed/")


@attack("entities", "entities in a sitemap that name a file and an address", slow=True)
def external_in_sitemap(ground: Ground) -> None:
    _external(ground, "/sitemap.xml")


@attack("entities", "a list of blogs that declares entities", repeats=True)
def list_of_blogs(ground: Ground) -> None:
    secret = ground.folder / "secret.txt"
    secret.write_text(_SECRET, "utf-8")
    file = ground.folder / "blogs.opml"
    with hostile_blog({}) as (home, server):
        for doctype, inside in (
            (LAUGHS, "&j;"),
            (BLOW_UP, "&j;" * 50_000),
            (f'<!DOCTYPE x [<!ENTITY f SYSTEM "{secret.as_uri()}">]>', "&f;"),
            (f'<!DOCTYPE x SYSTEM "{home}xxe.dtd" [<!ENTITY h SYSTEM "{home}xxe.txt">]>', "&h;"),
        ):
            outline = f'<outline htmlUrl="{home}{inside}"/>'
            file.write_text(f"{doctype}<opml><body>{outline}</body></opml>", "utf-8")
            run = ground.blogforever("harvest", "--opml", file, "--archive", ground.archive, "--delay", 0, within=30)
            assert run.code != 0
            assert run.peak_mb < _MUCH_MEMORY
            assert _SECRET not in run.output + run.errors
        assert not server.asked
