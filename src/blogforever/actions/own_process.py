"""Work that a process can do only once (Twisted's loop ends for good): here the first time, else in a child process.

A child gets its work through its standard input and tells what comes of it on its standard output. Its input stays open
for as long as the parent lives: when it ends, so does the child, however the parent ended.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, Self

from blogforever.errors import BlogforeverError
from blogforever.model.secrets import without_secrets

_CHILD = "from blogforever.actions.own_process import serve; serve()"
_spent = False

Tell = Callable[[Any], None]


def run_once(work: Callable[..., Any], arguments: dict[str, Any], tell: Tell | None = None) -> Any:
    """What `work` returns or raises; it is called with the arguments and with `watch`, which may be None."""
    global _spent  # noqa: PLW0603 - Twisted's loop is as global as anything can be
    if _spent or threading.current_thread() is not threading.main_thread():
        with Child(work, arguments) as child, signals_to(child.interrupt):
            return child.result(tell)
    _spent = True
    with signals_to(None):
        return work(**arguments, watch=tell)


@contextmanager
def signals_to(interrupt: Callable[[], None] | None) -> Iterator[None]:
    """Inside, Ctrl-C and the like call `interrupt` if there is one; afterwards they do what they did before."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        if interrupt is not None:
            for number in before:
                signal.signal(number, lambda *_: interrupt())
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Child:
    """One piece of work in a process of its own."""

    def __init__(self, work: Callable[..., Any], arguments: dict[str, Any]) -> None:
        # In a session of its own: Ctrl-C reaches the parent only, which passes it on once.
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter with a fixed program
            [sys.executable, "-P", "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stdin  # noqa: S101 - mypy cannot know: we asked for pipes
        self._process.stdin.write(pickle.dumps((work, arguments)))
        self._process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        self._process.wait()

    def result(self, tell: Tell | None) -> Any:
        """What the work returned or raised. Raises BlogforeverError if the process ended without a word."""
        assert self._process.stdout  # noqa: S101 - as above
        while (message := _read(self._process.stdout)) is not None:
            kind, value = message
            if kind == "returned":
                return value
            if kind == "raised":
                raise value[0](*value[1:])
            if tell is not None:
                tell(value)
        problem = f"its process ended without a word (exit code {self._process.wait()})"
        raise BlogforeverError("", problem, "Was it killed, or is there no memory left? The same command goes on.")

    def interrupt(self) -> None:
        """The same as Ctrl-C in the child."""
        self._process.send_signal(signal.SIGINT)


def serve() -> None:
    """The whole life of a child."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message of ours
    work, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - our parent wrote it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _write(output, "returned", work(**arguments, watch=lambda progress: _write(output, "progress", progress)))
    except BlogforeverError as error:
        _write(output, "raised", (type(error), error.subject, error.problem, error.next_step))
    except Exception as error:  # noqa: BLE001 - the parent tells it
        told = without_secrets(f"unexpected: {type(error).__name__}: {error}")
        next_step = "This is a mistake in blogforever; BLOGFOREVER_DEBUG=1 shows where."
        _write(output, "raised", (BlogforeverError, "", told, next_step))
        if os.environ.get("BLOGFOREVER_DEBUG"):
            print(without_secrets(traceback.format_exc()), file=sys.stderr)  # noqa: T201 - asked for
            sys.exit(1)
    except KeyboardInterrupt:  # before the work could take it: nothing was begun
        sys.exit(130)


def _end_with_parent() -> None:
    while os.read(0, 4096):
        pass
    os._exit(1)


def _write(output: IO[bytes], kind: str, value: Any) -> None:
    pickle.dump((kind, value), output)
    output.flush()


def _read(source: IO[bytes]) -> tuple[str, Any] | None:
    try:
        message: tuple[str, Any] = pickle.load(source)  # noqa: S301 - our child wrote it
    except (EOFError, pickle.UnpicklingError):
        return None
    return message
