"""Addresses that a copying program wrote into file names: /index.html%3Fp=10.html was /?p=10 once."""

from blogforever.dom.addresses import LONGEST, canonical


def mirrored(address: str) -> str | None:
    """The address as it was before it became a file's name; None when it is none."""
    head, mark, _ = address[:LONGEST].partition("?")
    if mark or "%3f" not in head.lower():
        return None
    place = head.lower().rfind("%3f")
    before, query = head[:place], head[place + 3 :]
    folder, _, name = before.rpartition("/")
    if name.lower() in {"index.html", "index.php", "index.htm"}:
        before = f"{folder}/"
    return canonical(f"{before}?{query}") if query else None
