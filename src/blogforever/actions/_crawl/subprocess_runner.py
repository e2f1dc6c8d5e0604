"""Runs a function in a child process that sends messages and can be interrupted or killed.

A child receives its work on standard input and sends messages on standard output. It never outlives its parent: the
kernel kills it when the parent ends, whatever it is doing.
"""

import ctypes
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Self

from blogforever.errors import BlogforeverError
from blogforever.model.secrets import without_secrets
from blogforever.render.processes import end, family_of, memory_of

_CHILD = "from blogforever.actions._crawl.subprocess_runner import serve; serve()"
_LENGTH = struct.Struct("!Q")
_PR_SET_PDEATHSIG = 1
_EXIT_TIMEOUT = 10.0
"""Seconds in which a process must exit after its last message."""

Message = tuple[str, Any]
Send = Callable[[str, Any], None]
Work = Callable[..., Any]


class Child:
    """A child process. When its `with` block ends, it and all processes that it started are gone."""

    def __init__(self, work: Work, arguments: dict[str, Any]) -> None:
        # In a session of its own: Ctrl-C reaches the parent only, which passes it on once.
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter with a fixed program
            [sys.executable, "-P", "-c", _CHILD, str(os.getpid())],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=0,
        )  # fmt: skip
        assert self._process.stdin  # noqa: S101 - mypy cannot know: we asked for pipes
        assert self._process.stdout  # noqa: S101 - as above
        self._output = self._process.stdout.fileno()
        self._received = bytearray()
        with suppress(BrokenPipeError):  # it died at once: no message will come
            self._process.stdin.write(pickle.dumps((work, arguments)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_EXIT_TIMEOUT)
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def message(self, within: float) -> Message | None:
        """The next message, or None after this many seconds. Raises EOFError if there will be no more."""
        deadline = monotonic() + within
        while (message := self._take_message()) is None:
            left = deadline - monotonic()
            if left <= 0 or not select.select([self._output], [], [], left)[0]:
                return None
            received = os.read(self._output, 65_536)
            if not received:
                raise EOFError
            self._received += received
        return message

    def exit_code(self) -> int:
        """The exit code of a process that has closed its output and so is about to end."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_EXIT_TIMEOUT)
        return 0

    def interrupt(self) -> None:
        """Interrupt the child as Ctrl-C would."""
        self._process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """Kill the child and every process that it started, at once."""
        if self._process.poll() is None:
            family = set(family_of(self._process.pid))
            family.update(pid for member in tuple(family) for pid in family_of(member))
            self._process.kill()
            end(tuple(family))
        self._process.wait()

    def memory(self) -> int:
        """Bytes of memory that the process itself uses; 0 if unknown."""
        return memory_of((self._process.pid,))

    def _take_message(self) -> Message | None:
        if len(self._received) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._received)
        whole = _LENGTH.size + length
        if len(self._received) < whole:
            return None
        message: Message = pickle.loads(bytes(self._received[_LENGTH.size : whole]))  # noqa: S301 - our child wrote it
        del self._received[:whole]
        return message


def serve() -> None:
    """The main function of a child process."""
    _end_with_parent(int(sys.argv[1]))
    output = os.dup(1)
    os.dup2(2, 1)  # what a library prints must not mix with our messages
    work, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - our parent wrote it

    def send(kind: str, value: Any) -> None:
        content = pickle.dumps((kind, value))
        _write_all(output, _LENGTH.pack(len(content)) + content)

    try:
        send("returned", work(**arguments, send=send))
    except BlogforeverError as error:
        send("raised", (type(error), error.subject, error.problem, error.next_step))
    except Exception as error:  # noqa: BLE001 - the parent reports it
        problem = without_secrets(f"unexpected: {type(error).__name__}: {error}")
        next_step = "This is a bug in blogforever; set BLOGFOREVER_DEBUG=1 to see where."
        send("raised", (BlogforeverError, "", problem, next_step))
        if os.environ.get("BLOGFOREVER_DEBUG"):
            print(without_secrets(traceback.format_exc()), file=sys.stderr)  # noqa: T201 - asked for
            sys.exit(1)
    except KeyboardInterrupt:  # before the work could handle it: nothing was begun
        sys.exit(130)


def _write_all(output: int, content: bytes) -> None:
    while content:
        content = content[os.write(output, content) :]


def _end_with_parent(parent: int) -> None:
    """Make this process end when its parent does."""
    set_option = getattr(ctypes.CDLL(None), "prctl", None)
    if set_option is not None and set_option(_PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
        if os.getppid() != parent:  # it ended before we asked
            os._exit(1)
    else:  # not Linux: a thread will do, unless C code never lets it run
        threading.Thread(target=_wait_for_end_of_input, daemon=True).start()


def _wait_for_end_of_input() -> None:
    while select.select([0], [], [])[0] and os.read(0, 4096):
        pass
    os._exit(1)
