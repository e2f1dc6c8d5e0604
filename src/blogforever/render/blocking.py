"""What a page asks for and does not get, since no reader's text depends on it."""

import re
from urllib.parse import urlsplit

NEVER_LOADED = frozenset({"font", "media", "texttrack", "manifest", "ping", "eventsource", "websocket", "prefetch"})
"""By Playwright's names. An event source never ends, and what it will say tomorrow is no part of the page."""

CLEAR_PICTURE = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x04\x00\x00\x00\xb5\x1c\x0c\x02"
    b"\x00\x00\x00\x0bIDATx\xdac\xfc\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
)
"""One transparent pixel in place of every picture: scripts that wait for a picture go on."""


def is_unneeded(address: str, kind: str) -> bool:
    """True for what is not loaded: fonts, sound and film, beacons, trackers and advertisements."""
    if kind in NEVER_LOADED or not address.startswith(("http://", "https://")):
        return True
    return is_tracker(address)


def is_tracker(address: str) -> bool:
    """True for what watches readers or sells to them."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return True  # no address that anyone could ask
    parts = host.split(".")
    names = (".".join(parts[start:]) for start in range(len(parts)))
    return any(name in TRACKER_HOSTS for name in names) or TRACKER_ADDRESS.search(address) is not None


TRACKER_HOSTS = frozenset({
    "2mdn.net", "33across.com", "a-ads.com", "addthis.com", "addtoany.com", "adform.net", "adnxs.com", "adroll.com",
    "ads-twitter.com", "adsafeprotected.com", "adsrvr.org", "adsterra.com", "amazon-adsystem.com", "amplitude.com",
    "an.yandex.ru", "app-measurement.com", "bat.bing.com", "bidswitch.net", "bluekai.com", "bounceexchange.com",
    "carbonads.com", "carbonads.net", "casalemedia.com", "chartbeat.com", "chartbeat.net", "clarity.ms", "clicky.com",
    "cloudflareinsights.com", "clustrmaps.com", "cnzz.com", "connect.facebook.net", "consensu.org", "cookiebot.com",
    "cookielaw.org", "counter.yadro.ru", "cpro.baidustatic.com", "crazyegg.com", "criteo.com", "criteo.net",
    "demdex.net", "doubleclick.net", "doubleverify.com", "ezodn.com", "ezoic.net", "feedjit.com", "flagcounter.com",
    "flashtalking.com", "fullstory.com", "getclicky.com", "goatcounter.com", "google-analytics.com",
    "googleadservices.com", "googlesyndication.com", "googletagmanager.com", "googletagservices.com", "gumgum.com",
    "heapanalytics.com", "histats.com", "hm.baidu.com", "hotjar.com", "hotjar.io", "hs-analytics.net",
    "hs-scripts.com", "infolinks.com", "jads.co", "js-agent.newrelic.com", "js.users.51.la", "krxd.net", "liadm.com",
    "lijit.com", "log.pinterest.com", "mathtag.com", "matomo.cloud", "mc.yandex.ru", "media.net", "mgid.com",
    "mixpanel.com", "moatads.com", "monetag.com", "mouseflow.com", "mxpnl.com", "nr-data.net", "omtrdc.net",
    "onesignal.com", "openx.net", "optimizely.com", "outbrain.com", "parsely.com", "permutive.com", "pixel.wp.com",
    "plausible.io", "popads.net", "propellerads.com", "pubmatic.com", "px.ads.linkedin.com", "quantcast.com",
    "quantserve.com", "revcontent.com", "rlcdn.com", "rubiconproject.com", "scorecardresearch.com", "segment.com",
    "segment.io", "serving-sys.com", "shareaholic.com", "sharethis.com", "sharethrough.com", "simpleanalyticscdn.com",
    "sitemeter.com", "skimresources.com", "smartadserver.com", "snap.licdn.com", "statcounter.com",
    "static.cloudflareinsights.com", "stats.wp.com", "sumo.com", "taboola.com", "teads.tv", "tealiumiq.com",
    "tiqcdn.com", "tongji.baidu.com", "top-fwz1.mail.ru", "tynt.com", "umami.is", "usefathom.com", "vdo.ai",
    "viglink.com", "visualwebsiteoptimizer.com", "woopra.com", "yieldmo.com", "zedo.com",
})  # fmt: skip
"""With everything below them. None of these says anything that a reader reads."""

TRACKER_ADDRESS = re.compile(
    r"^https?://(?:www\.)?facebook\.com/tr\b"
    r"|/(?:matomo|piwik)\.(?:js|php)\b"
    r"|/(?:gtag|analytics|ga)\.js(?:\?|$)"
    r"|/gtm\.js\?"
    r"|/pagead/|/adsbygoogle\.js"
    r"|^https?://b\.scorecard"
    r"|/wp-content/plugins/[^/]*(?:google-analytics|statistics|cookie-notice)[^/]*/",
    re.IGNORECASE,
)
