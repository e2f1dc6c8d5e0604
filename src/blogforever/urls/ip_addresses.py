"""Which IP addresses belong to the public net, and which to private networks and this machine."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_PUBLIC_6 = IPv6Network("2000::/3")
"""All that was ever given out to the public; what lies outside is local, reserved, or wraps an IPv4 address."""
_NAT64 = IPv6Network("64:ff9b::/96")
_LAST_32_BITS = 0xFFFFFFFF


def is_private(address: str) -> bool:
    """True for an IP address that is not of the public net; False for names."""
    try:
        found = ip_address(address.strip("[]"))
    except ValueError:
        return False
    return not _is_public(found)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    wrapped = _wrapped(address)
    if wrapped is not None:
        return _is_public(wrapped)
    return address in _PUBLIC_6 and address.is_global


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address at which a packet for this one would end."""
    if address in _NAT64:
        return IPv4Address(int(address) & _LAST_32_BITS)
    return address.ipv4_mapped or address.sixtofour
