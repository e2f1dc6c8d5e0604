"""Hosts and paths that watch readers or sell to them. Data only; `blocking` applies it."""

import re

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
