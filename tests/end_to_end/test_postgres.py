"""The database is a matter of taste: the same blog gives the same archive in SQLite and in PostgreSQL."""

import subprocess

from tests.end_to_end.command import PROGRAM, export, harvest
from tests.end_to_end.living_blog import LivingBlog
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog


def test_a_harvest_into_postgresql_exports_the_same_as_one_into_sqlite(tmp_path, new_store):
    blog = ServedBlog(make_blog(posts=6, feed=3))
    store = new_store()
    with blog.server.running():
        harvest(blog.home, tmp_path / "sqlite", "--delay", 0)
        harvest(blog.home, tmp_path / "postgresql", "--delay", 0, store=store)
    kept = export(tmp_path / "sqlite")
    assert len(kept) == len(blog.post_paths)
    assert export(tmp_path / "postgresql", store=store) == kept


def test_an_update_works_in_postgresql_too(tmp_path, new_store):
    blog = LivingBlog()
    store = new_store()
    place = ["--archive", tmp_path, "--store", store]
    with blog.server.running():
        harvest(blog.home, tmp_path, "--delay", 0, store=store)
        blog.publish()
        blog.move(blog.posts[-3], "elsewhere")
        command = [PROGRAM, "update", "--all", *place, "--delay", "0"]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert "1 new post, 1 changed" in done.stdout
    assert len(export(tmp_path, store=store)) == len(blog.posts)
    due = subprocess.run([PROGRAM, "update", "--due", *place], check=False, capture_output=True, text=True, timeout=240)
    assert "Nothing is due" in due.stderr
