"""What went wrong on the way to a server, in words for people."""

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)

from blogforever.crawl.gate import NotOfTheWeb
from blogforever.crawl.http_handler import EndlessHead, MalformedAnswer
from blogforever.crawl.memory import NotCaptured
from blogforever.crawl.patience import AskedToWait, HostGivenUp
from blogforever.crawl.private import PrivateAddress
from blogforever.crawl.robots_rules import Forbidden
from blogforever.crawl.settings import LARGEST_PAGE
from blogforever.crawl.unpacking import UnpacksToTooMuch

_SAID: tuple[tuple[type[BaseException], str], ...] = (
    (CannotResolveHostError, "there is no such host"),
    (DownloadConnectionRefusedError, "the server refuses the connection"),
    (DownloadTimeoutError, "no complete answer in time"),
    (DownloadCancelledError, "the answer is larger than {largest} MB"),
    (ResponseDataLossError, "the answer breaks off"),
    (NotOfTheWeb, "it is not an address of the web"),
    (UnsupportedURLSchemeError, "it is not an address of the web"),
    (EndlessHead, "the head of the answer has no end"),
    (MalformedAnswer, "the answer is malformed"),
    (Forbidden, "robots.txt forbids it"),
    (PrivateAddress, "it is an address of a private network"),
    (NotCaptured, "it was not captured"),
    (UnpacksToTooMuch, "the answer unpacks to more than {largest} MB"),
)
_FOR_GOOD = (
    Forbidden, HostGivenUp, NotOfTheWeb, PrivateAddress, NotCaptured, EndlessHead, MalformedAnswer,
    UnpacksToTooMuch, UnsupportedURLSchemeError, DownloadCancelledError,
)  # fmt: skip
_LONGEST = 200


def say(error: BaseException, *, largest: int = LARGEST_PAGE) -> str:
    """Why an address could not be had; `largest` is how many bytes it might have had."""
    if isinstance(error, AskedToWait) or type(error) is IgnoreRequest:
        return str(error)
    if isinstance(error, HostGivenUp) and error.__cause__ is not None:
        return say(error.__cause__, largest=largest)
    known = next((words for kind, words in _SAID if isinstance(error, kind)), None)
    if known:
        return known.format(largest=largest // 1_000_000)
    told = f"{error} {error.__cause__ or ''} {error.__context__ or ''}".lower()
    if "certificate" in told or "ssl" in told or "tls" in told:
        return "the secure connection fails (certificate or TLS)"
    return f"the connection breaks ({type(error).__name__})"[:_LONGEST]


def is_for_good(error: BaseException) -> bool:
    """True when trying again later cannot help."""
    return isinstance(error, _FOR_GOOD)


def say_status(status: int) -> str:
    """What an answer without a page means."""
    words = {
        401: "it asks for a password", 403: "access is denied", 404: "there is nothing", 410: "it is gone",
        429: "the server has enough of us", 451: "it is withheld for legal reasons", 503: "the server is overloaded",
    }  # fmt: skip
    return f"{words.get(status, 'the server answers with an error')} (status {status})"
