"""Trackers are known by their hosts and paths, and nobody else is taken for one."""

import pytest

from blogforever.render.blocking import is_tracker, is_unneeded


@pytest.mark.parametrize("address", [
    "https://www.google-analytics.com/analytics.js", "https://www.googletagmanager.com/gtag/js?id=1",
    "https://securepubads.g.doubleclick.net/tag/js/gpt.js", "https://pagead2.googlesyndication.com/x",
    "https://www.facebook.com/tr?id=1", "https://connect.facebook.net/en_US/fbevents.js",
    "https://stats.blog.example/matomo.php?x", "https://blog.example/piwik.js", "http://edge.quantserve.com/quant.js",
    "http://s7.addthis.com/js/300/addthis_widget.js", "https://mc.yandex.ru/metrika/tag.js",
])  # fmt: skip
def test_trackers_are_known(address):
    assert is_tracker(address)


@pytest.mark.parametrize("address", [
    "https://blog.example/", "https://blog.disqus.com/embed.js", "https://c.disquscdn.com/next/embed/lounge.load.js",
    "https://giscus.app/client.js", "https://utteranc.es/client.js", "https://www.googleapis.com/blogger/v3/x",
    "https://ajax.googleapis.com/ajax/libs/jquery/1.8/jquery.min.js", "https://www.facebook.com/plugins/comments.php",
    "https://notdoubleclick.net.example/", "https://blog.example/2011/google-analytics.com/", "https://i0.wp.com/a.png",
])  # fmt: skip
def test_nobody_else_is_taken_for_a_tracker(address):
    assert not is_tracker(address)


@pytest.mark.parametrize("kind", ["font", "media", "ping", "eventsource"])
def test_some_kinds_are_never_needed(kind):
    assert is_unneeded("https://blog.example/x", kind)
    assert not is_unneeded("https://blog.example/x", "script")
    assert is_unneeded("ftp://blog.example/x", "script")
    assert is_unneeded("http://[broken/", "script")
