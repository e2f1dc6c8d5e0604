"""robots.txt where it is easily lost: offline."""

import json
import subprocess

from tests.end_to_end.command import PROGRAM, export, harvest
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.loopback import respond

MAP = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{home}about/</loc></url></urlset>"


def test_offline_the_captured_robots_txt_names_the_sitemaps_and_forbids_nothing(tmp_path):
    with hostile_blog({}, links=False) as (home, server):
        site = server.RequestHandlerClass.site
        site["/robots.txt"] = respond(200, f"Sitemap: {home}a-map-of-its-own.xml", Content_Type="text/plain")
        site["/a-map-of-its-own.xml"] = respond(200, MAP.format(home=home), Content_Type="application/xml")
        harvest(home, tmp_path / "one", "--delay", 0)
    files = [part for file in (tmp_path / "one").rglob("*.warc.gz") for part in ("--from-warc", file)]
    harvest(home, tmp_path / "two", *files)
    assert len(export(tmp_path / "two")) == POSTS
    command = [PROGRAM, "blogs", "--archive", tmp_path / "two", "--json"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "a-map-of-its-own.xml" in json.dumps(told)
