"""A DNS server of our own, whose answers may change from one question to the next."""

import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address

Names = Mapping[str, tuple[tuple[str, ...], ...]]
"""For each name its addresses: one tuple for each time that it is asked, the last one for ever after."""
_A, _AAAA = 1, 28
_NO_SUCH_NAME = 3


@contextmanager
def name_server(names: Names) -> Iterator[None]:
    """Answers on 127.0.0.1:53, for a program in a network of its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        opened.bind(("127.0.0.1", 53))
        asked: Counter[tuple[str, int]] = Counter()
        thread = threading.Thread(target=_serve, args=(opened, names, asked), daemon=True)
        thread.start()
        yield


def _serve(opened: socket.socket, names: Names, asked: "Counter[tuple[str, int]]") -> None:
    while True:
        try:
            question, sender = opened.recvfrom(4096)
            opened.sendto(_answer(question, names, asked), sender)
        except OSError:
            return


def _answer(question: bytes, names: Names, asked: "Counter[tuple[str, int]]") -> bytes:
    labels, at = [], 12
    while length := question[at]:
        labels.append(question[at + 1 : at + 1 + length].decode("ascii"))
        at += 1 + length
    name, kind = ".".join(labels).lower(), struct.unpack("!H", question[at + 1 : at + 3])[0]
    turns = names.get(name)
    turn = turns[min(asked[name, kind], len(turns) - 1)] if turns else ()
    asked[name, kind] += 1
    found = [address.packed for address in map(ip_address, turn) if (_A if address.version == 4 else _AAAA) == kind]
    flags = 0x8180 | (0 if turns else _NO_SUCH_NAME)
    head = question[:2] + struct.pack("!HHHHH", flags, 1, len(found), 0, 0)
    records = b"".join(b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 0, len(packed)) + packed for packed in found)
    return head + question[12 : at + 5] + records
