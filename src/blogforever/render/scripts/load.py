"""The small scripts that run inside pages. Each lies beside this file and says at its top what goes in and out."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Frame


@cache
def script(name: str) -> str:
    """The text of a script."""
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")


async def ask(frame: Frame, name: str, argument: object = None, *, seconds: float) -> Any:
    """What a script answers in a frame. Raises TimeoutError when the frame's own scripts never let it speak.

    The answer comes out of a page that may be hostile: of whatever shape it is, the caller believes nothing of it.
    """
    return await asyncio.wait_for(frame.evaluate(script(name), argument), seconds)
