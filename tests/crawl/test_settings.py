"""Of Scrapy only what a harvest names is loaded."""

import pytest
from scrapy.settings import Settings

from blogforever.crawl.settings import crawl_settings
from blogforever.model.harvest import HarvestOptions


@pytest.fixture(scope="module")
def settings():
    return Settings(crawl_settings(HarvestOptions(), private=None))


def test_only_the_web_has_handlers(settings):
    assert set(settings.getwithbase("DOWNLOAD_HANDLERS")) == {"http", "https"}


@pytest.mark.parametrize("parts", ["EXTENSIONS", "SPIDER_MIDDLEWARES"])
def test_scrapy_adds_no_console_and_nothing_else_by_itself(settings, parts):
    assert dict(settings.getwithbase(parts)) == {}
