"""Blogs that consist of scripts are kept whole, without being told that they need a browser."""

import pytest

from tests.end_to_end.command import export, harvest
from tests.engines.script_blogs import DOCSIFY, docsify_blog, install_docsify, single_page_app
from tests.needs import absent

pytestmark = pytest.mark.slow


def test_every_post_of_a_single_page_app_is_kept(browser_found, tmp_path):  # noqa: ARG001 - it must be there
    with single_page_app(25) as (home, posts, asked):
        said = harvest(home, tmp_path, "--delay", 0)
    kept = {record["title"]: " ".join(record["content_text"].split()) for record in export(tmp_path)}
    assert kept == {post.title: " ".join(post.text.split()) for post in posts}
    assert len(asked) == len(set(asked)), "nothing is asked twice, by the browser neither"
    assert said is not None


def test_every_post_of_a_docsify_blog_is_kept_under_its_route(browser_found, tmp_path):  # noqa: ARG001 - as above
    if not install_docsify():
        absent(f"{DOCSIFY} could not be installed with npm")
    with docsify_blog(25) as (home, posts):
        harvest(home, tmp_path, "--delay", 0)
    records = export(tmp_path)
    assert {record["title"] for record in records} == {post.title for post in posts}
    assert all(record["url"].startswith(f"{home}#/notes/") for record in records)
    texts = {record["title"]: " ".join(record["content_text"].split()) for record in records}
    assert [post.title for post in posts if " ".join(post.text.split()) not in texts[post.title]] == []
