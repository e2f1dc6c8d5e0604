"""Scrapy's settings for one harvest: its manners, and only the parts of Scrapy that a harvest uses."""

from importlib.metadata import version
from typing import Any

from blogforever.crawl.resolver import SETTING as PRIVATE_BLOG
from blogforever.crawl.resolver import PrivateBlog
from blogforever.model.harvest import HarvestOptions
from blogforever.model.page import LARGEST_PAGE

LARGEST_MEDIA = 100_000_000
LOOK_UP = 20
"""Seconds for the addresses of a name."""
MEDIA_TIMEOUTS = 10
"""A media file may take so many times as long as a page."""

_HERE = "blogforever.crawl"
_SCRAPY = "scrapy.downloadermiddlewares"
_NO_DEFAULTS: dict[str, Any] = {
    f"{parts}_BASE": {} for parts in ("DOWNLOAD_HANDLERS", "DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "EXTENSIONS")
}
"""Else Scrapy adds parts by itself: handlers of local files, consoles on a port, whatever a later version brings."""


def crawl_settings(options: HarvestOptions, *, private: PrivateBlog | None) -> dict[str, Any]:
    """All that one harvest needs. `private` is the blog itself where it lives in a private network."""
    return {
        "BLOGFOREVER_OPTIONS": options,
        PRIVATE_BLOG: private,
        "SCHEDULER": f"{_HERE}.scheduler.FrontierScheduler",
        "DOWNLOADER": f"{_HERE}.downloader.PoliteDownloader",
        "TWISTED_DNS_RESOLVER": f"{_HERE}.resolver.GuardedResolver",
        "DOWNLOAD_HANDLERS": dict.fromkeys(("http", "https"), f"{_HERE}.http_handler.BoundedHandler"),
        "USER_AGENT": user_agent(options.contact),
        "DOWNLOAD_DELAY": 0 if options.offline else options.pause,
        "DOWNLOAD_DELAY_JITTER": 0,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "CONCURRENT_REQUESTS": 2 * options.concurrency,
        "CONCURRENT_ITEMS": 1,  # our callbacks yield nothing; Scrapy starts so many workers for every answer
        "DOWNLOAD_TIMEOUT": options.timeout,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "DOWNLOAD_MAXSIZE": LARGEST_PAGE,
        "DOWNLOAD_WARNSIZE": 0,
        "DEFAULT_REQUEST_HEADERS": {
            "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "Accept-Encoding": "gzip, deflate",  # every reader of WARC files can unpack these
        },
        "DOWNLOADER_MIDDLEWARES": {
            f"{_HERE}.middlewares.private_networks.PrivateNetworkMiddleware": 50,  # before all others
            f"{_HERE}.middlewares.robots.RobotsMiddleware": 100,
            f"{_HERE}.middlewares.retry.RetryMiddleware": 200,
            f"{_SCRAPY}.downloadtimeout.DownloadTimeoutMiddleware": 350,
            f"{_SCRAPY}.defaultheaders.DefaultHeadersMiddleware": 400,
            f"{_SCRAPY}.useragent.UserAgentMiddleware": 500,
            f"{_HERE}.middlewares.decompress.DecompressMiddleware": 590,
            f"{_SCRAPY}.httpproxy.HttpProxyMiddleware": 750,
            f"{_HERE}.middlewares.replay.ReplayMiddleware": 900,  # nearer to the wire than what unpacks answers
        },
        **_NO_DEFAULTS,
        "STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector",
        "DNS_TIMEOUT": LOOK_UP,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "LOG_ENABLED": False,
        "LOG_LEVEL": "CRITICAL",
    }


def user_agent(contact: str | None) -> str:
    """Which program asks, and whom to write to about it; names of users and machines are nobody's business."""
    about = f"blog archiver; contact: {contact}" if contact else "blog archiver"
    return f"blogforever/{version('blogforever')} ({about})"
