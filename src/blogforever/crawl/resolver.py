"""Names become addresses here, and only addresses that a harvest may reach become connections.

Twisted connects to exactly what a resolver gives it. So a name that is public at the first look and private at the
second, or both at once, or any spelling of 127.0.0.1, is judged by the addresses that would be connected to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from socket import SOCK_STREAM, getaddrinfo
from time import monotonic
from typing import Any, Protocol, cast

from scrapy.crawler import Crawler
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution, IReactorFromThreads
from twisted.internet.threads import deferToThreadPool
from zope.interface import implementer  # type: ignore[import-untyped] # it ships no types

from blogforever.urls.ip_addresses import is_private

SETTING = "BLOGFOREVER_PRIVATE_BLOG"
"""The blog, if it lives in a private network."""
_MOST_REMEMBERED = 10_000
_ASK_AGAIN_AFTER = 30.0
"""Seconds for which a name without addresses is not looked up again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateBlog:
    """A blog in a private network. Its addresses were looked up once, and hold for the whole harvest."""

    host: str
    addresses: tuple[str, ...]


def private_blog(host: str) -> PrivateBlog | None:
    """The blog at this host if each of its addresses is private: a public one among them, and it counts as public."""
    addresses = _look_up(_key(host))
    if addresses and all(map(is_private, addresses)):
        return PrivateBlog(host=_key(host), addresses=addresses)
    return None


class _Receiver(Protocol):
    """Twisted's IResolutionReceiver."""

    def resolutionBegan(self, resolution: IHostResolution) -> None: ...  # noqa: N802 - Twisted's names
    def addressResolved(self, address: IAddress) -> None: ...  # noqa: N802
    def resolutionComplete(self) -> None: ...  # noqa: N802


@implementer(IHostResolution)
class _Resolution:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """Nothing waits for it any more."""


@implementer(IHostnameResolver)
class GuardedResolver:
    """Gives the addresses of a name, IPv4 before IPv6, without those that a harvest may not reach."""

    def __init__(self, reactor: ReactorBase, blog: PrivateBlog | None, *, timeout: float) -> None:
        self._reactor = reactor
        self._blog = blog
        self._timeout = timeout
        self._known: dict[str, tuple[str, ...]] = {}
        self._missing: dict[str, float] = {}
        """Names without addresses, and until when they are believed to have none."""
        self._waiting: dict[str, list[Deferred[tuple[str, ...]]]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> "GuardedResolver":
        """As Scrapy makes it."""
        return cls(reactor, crawler.settings[SETTING], timeout=crawler.settings.getfloat("DNS_TIMEOUT"))

    def install_on_reactor(self) -> None:
        """From now on every connection of this process asks here."""
        self._reactor.installNameResolver(cast("IHostnameResolver", self))

    def resolveHostName(  # noqa: N802 - Twisted's name
        self,
        resolutionReceiver: "_Receiver",  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Sequence[type[IAddress]] | None = None,  # noqa: ARG002, N803 - all that there are
        transportSemantics: str = "TCP",  # noqa: ARG002, N803 - nothing else is spoken
    ) -> IHostResolution:
        """Tell the receiver the addresses to connect to."""
        resolution = cast("IHostResolution", _Resolution(hostName))
        resolutionReceiver.resolutionBegan(resolution)

        def tell(addresses: tuple[str, ...]) -> None:
            for address in filter(self._may_reach, addresses):
                kind = IPv6Address if ":" in address else IPv4Address
                resolutionReceiver.addressResolved(cast("IAddress", kind("TCP", address, portNumber)))
            resolutionReceiver.resolutionComplete()

        self.look_up(hostName).addCallback(tell)
        return resolution

    def refuses(self, addresses: tuple[str, ...], *, for_script: bool = False) -> bool:
        """True when a host with these addresses may not be asked; what a script asks is looked at more closely.

        The scripts of a private blog may ask the blog and the public web, but not the blog's neighbours.
        """
        if not for_script or self._blog is None:
            return bool(addresses) and not any(map(self._may_reach, addresses))
        own = self._blog.addresses
        return not addresses or not all(address in own or not is_private(address) for address in addresses)

    def look_up(self, name: str) -> Deferred[tuple[str, ...]]:
        """All addresses of the name, the same ones for the whole harvest; none if it has none or takes too long."""
        key = _key(name)
        if self._blog is not None and key == self._blog.host:
            return succeed(self._blog.addresses)
        if key in self._known:
            return succeed(self._known[key])
        if self._missing.get(key, 0.0) > monotonic():
            return succeed(())
        answer: Deferred[tuple[str, ...]] = Deferred()
        waiting = self._waiting.setdefault(key, [])
        waiting.append(answer)
        if len(waiting) == 1:
            self._ask(key)
        return answer

    def _ask(self, key: str) -> None:
        give_up = self._reactor.callLater(self._timeout, self._tell, key, ())
        found = deferToThreadPool(
            cast("IReactorFromThreads", self._reactor), self._reactor.getThreadPool(), _look_up, key
        )

        def arrive(addresses: tuple[str, ...]) -> None:
            if give_up.active():
                give_up.cancel()
                self._tell(key, addresses)

        found.addCallback(arrive)

    def _tell(self, key: str, addresses: tuple[str, ...]) -> None:
        if addresses:
            _remember(self._known, key, addresses)
        else:
            _remember(self._missing, key, monotonic() + _ASK_AGAIN_AFTER)
        for waiting in self._waiting.pop(key, ()):
            waiting.callback(addresses)

    def _may_reach(self, address: str) -> bool:
        return self._blog is not None or not is_private(address)


def _remember(memory: dict[str, Any], key: str, value: object) -> None:
    if len(memory) >= _MOST_REMEMBERED:
        del memory[next(iter(memory))]
    memory[key] = value


def _look_up(name: str) -> tuple[str, ...]:
    try:
        found = getaddrinfo(name, None, type=SOCK_STREAM)
    except (OSError, ValueError):  # no such name, or none that could be one
        return ()
    addresses = dict.fromkeys(str(ip_address(str(place[4][0]))) for place in found)
    return tuple(sorted(addresses, key=lambda address: ":" in address))


def _key(name: str) -> str:
    """The name as it is asked for: Twisted hands on names in Unicode, and Python would fold some letters of theirs."""
    labels = name.lower().rstrip(".").split(".")
    return ".".join(one if one.isascii() else f"xn--{one.encode('punycode').decode('ascii')}" for one in labels)
