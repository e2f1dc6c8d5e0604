"""The database is a matter of taste: the same blog gives the same archive in SQLite and in PostgreSQL."""

from tests.end_to_end.command import export, harvest
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
