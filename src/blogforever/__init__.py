"""blogforever archives blogs: every post as a structured record, learned from the blog's own feed.

Most programs need only four names: `harvest` keeps whole blogs, `Archive` reads what was kept, `learn_rules` and
`extract_post` work on saved pages. Each is loaded on first use, so importing the package costs next to nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blogforever.python_api import Archive, extract_post, harvest, learn_rules

    __version__: str

__all__ = ["Archive", "__version__", "extract_post", "harvest", "learn_rules"]

# The package has a folder `harvest` too. Python binds a submodule's name in its parent when it first loads it, which
# would hide the function. So it is loaded here, and the name is freed for `__getattr__`.
importlib.import_module("blogforever.harvest")
del globals()["harvest"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: Any
    if name == "__version__":
        value = importlib.import_module("importlib.metadata").version("blogforever")
    else:
        value = getattr(importlib.import_module("blogforever.python_api"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
