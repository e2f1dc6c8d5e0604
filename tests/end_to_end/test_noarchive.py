"""Pages that ask robots not to keep them."""

import subprocess

from tests.end_to_end.command import export, harvest
from tests.hostile.ground import PROGRAM
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import Answer, respond
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site

_SITE = make_site("", make_blog(posts=POSTS, feed=4))
BY_META, BY_HEADER, PLAIN = [path for path in _SITE if path.startswith("/20") and path.count("/") == 4][:3]


def _refusing() -> dict[str, Answer]:
    meta = _SITE[BY_META][0].replace(b"<head>", b"<head><meta name='robots' content='noindex, noarchive'>")
    return {BY_META: respond(200, meta), BY_HEADER: respond(200, _SITE[BY_HEADER][0], X_Robots_Tag="blogforever: none")}


def _said(archive):
    return {"/" + post["url"].split("/", 3)[3]: post["robots_directives"] for post in export(archive)}


def test_by_default_they_are_kept_and_say_so(tmp_path):
    with hostile_blog(_refusing()) as (home, _):
        harvest(home, tmp_path, "--delay", 0)
        said = _said(tmp_path)
        why = subprocess.run(
            [PROGRAM, "why", "--archive", tmp_path, home[:-1] + BY_META], capture_output=True, text=True, check=True
        ).stdout
    assert len(said) == POSTS
    assert said[BY_META] == ["noindex", "noarchive"]
    assert said[BY_HEADER] == ["none"]
    assert said[PLAIN] == []
    assert "robots: noindex, noarchive" in why


def test_with_respect_neither_their_posts_nor_their_captures_are_kept(tmp_path):
    with hostile_blog(_refusing()) as (home, _):
        harvest(home, tmp_path, "--delay", 0, "--respect-noarchive")
        said = _said(tmp_path)
        why = subprocess.run(
            [PROGRAM, "why", "--archive", tmp_path, home[:-1] + BY_META], capture_output=True, text=True, check=True
        ).stdout
    assert len(said) == POSTS - 2
    assert not {BY_META, BY_HEADER} & set(said)
    assert "it asks not to be archived" in why
    index = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*.cdxj"))
    assert f'{PLAIN}"' in index
    assert f'{BY_META}"' not in index
    assert f'{BY_HEADER}"' not in index
