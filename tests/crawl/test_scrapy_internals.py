"""Scrapy and Twisted are as they were when we wrote what overrides their insides.

A failure here does not say that anything is broken: it says what to read again. Compare the new source of the named
thing with the old one, look at our module beside it, then write the new digest into the table.
"""

import ast
import inspect
import re
import tomllib
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path
from textwrap import dedent

import pytest
from packaging.requirements import Requirement
from scrapy.settings import Settings, default_settings

import blogforever.crawl
from blogforever.crawl import downloader, http_handler, resolver, run, scheduler
from blogforever.crawl.settings import crawl_settings
from blogforever.model.harvest import HarvestOptions

_ROOT = Path(__file__).parents[2]

# Everything foreign that we override, call or rely on beyond what is documented:
# our module -> (where it is, a digest of its source, what we need of it).
_READ = {
    downloader: (
        ("scrapy.core.downloader:Downloader.__init__", "49f093298bb7", "the handlers that we replace are made here"),
        (
            "scrapy.core.downloader:Downloader.fetch",
            "96ad28926e84",
            "`fetch` does the same, and leaves `active` at the same moment",
        ),
        (
            "scrapy.core.downloader:Downloader._enqueue_request",
            "d895b8967503",
            "it queues in a slot, then waits: we wait before it",
        ),
        (
            "scrapy.core.downloader:Downloader._download",
            "2e3a7983ddba",
            "each download passes through it, with slot and request",
        ),
        (
            "scrapy.core.downloader:Downloader._wait_for_download",
            "a54886e195b4",
            "it calls `_download` and hands on any Exception",
        ),
        (
            "scrapy.core.downloader:Downloader._process_queue",
            "8d0150fa2bab",
            "it sends nothing while `slot.latercall` is set",
        ),
        ("scrapy.core.downloader:Downloader._latercall", "5e14de9a4d2f", "`pause` calls it when the time is over"),
        (
            "scrapy.core.downloader:Downloader._get_slot",
            "bc1ce70c65fd",
            "a new slot has the delay of `per_slot_settings`",
        ),
        ("scrapy.core.downloader:Downloader.get_slot_key", "23b140100fe2", "the key of a slot is the name of the host"),
        ("scrapy.core.downloader:Downloader.needs_backout", "e761cc846d18", "it counts `active`"),
        ("scrapy.core.downloader:Slot", "38b3f0546f6a", "`queue`, `latercall` and `delay` are what they were"),
        ("scrapy.core.downloader.handlers:DownloadHandlers.__init__", "4bcc11556499", "`WatchedHandlers` adds to it"),
        (
            "scrapy.core.downloader.handlers:DownloadHandlers.download_request_async",
            "db5a875ec29d",
            "we watch over what it does",
        ),
        ("scrapy.core.engine:ExecutionEngine._download", "f5527d224138", "it calls `fetch` with the request alone"),
        (
            "scrapy.core.downloader.middleware:DownloaderMiddlewareManager.download_async",
            "c1d8657c54cc",
            "it awaits `_enqueue_request`",
        ),
        (
            "scrapy.core.engine:ExecutionEngine.spider_is_idle",
            "f93aabaab949",
            "not idle while a request is in `active`",
        ),
        ("scrapy.utils.asyncio:call_later", "f9b2c52c1771", "what it gives has `cancel`, as `slot.latercall` must"),
    ),
    http_handler: (
        (
            "scrapy.core.downloader.handlers.http11:HTTP11DownloadHandler.__init__",
            "6c9c97988aef",
            "`_pool._factory` is set here",
        ),
        (
            "scrapy.core.downloader.handlers.http11:HTTP11DownloadHandler.download_request",
            "03937354b408",
            "it raises Scrapy's errors",
        ),
        (
            "scrapy.core.downloader.handlers.http11:_LenientHTTPClientParser",
            "51e969a48592",
            "it has no state, and `lineReceived`",
        ),
        (
            "scrapy.core.downloader.handlers.http11:_LenientHTTP11ClientProtocol",
            "57ab3be4d038",
            "it exchanges the parser's class",
        ),
        (
            "scrapy.core.downloader.handlers.http11:_LenientHTTP11ClientFactory",
            "38c5dd7939d2",
            "it makes the protocol that we replace",
        ),
        (
            "scrapy.utils._download_handlers:wrap_twisted_exceptions",
            "7bf80439af90",
            "Twisted's error is the cause of Scrapy's",
        ),
        ("twisted.web.client:HTTPConnectionPool._newConnection", "66711dca2639", "it makes connections by `_factory`"),
        ("twisted.web.client:_HTTP11ClientFactory", "37ce8988fe54", "`_quiescentCallback` is what a protocol takes"),
        ("twisted.web._newclient:HTTP11ClientProtocol.__init__", "7667cd3d428e", "it takes `_quiescentCallback` alone"),
        (
            "twisted.web._newclient:HTTP11ClientProtocol.request",
            "03dacbb11e99",
            "it makes `_parser`, before any byte is read",
        ),
        (
            "twisted.web._newclient:HTTP11ClientProtocol.dataReceived",
            "b2b4ce5ce6b8",
            "what the parser raises goes to `_giveUp`",
        ),
        (
            "twisted.web._newclient:HTTP11ClientProtocol._giveUp",
            "2baa5ec95d46",
            "it closes in an orderly way; we abort",
        ),
        ("twisted.web._newclient:HTTPParser.lineReceived", "6fd1ba6960a9", "each line of a head comes to it"),
        ("twisted.web._newclient:ParseError", "0917df3be8fc", "raised for an answer that breaks the rules"),
        ("twisted.web._newclient:_WrapperException", "f75053e2ed66", "`reasons` holds the failures"),
        ("twisted.web.http:_MalformedChunkedDataError", "531f94650d21", "raised for a chunk that breaks the rules"),
        (
            "twisted.protocols.basic:LineReceiver.dataReceived",
            "3049f85c0923",
            "`MAX_LENGTH` bounds a line, then `lineLengthExceeded`",
        ),
        ("twisted.protocols.basic:LineReceiver.lineLengthExceeded", "42b861b8370a", "we raise instead of closing"),
    ),
    resolver: (
        (
            "scrapy.crawler:CrawlerProcessBase._setup_reactor",
            "608d21a03bff",
            "it makes our resolver and calls `install_on_reactor`",
        ),
        (
            "twisted.internet.base:ReactorBase.installNameResolver",
            "fd1788c84d63",
            "all connections ask the resolver given to it",
        ),
    ),
    scheduler: (
        ("scrapy.core.scheduler:BaseScheduler", "794507b01218", "the methods that the engine calls"),
        (
            "scrapy.core.engine:ExecutionEngine._start_scheduled_request",
            "98d814085e8b",
            "it asks the scheduler for one request",
        ),
    ),
    run: (
        ("scrapy.crawler:Crawler.crawl", "2db9ad12add7", "the spider is there when `crawl` returns"),
        ("scrapy.crawler:CrawlerRunner._crawl", "2e2b3f79b1f8", "it calls `Crawler.crawl` at once"),
    ),
}

# Parts that Scrapy adds only to what a harvest does not use: feed exports, item pipelines, contracts.
_UNUSED = {"FEED_EXPORTERS_BASE", "FEED_STORAGES_BASE", "ITEM_PIPELINES_BASE", "SPIDER_CONTRACTS_BASE"}
_ROWS = [(ours, *row) for ours, rows in _READ.items() for row in rows]
_KNOWN = {path for _, path, _, _ in _ROWS}
_OURS = [
    (module, name)
    for module in _READ
    for name, kind in vars(module).items()
    if inspect.isclass(kind) and kind.__module__ == module.__name__
]


def _thing(path):
    module, _, name = path.partition(":")
    return attrgetter(name)(import_module(module))


def _digest(path):
    """Of the source without comments, blank lines and indentation of the whole."""
    lines = dedent(inspect.getsource(_thing(path))).splitlines()
    code = [line.rstrip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return sha256("\n".join(code).encode()).hexdigest()[:12]


def _foreign(kind):
    return [base for base in kind.__mro__[1:] if base.__module__.split(".")[0] in {"scrapy", "twisted"}]


def _overridden():
    """Each method of ours that stands in for one of Scrapy's or Twisted's, with the class that it is taken from."""
    for module, name in _OURS:
        kind = getattr(module, name)
        for method, function in vars(kind).items():
            base = next((base for base in _foreign(kind) if method in vars(base)), None)
            if base is not None and inspect.isroutine(function):
                yield kind, method, base


@pytest.mark.parametrize("ours, path, digest, need", _ROWS, ids=[path for _, path, _, _ in _ROWS])
def test_what_we_override_is_as_we_read_it(ours, path, digest, need):
    package = path.split(".")[0]
    where = f"{package} {version(package)}, {path.replace(':', '.')}"
    look = f"Look again at {Path(ours.__file__).name}, which needs of it: {need}."
    try:
        now = _digest(path)
    except (ImportError, AttributeError):
        pytest.fail(f"{where} is gone. {look}")
    assert now == digest, f"{where} has changed. {look} If all is well, its new digest is {now}."


@pytest.mark.parametrize(
    "kind, method, base", [pytest.param(*found, id=f"{found[0].__name__}.{found[1]}") for found in _overridden()]
)
def test_what_we_override_is_in_the_table_and_takes_the_same(kind, method, base):
    paths = {f"{base.__module__}:{base.__qualname__}", f"{base.__module__}:{base.__qualname__}.{method}"}
    assert paths & _KNOWN, f"{kind.__name__}.{method} overrides {base.__qualname__}.{method}: put that into the table"
    if method != "__init__":
        ours, theirs = (
            list(inspect.signature(vars(owner)[method].__get__(None, owner)).parameters) for owner in (kind, base)
        )
        assert ours == theirs


def test_private_names_that_we_import_are_in_the_table():
    missing = []
    for file in Path(blogforever.crawl.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in {"scrapy", "twisted"}:
                private = (f"{node.module}:{alias.name}" for alias in node.names if alias.name.startswith("_"))
                missing += [f"{file.name}: {path}" for path in private if path not in _KNOWN]
    assert missing == []


def test_scrapy_calls_its_own_parts_what_we_empty():
    emptied = {name for name in crawl_settings(HarvestOptions(), private=None) if name.endswith("_BASE")}
    assert emptied == {name for name in dir(default_settings) if re.fullmatch(r"[A-Z_]+_BASE", name)} - _UNUSED


def test_no_setting_of_ours_is_unknown_to_scrapy():
    ours = set(crawl_settings(HarvestOptions(), private=None))
    unknown = {name for name in ours - set(Settings()) if not name.startswith("BLOGFOREVER_")}
    assert unknown == set()


@pytest.mark.parametrize("package", ["scrapy", "twisted"])
def test_a_version_whose_insides_nobody_has_read_is_not_installed(package):
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (allowed,) = (
        wanted.specifier for wanted in map(Requirement, project["dependencies"]) if wanted.name.lower() == package
    )
    installed = version(package)
    major, minor = map(int, installed.split(".")[:2])
    assert installed in allowed
    assert f"{major}.{minor}.99" in allowed
    assert f"{major}.{minor + 1}.0" not in allowed
