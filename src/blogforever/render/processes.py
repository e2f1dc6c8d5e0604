"""The processes of a running browser, as far as the system tells of them in /proc."""

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_PAGE_SIZE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class _Process:
    pid: int
    parent: int
    group: int
    dead: bool
    """It has ended, and nobody has taken note yet."""


def browser_processes(mark: str) -> tuple[int, ...]:
    """The living processes of the browser that was started with this argument, the first one first.

    The first leads a process group of its own: its children belong to it, and so do those that it disowned.
    """
    known = _processes()
    first = next((process for process in known if mark in _command(process.pid)), None)
    if first is None:
        return ()
    return (first.pid, *family_of(first.pid))


def family_of(pid: int) -> tuple[int, ...]:
    """The living processes of a group and the children of its members, without the one that leads it."""
    known = [process for process in _processes() if not process.dead]
    family = {pid, *(process.pid for process in known if process.group == pid)}
    grown = True
    while grown:
        more = {process.pid for process in known if process.parent in family} - family
        family |= more
        grown = bool(more)
    return tuple(sorted(family - {pid}))


def parent_of(pid: int) -> int:
    """The process that started this one, 0 if unknown."""
    process = _process(pid)
    return process.parent if process else 0


def is_alive(pid: int) -> bool:
    """False when there is no such process, or only its entry is left."""
    process = _process(pid)
    return process is not None and not process.dead


def memory_of(pids: tuple[int, ...]) -> int:
    """About how many bytes the processes hold in memory; what they share is counted once, for it is mostly the same."""
    held = [_resident(pid) for pid in pids]
    return sum(own for own, _ in held) + max((shared for _, shared in held), default=0)


def end(pids: tuple[int, ...]) -> None:
    """End the processes at once."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


def _processes() -> list[_Process]:
    if not _PROC.is_dir():
        return []
    return [found for name in os.listdir(_PROC) if name.isdecimal() and (found := _process(int(name)))]  # noqa: PTH208 - ten times as quick as iterdir


def _process(pid: int) -> _Process | None:
    try:
        answer = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name, in brackets, may itself hold brackets and spaces.
    state, parent, group = answer.rpartition(")")[2].split()[:3]
    return _Process(pid=pid, parent=int(parent), group=int(group), dead=state in {"Z", "X"})


def _command(pid: int) -> str:
    try:
        return (_PROC / str(pid) / "cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def _resident(pid: int) -> tuple[int, int]:
    """Bytes of its own, and bytes that it shares with others."""
    try:
        pages = (_PROC / str(pid) / "statm").read_text(encoding="utf-8").split()
        resident, shared = int(pages[1]) * _PAGE_SIZE, int(pages[2]) * _PAGE_SIZE
    except (OSError, IndexError, ValueError):
        return 0, 0
    return resident - shared, shared
